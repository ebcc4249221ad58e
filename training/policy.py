"""The model being trained, inside a DeepSpeed engine: the same code on one CPU and on many GPUs."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint

from rlve.training import distributed, models
from rlve.training.batching import Microbatch, Prompts, Sample, assemble, group_microbatches, idle, microbatches
from rlve.training.config import TrainSettings
from rlve.training.errors import RunError, SettingsError
from rlve.training.grpo import Totals, grpo_loss
from rlve.training.problems import torch_seed


class TokenLogprobs(nn.Module):
    """A causal language model that answers with log-probabilities of given tokens instead of logits.

    Logits over a vocabulary of 150,000 for every token of a batch would fill a GPU many times over. Here the head is
    applied to a chunk of tokens at a time, and computed again in the backward pass.
    """

    def __init__(self, lm: Any, temperature: float, chunk: int) -> None:
        super().__init__()
        self.lm = lm
        self.temperature = temperature
        self.chunk = chunk

    def forward(
        self, tokens: Tensor, rows: Tensor, places: Tensor, targets: Tensor, prompts: Prompts | None = None
    ) -> tuple[Tensor, Tensor]:
        """Log-probability of each of N targets, and the entropy there without gradient; both [N], float32.

        `tokens` is [B, T], padded on the right; target n is predicted at `tokens[rows[n], places[n]]`. With `prompts`,
        `tokens` go on from them, and place 0 is the end of the prompt, 1 the first of `tokens`.
        """
        if prompts is None:
            hidden = self.lm.base_model(input_ids=tokens, use_cache=False).last_hidden_state[rows, places]
        else:
            hidden = self.after_prompts(tokens, prompts)[rows, places]
        if len(targets) <= self.chunk:
            return self.head(hidden, targets)
        parts = [
            checkpoint(self.head, hidden_part, target_part, use_reentrant=False)
            for hidden_part, target_part in zip(torch.split(hidden, self.chunk), torch.split(targets, self.chunk))
        ]
        return torch.cat([part[0] for part in parts]), torch.cat([part[1] for part in parts])

    def after_prompts(self, tokens: Tensor, prompts: Prompts) -> Tensor:
        """Hidden states [B, 1 + T, width] of the prompts' ends and of the tokens after them.

        Each prompt goes through the model once; its keys and values are repeated, with their gradients, for its rows.
        """
        from transformers import DynamicCache

        cache = DynamicCache(config=self.lm.config)
        positions = (prompts.mask.cumsum(dim=1) - 1).clamp(min=0)
        ends = self.lm.base_model(
            input_ids=prompts.tokens,
            attention_mask=prompts.mask,
            position_ids=positions,
            past_key_values=cache,
            use_cache=True,
        ).last_hidden_state[:, -1]
        cache.batch_select_indices(prompts.of_row)
        steps = torch.arange(1, tokens.shape[1] + 1, device=tokens.device)
        after = self.lm.base_model(
            input_ids=tokens,
            attention_mask=torch.cat([prompts.mask[prompts.of_row], torch.ones_like(tokens)], dim=1),
            position_ids=positions[prompts.of_row, -1:] + steps,
            past_key_values=cache,
            use_cache=True,
        ).last_hidden_state
        return torch.cat([ends[prompts.of_row, None], after], dim=1)

    def head(self, hidden: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
        logits = self.lm.get_output_embeddings()(hidden).float() / self.temperature
        logprobs = torch.log_softmax(logits, dim=-1)
        with torch.no_grad():
            entropy = -(logprobs.exp() * logprobs).sum(dim=-1)
        return logprobs.gather(1, targets[:, None])[:, 0], entropy


@dataclass(frozen=True)
class Update:
    """What a step did, over all ranks.

    `gap` is |policy - sampler| of the tokens' log-probabilities: mean, 99.9 %, largest. `peak_memory` is in bytes, of
    this rank's GPU.
    """

    loss: float
    grad_norm: float
    entropy: float
    clipped_low: float
    clipped_high: float
    capped: float
    gap: tuple[float, float, float]
    kl: float | None
    tokens: int
    learning_rate: float
    peak_memory: int | None


class Policy:
    """A causal language model with its optimizer. Every method is to be called on all ranks together."""

    def __init__(self, settings: TrainSettings, model: str) -> None:
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
        self.tied = self.lm.get_output_embeddings().weight is self.lm.get_input_embeddings().weight
        module = TokenLogprobs(self.lm, settings.temperature, settings.tokens_per_logit_chunk)
        check_head(module)
        self.reference = self.frozen_copy(model) if settings.kl_every else None
        if settings.lora_rank:
            add_adapters(self.lm, settings)
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
        names = ("loss", "entropy", "kl", "tokens", "clipped_low", "clipped_high", "capped")
        sums = dict.fromkeys(names, torch.zeros((), device=self.device))
        gaps: list[Tensor] = []
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
                    gaps.append((old - batch.logprobs).abs()[batch.mask])
                    if measures_kl:
                        news["kl"] = self.divergence(batch, old)[batch.mask].sum()
                sums = sums | {name: sums[name] + value for name, value in news.items()}
            self.engine.step()
        whole = distributed.total({name: float(value) for name, value in sums.items()})
        tokens = whole["tokens"]
        return Update(
            loss=whole["loss"] / settings.updates_per_batch,
            grad_norm=self.grad_norm(),
            entropy=whole["entropy"] / tokens,
            clipped_low=whole["clipped_low"] / tokens,
            clipped_high=whole["clipped_high"] / tokens,
            capped=whole["capped"] / tokens,
            gap=gap_statistics(torch.cat(gaps), totals.tokens),
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

    def grad_norm(self) -> float:
        """Of the last step, before clipping."""
        norm = self.engine.get_global_grad_norm()
        return self.norm_without_zero if norm is None else float(norm)

    def weights(self) -> Iterator[tuple[str, Tensor]]:
        """All weights by their Hugging Face names, a tied head under both its names, adapters merged in.

        With ZeRO 3 each is gathered when it is asked for, and is gone when the next one is: copy it before going on.
        """
        for name, parameter in self.lm.named_parameters(remove_duplicate=False):
            if ".lora_" in name:
                continue
            path, adapted, rest = name.partition(".base_layer.")
            layer = self.lm.get_submodule(path) if adapted else None
            parts = [parameter, *(layer.parameters() if layer is not None else [])]
            with torch.no_grad(), self.gathered(parts):
                if layer is not None and rest == "weight":
                    yield f"{path}.{rest}", parameter + layer.get_delta_weight("default").to(parameter.dtype)
                else:
                    yield (f"{path}.{rest}" if adapted else name), parameter.detach()

    def gathered(self, parameters: Sequence[nn.Parameter]) -> Any:
        """A context in which ZeRO-3 parameters are whole on every rank."""
        if self.settings.zero_stage < 3:
            return nullcontext()
        import deepspeed

        return deepspeed.zero.GatheredParameters(list(dict.fromkeys(parameters)))

    def save(self, folder: Path, tokenizer: Any) -> None:
        """Write an ordinary Hugging Face folder; the main rank does. May raise what writing to a full disk raises."""
        state = {}
        for name, weight in self.weights():
            if distributed.is_main() and not (self.tied and name == "lm_head.weight"):
                state[name] = weight.detach().cpu().clone()
        if distributed.is_main():
            self.lm.save_pretrained(folder, state_dict=state)
            tokenizer.save_pretrained(folder)
            for path in folder.glob("*.safetensors"):
                path.chmod((folder / "config.json").stat().st_mode)  # safetensors lets only its owner read

    def save_optimizer(self, folder: Path) -> None:
        """Write everything that training needs to go on, each rank its part."""
        self.engine.save_checkpoint(str(folder.parent), tag=folder.name, save_latest=False)

    def load_optimizer(self, folder: Path) -> None:
        """Continue from what `save_optimizer` wrote. Raises `RunError` if it is broken."""
        try:
            loaded, _ = self.engine.load_checkpoint(str(folder.parent), tag=folder.name)
        except Exception as error:
            raise RunError(f"The checkpoint {folder} cannot be loaded: {models.first_line(error)}") from error
        if loaded is None:
            raise RunError(f"The checkpoint {folder} cannot be loaded: files are missing.")


def engine_config(settings: TrainSettings) -> dict[str, Any]:
    """DeepSpeed's settings. Clipping is always named, for its default of 1 would act silently."""
    brain = models.number_format(settings) is torch.bfloat16
    zero: dict[str, Any] = {"stage": settings.zero_stage}
    if settings.offload_optimizer:
        zero["offload_optimizer"] = {"device": "cpu", "pin_memory": torch.cuda.is_available()}
    return {
        "train_micro_batch_size_per_gpu": 1,
        "gradient_accumulation_steps": 1,
        "managed_gradient_accumulation": False,
        "gradient_clipping": settings.max_grad_norm if settings.zero_stage else 0.0,
        "zero_optimization": zero,
        "zero_allow_untested_optimizer": True,
        "zero_force_ds_cpu_optimizer": False,
        "bf16": {"enabled": brain},
        "data_types": {"grad_accum_dtype": "fp32"},
        "steps_per_print": None,
    }


def parameter_groups(lm: nn.Module, weight_decay: float) -> list[dict[str, Any]]:
    """Trained parameters: matrices decay, gains and biases do not."""
    trained = [parameter for parameter in lm.parameters() if parameter.requires_grad]
    groups = [
        {"params": [p for p in trained if p.ndim > 1], "weight_decay": weight_decay},
        {"params": [p for p in trained if p.ndim <= 1], "weight_decay": 0.0},
    ]
    return [group for group in groups if group["params"]]


def add_adapters(lm: Any, settings: TrainSettings) -> None:
    """Put LoRA adapters on every linear layer but the head, and freeze everything else."""
    try:
        from peft import LoraConfig, inject_adapter_in_model
    except ImportError as error:
        raise SettingsError("--lora-rank needs peft: pip install peft.") from error
    head = lm.get_output_embeddings()
    linear = [name for name, layer in lm.named_modules() if isinstance(layer, nn.Linear) and layer is not head]
    lora = LoraConfig(r=settings.lora_rank, lora_alpha=settings.lora_alpha, target_modules=linear)
    inject_adapter_in_model(lora, lm)
    for name, parameter in lm.named_parameters():
        parameter.requires_grad_(".lora_" in name)


@torch.no_grad()
def check_head(module: TokenLogprobs) -> None:
    """Raises `SettingsError` if this model does more to its logits than the head does (scaling or capping them)."""
    device = next(module.parameters()).device
    tokens = torch.arange(1, 9, device=device)[None]
    logits = module.lm(input_ids=tokens, use_cache=False).logits[0, :-1].float() / module.temperature
    expected = torch.log_softmax(logits, dim=-1).gather(1, tokens[0, 1:, None])[:, 0]
    places = torch.arange(7, device=device)
    found, _ = module(tokens, torch.zeros_like(places), places, tokens[0, 1:])
    if (found - expected).abs().max() > 0.1:
        raise SettingsError(
            f"{type(module.lm).__name__} changes its logits after the head, which rlve cannot train yet."
        )


def gap_statistics(gaps: Tensor, tokens: int) -> tuple[float, float, float]:
    """Mean, 99.9 % quantile and maximum of the gaps of all ranks (`tokens` of them in all), without moving all of
    them."""
    kept = ceil(tokens / 1000)
    largest = gaps.float().topk(min(kept, len(gaps))).values.tolist()
    parts = distributed.gather((float(gaps.double().sum()), largest))
    ordered = sorted((gap for _, part in parts for gap in part), reverse=True)
    return sum(part for part, _ in parts) / tokens, ordered[kept - 1], ordered[0]
