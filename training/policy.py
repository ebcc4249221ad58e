"""The model being trained, inside a DeepSpeed engine: the same code on one CPU and on many GPUs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf, isfinite
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch
from torch import Tensor, nn

from rlve.training import distributed, models, pickles, weights
from rlve.training.adapters import add_adapters, read
from rlve.training.batching import Microbatch, Sample, assemble, group_microbatches, idle, microbatches
from rlve.training.config import TrainSettings
from rlve.training.engine import engine_config, parameter_groups
from rlve.training.errors import RunError
from rlve.training.grpo import Totals, grpo_loss
from rlve.training.logprobs import TokenLogprobs, check_head
from rlve.training.problems import torch_seed


@dataclass(frozen=True)
class Update:
    """What a step did, over all ranks.

    `gap` is |policy - sampler| of the log-probabilities of the `fresh` tokens, those that no older policy wrote: mean,
    99.9 %, largest; infinite where the policy's is not a number, or if there are none. `unknown` counts the tokens for
    which the sampler gave no finite one, `dropped` the optimizer steps that were not taken because a gradient was not
    finite. `peak_memory` is in bytes, of this rank's GPU.
    """

    loss: float
    grad_norm: float
    entropy: float
    clipped_low: float
    clipped_high: float
    capped: float
    gap: tuple[float, float, float]
    fresh: int
    unknown: int
    dropped: int
    kl: float | None
    tokens: int
    learning_rate: float
    peak_memory: int | None


class Policy:
    """A causal language model with its optimizer. Every method is to be called on all ranks together."""

    def __init__(
        self, settings: TrainSettings, model: str, start: str | None = None, adapters: Path | None = None
    ) -> None:
        """From a model folder or hub name; `start` is the one that the run began with, if that is another, and
        `adapters` a folder of adapters to go on from, if there are any.

        Raises `SettingsError`.
        """
        import deepspeed

        self.settings = settings
        self.device = distributed.device()
        self.shares_prompts = settings.share_prompts == "on" or (
            settings.share_prompts == "auto"
            and not settings.gradient_checkpointing
            and settings.max_response_tokens <= settings.max_prompt_tokens
        )
        torch.manual_seed(torch_seed(settings.seed, "adapters"))
        self.lm = models.load_lm(model, models.number_format(settings), settings.attention).to(self.device)
        self.source = weights.Folder(self.lm, model)
        self.tied = self.lm.get_output_embeddings().weight is self.lm.get_input_embeddings().weight
        module = TokenLogprobs(self.lm, settings.temperature, settings.tokens_per_logit_chunk)
        check_head(module)
        self.reference = self.frozen_copy(start or model) if settings.kl_every else None
        if settings.lora_rank:
            add_adapters(self.lm, settings)
            if adapters is not None:
                read(adapters, self.lm)
        if settings.gradient_checkpointing:
            self.lm.train()  # transformers checkpoints in training mode only
            self.lm.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
            if settings.lora_rank:
                self.lm.enable_input_require_grads()
        optimizer = torch.optim.AdamW(
            parameter_groups(self.lm, settings.weight_decay),
            lr=settings.learning_rate,
            betas=(settings.beta1, settings.beta2),
            fused=self.device.type == "cuda" and not settings.offload_optimizer,
        )
        self.norm_without_zero = 0.0
        self.merging_kept: float | None = None
        if settings.zero_stage == 0:
            optimizer.register_step_pre_hook(self.clip_without_zero)
        self.engine, *_ = deepspeed.initialize(
            model=module, optimizer=optimizer, config=engine_config(settings), dist_init_required=False
        )

    def frozen_copy(self, model: str) -> TokenLogprobs:
        lm = models.load_lm(model, models.number_format(self.settings), self.settings.attention)
        lm.requires_grad_(False)
        return TokenLogprobs(lm.to(self.device), self.settings.temperature, self.settings.tokens_per_logit_chunk)

    def clip_without_zero(self, optimizer: torch.optim.Optimizer, *_: Any) -> None:
        """At ZeRO stage 0 DeepSpeed forgets the norm it clips by: clip here, after gradients were averaged over
        ranks."""
        parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
        limit = self.settings.max_grad_norm or float("inf")
        self.norm_without_zero = float(nn.utils.clip_grad_norm_(parameters, limit))
        if not isfinite(self.norm_without_zero):
            for parameter in parameters:
                parameter.grad = None  # which the optimizer passes over, weights and moments alike

    def logprobs(self, batch: Microbatch, module: Any = None) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the response tokens and entropies, both [B, R] with 0 where there is no token."""
        rows = torch.arange(len(batch.tokens), device=batch.tokens.device)[:, None].expand_as(batch.before)
        present = batch.present
        found, entropy = (module or self.engine)(
            batch.tokens, rows[present], batch.before[present], batch.targets[present], batch.prompts
        )
        padding = torch.zeros(present.shape, device=found.device)
        return padding.masked_scatter(present, found), padding.masked_scatter(present, entropy)

    def update(self, shares: Sequence[Sequence[Sample]], step: int) -> Update | None:
        """Learn from a batch: `shares` holds every rank's samples. None if all of them are masked out."""
        settings = self.settings
        counted = [sample for share in shares for sample in share if sample.counts]
        totals = Totals(len(counted), sum(len(sample.response) for sample in counted))
        if not counted:
            return None
        distributed.forget_peak_memory()
        batches = self.microbatches(shares)
        olds: list[Tensor | None] = [None] * len(batches)
        if settings.updates_per_batch > 1:
            with torch.no_grad():
                olds = [self.logprobs(batch)[0] for batch in batches]
        measures_kl = self.reference is not None and step % settings.kl_every == 0
        names = ("loss", "entropy", "kl", "tokens", "clipped_low", "clipped_high", "capped", "unknown")
        sums = dict.fromkeys(names, torch.zeros((), device=self.device))
        gaps: list[Tensor] = []
        dropped = 0
        rate = self.set_learning_rate(step)
        for repetition in range(settings.updates_per_batch):
            for batch, fixed in zip(batches, olds):
                logprobs, entropy = self.logprobs(batch)
                old = logprobs.detach() if fixed is None else fixed
                loss = grpo_loss(
                    logprobs,
                    old,
                    batch.logprobs,
                    batch.advantage,
                    batch.mask,
                    settings=settings,
                    totals=totals,
                )
                # DeepSpeed averages gradients over ranks, and the loss is divided by global counts already.
                self.engine.backward(loss.value * distributed.size())
                news = loss.sums | {"loss": loss.value.detach(), "entropy": entropy[batch.mask].sum()}
                if repetition == 0:
                    gaps.append((old - batch.logprobs).abs()[batch.fresh & torch.isfinite(batch.logprobs)])
                    if measures_kl:
                        news["kl"] = self.divergence(batch, old)[batch.mask].sum()
                sums = sums | {name: sums[name] + value for name, value in news.items()}
            dropped += not self.step()
        whole = distributed.total({name: float(value) for name, value in sums.items()})
        tokens = whole["tokens"]
        unknown = round(whole["unknown"] / settings.updates_per_batch)
        return Update(
            loss=whole["loss"] / settings.updates_per_batch,
            grad_norm=self.grad_norm(),
            entropy=whole["entropy"] / tokens,
            clipped_low=whole["clipped_low"] / tokens,
            clipped_high=whole["clipped_high"] / tokens,
            capped=whole["capped"] / tokens,
            gap=gap_statistics(torch.cat(gaps)),
            fresh=sum(len(sample.response) - sample.older for sample in counted),
            unknown=unknown,
            dropped=dropped,
            kl=whole["kl"] / totals.tokens if measures_kl else None,
            tokens=totals.tokens,
            learning_rate=rate,
            peak_memory=distributed.peak_memory(),
        )

    def microbatches(self, shares: Sequence[Sequence[Sample]]) -> list[Microbatch]:
        """This rank's micro-batches, filled up to as many as the rank that has most of them."""
        budget = self.settings.tokens_per_microbatch
        if self.shares_prompts:
            cuts = [group_microbatches(share, budget) for share in shares]
        else:
            cuts = [microbatches([sample.tokens for sample in share], budget) for share in shares]
        mine = shares[distributed.rank()]
        batches = [[mine[position] for position in cut] for cut in cuts[distributed.rank()]]
        batches += [[idle()] for _ in range(max(map(len, cuts)) - len(batches))]
        return [assemble(batch, self.device, share_prompts=self.shares_prompts) for batch in batches]

    @torch.no_grad()
    def divergence(self, batch: Microbatch, logprobs: Tensor) -> Tensor:
        """The k3 estimate of the KL divergence from the start, per token [B, R]."""
        difference = self.logprobs(batch, self.reference)[0] - logprobs
        return difference.exp() - difference - 1.0

    def set_learning_rate(self, step: int) -> float:
        """Constant after a linear warm-up; `step` counts from 1."""
        rate = self.settings.learning_rate * min(1.0, step / max(self.settings.warmup_steps, 1))
        for group in self.engine.optimizer.param_groups:
            group["lr"] = rate
        return rate

    def step(self) -> bool:
        """One optimizer step, unless a gradient of any rank is not finite: weights and moments then stay as they are.

        Returns whether it was taken. DeepSpeed drops such steps itself at ZeRO 1 to 3, and tells nobody.
        """
        self.engine.step()
        return bool(self.engine.was_step_applied()) and isfinite(self.grad_norm())

    def grad_norm(self) -> float:
        """Of the last step, before clipping."""
        norm = self.engine.get_global_grad_norm()
        return self.norm_without_zero if norm is None else float(norm)

    def weights(self) -> Iterator[tuple[str, Tensor]]:
        """What the sampler needs to follow: all weights, or with LoRA the adapters; see `weights.handed_over`."""
        return weights.handed_over(self.lm, self.settings)

    def merged(self) -> Iterator[tuple[str, Tensor]]:
        """All weights by their Hugging Face names, adapters merged in; see `weights.merged`."""
        return weights.merged(self.lm, self.settings, weights.Merging())

    def save(self, folder: Path, tokenizer: Any) -> None:
        """Write an ordinary Hugging Face folder; see `weights.save`."""
        self.merging_kept = weights.save(self.lm, self.settings, self.source, folder, tokenizer, tied=self.tied)

    def save_optimizer(self, folder: Path) -> None:
        """Write everything that training needs to go on, each rank its part."""
        self.engine.save_checkpoint(str(folder.parent), tag=folder.name, save_latest=False)

    def load_optimizer(self, folder: Path, *, trusted: bool = False) -> None:
        """Continue from what `save_optimizer` wrote. Raises `RunError` if it is broken.

        Nothing that its files name is called, unless they are `trusted`.
        """
        try:
            with pickles.weights_only(trusted=trusted):
                loaded, _ = self.engine.load_checkpoint(str(folder.parent), tag=folder.name)
        except UnpicklingError as error:
            raise RunError(
                f"The checkpoint {folder} holds more than numbers, and reading it would run what it names: if you "
                "trust where it comes from add --trust-checkpoint, otherwise --fresh-optimizer, which does not read it."
            ) from error
        except Exception as error:
            raise RunError(f"The checkpoint {folder} cannot be loaded: {models.first_line(error)}") from error
        if loaded is None:
            raise RunError(f"The checkpoint {folder} cannot be loaded: files are missing.")


def gap_statistics(gaps: Tensor) -> tuple[float, float, float]:
    """Mean, 99.9 % quantile and maximum of the gaps of all ranks, without moving all of them. Infinite if there are
    none: what was not measured has not been found to be small."""
    tokens = sum(distributed.gather(len(gaps)))
    kept = ceil(tokens / 1000)
    gaps = gaps.float().nan_to_num(nan=inf)
    largest = gaps.topk(min(kept, len(gaps))).values.tolist()
    parts = distributed.gather((float(gaps.double().sum()), largest))
    ordered = sorted((gap for _, part in parts for gap in part), reverse=True)
    if not ordered:
        return inf, inf, inf
    return sum(part for part, _ in parts) / tokens, ordered[kept - 1], ordered[0]
