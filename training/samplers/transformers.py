"""The sampler for machines without vLLM: a second copy of the model, and a decoding loop of our own.

The prompt of a group goes through the model once; its keys and values are then repeated for every response. Rows whose
response is finished are dropped from the computation as soon as enough of them have gathered.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy
import torch

from rlve.training import distributed, models, templates
from rlve.training.adapters import add_adapters
from rlve.training.config import TrainSettings
from rlve.training.samplers import Decoding, Request, Response

ROWS_DRAWN = 64
SHRINK_AT = 0.75  # share of unfinished rows below which the finished ones are dropped


@dataclass
class Row:
    """A response in the making."""

    request: int
    limit: int
    tokens: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    finished: bool = False

    @property
    def done(self) -> bool:
        return self.finished or len(self.tokens) >= self.limit

    def response(self) -> Response:
        return Response(numpy.array(self.tokens, numpy.int32), numpy.array(self.logprobs, numpy.float32), self.finished)


class TransformersSampler:
    """Samples with `transformers`, in batches of at most `sampler_rows` responses (or one group, if that is larger)."""

    def __init__(self, settings: TrainSettings, model: str) -> None:
        self.device = distributed.device()
        self.lm = models.load_lm(model, models.number_format(settings), settings.attention).to(self.device)
        if settings.lora_rank:
            add_adapters(self.lm, settings)
        self.trained = [
            name
            for name, parameter in self.lm.named_parameters(remove_duplicate=False)
            if not settings.lora_rank or parameter.requires_grad
        ]
        self.lm.requires_grad_(False)
        self.tokenizer = models.load_tokenizer(model)
        self.ends = templates.endings(settings, model, self.tokenizer)
        # A token is a byte at least, but for those that are no text: a stop text lies within so many of the last ones.
        self.tail = 4 + max((len(text.encode()) for text in self.ends.texts), default=0)
        self.rows = settings.sampler_rows

    def load(self, weights: Iterable[tuple[str, torch.Tensor]]) -> None:
        """Raises `RuntimeError` if a weight is missing, unknown, or of another shape: an empty ZeRO-3 shard, say.

        With LoRA only the adapters come: they are computed beside the frozen layers, as the policy does.
        """
        own = dict(self.lm.named_parameters(remove_duplicate=False))
        missing = set(self.trained)
        for name, weight in weights:
            if name not in own or weight.shape != own[name].shape:
                raise RuntimeError(f"the weight {name} of shape {tuple(weight.shape)} has no place in the sampler")
            own[name].copy_(weight)
            missing.discard(name)
        if missing:
            raise RuntimeError(f"the sampler was not given the weight {min(missing)}")

    def sleep(self) -> None:
        """Nothing: the copy of the weights stays where it is."""

    def wake(self) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""

    def sample(self, requests: Iterable[Request], decoding: Decoding) -> Iterator[tuple[int, list[Response]]]:
        listed = list(requests)
        generator = torch.Generator(self.device).manual_seed(decoding.seed)
        for batch in self.batches(listed):
            yield from self.decode([(number, listed[number]) for number in batch], decoding, generator)

    def batches(self, requests: list[Request]) -> Iterator[list[int]]:
        """Positions of requests to be decoded together: of similar length, and few enough rows."""
        batch: list[int] = []
        rows = 0
        for number in sorted(range(len(requests)), key=lambda number: len(requests[number].tokens)):
            if batch and rows + requests[number].count > self.rows:
                yield batch
                batch, rows = [], 0
            batch.append(number)
            rows += requests[number].count
        if batch:
            yield batch

    def decode(
        self, batch: list[tuple[int, Request]], decoding: Decoding, generator: torch.Generator
    ) -> Iterator[tuple[int, list[Response]]]:
        """Decode a batch token by token, yielding each request when its last response is done."""
        rows = [Row(number, request.max_tokens) for number, request in batch for _ in range(request.count)]
        groups = {number: [row for row in rows if row.request == number] for number, _ in batch}
        open_rows = {number: len(group) for number, group in groups.items()}
        logits, cache, mask = self.prefill([request.tokens for _, request in batch])
        repeated = torch.tensor([place for place, (_, request) in enumerate(batch) for _ in range(request.count)])
        logits, mask = logits[repeated], mask[repeated]
        cache.batch_select_indices(repeated.to(self.device))
        while True:
            chosen, logprobs = choose_tokens(logits, decoding, generator)
            alive = []
            for place, (row, token, logprob) in enumerate(zip(rows, chosen.tolist(), logprobs.tolist())):
                if row.done:
                    continue
                row.tokens.append(token)
                row.logprobs.append(logprob)
                row.finished = token in self.ends.tokens or self.stopped(row)
                if not row.done:
                    alive.append(place)
                    continue
                open_rows[row.request] -= 1
                if open_rows[row.request] == 0:
                    yield row.request, [done.response() for done in groups[row.request]]
            if not alive:
                return
            if len(alive) <= SHRINK_AT * len(rows):
                kept = torch.tensor(alive, device=self.device)
                cache.batch_select_indices(kept)
                mask, chosen = mask[kept], chosen[kept]
                rows = [rows[place] for place in alive]
            mask = torch.cat([mask, mask.new_ones(len(rows), 1)], dim=1)
            logits = self.forward(chosen[:, None], mask, cache)

    def stopped(self, row: Row) -> bool:
        """Whether the last token completes a text that ends responses."""
        if not self.ends.texts:
            return False
        tail = self.tokenizer.decode(row.tokens[-self.tail :])
        return any(text in tail for text in self.ends.texts)

    def prefill(self, prompts: list[list[int]]) -> tuple[torch.Tensor, Any, torch.Tensor]:
        """Logits after each prompt [prompts, vocabulary], the cache, and the mask of real tokens [prompts, longest]."""
        from transformers import DynamicCache

        longest = max(map(len, prompts))
        tokens = torch.zeros(len(prompts), longest, dtype=torch.long)
        mask = torch.zeros(len(prompts), longest, dtype=torch.long)
        for place, prompt in enumerate(prompts):
            tokens[place, longest - len(prompt) :] = torch.tensor(prompt)
            mask[place, longest - len(prompt) :] = 1
        cache = DynamicCache(config=self.lm.config)
        mask = mask.to(self.device)
        return self.forward(tokens.to(self.device), mask, cache), cache, mask

    @torch.no_grad()
    def forward(self, tokens: torch.Tensor, mask: torch.Tensor, cache: Any) -> torch.Tensor:
        """Logits after the last of `tokens` [rows, new] in float32; `mask` covers the cache and the new tokens."""
        positions = (mask.cumsum(dim=1) - 1).clamp(min=0)[:, -tokens.shape[1] :]
        output = self.lm(
            input_ids=tokens,
            attention_mask=mask,
            position_ids=positions,
            past_key_values=cache,
            use_cache=True,
            logits_to_keep=1,
        )
        logits: torch.Tensor = output.logits[:, -1].float()
        return logits


def choose_tokens(
    logits: torch.Tensor, decoding: Decoding, generator: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """A token for each row of logits [rows, vocabulary], and its log-probability under the sampling temperature."""
    if decoding.temperature == 0.0:
        best = logits.argmax(dim=-1)
        return best, torch.zeros_like(best, dtype=torch.float32)
    logprobs = torch.log_softmax(logits / decoding.temperature, dim=-1)
    probabilities = logprobs.exp()
    if decoding.top_k or decoding.top_p < 1.0:
        probabilities = truncated(probabilities, decoding.top_k, decoding.top_p)
        logprobs = probabilities.log()
    chosen = drawn(probabilities, generator)
    return chosen[:, 0], logprobs.gather(1, chosen)[:, 0]


def drawn(probabilities: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """A column [rows, 1] for each row of `probabilities`, by inverting its distribution function.

    On a CPU `torch.multinomial` takes ten times as long. Sums are in float64, so that unlikely tokens keep their share,
    and of some rows at a time, so that they fit into a cache.
    """
    parts = []
    for part in torch.split(probabilities, ROWS_DRAWN):
        reached = part.cumsum(dim=1, dtype=torch.float64)
        places = torch.rand(len(part), 1, generator=generator, device=part.device, dtype=torch.float64)
        below_all = reached[:, -1:] * (1.0 - 1e-15)  # rounding must not lead past the last token that has a share
        found = torch.searchsorted(reached, places * below_all, right=True)
        parts.append(found.clamp(max=part.shape[1] - 1))  # beyond it only where they are no numbers
    return torch.cat(parts)


def truncated(probabilities: torch.Tensor, top_k: int, top_p: float) -> torch.Tensor:
    """Only the `top_k` likeliest tokens, and of those the likeliest that together reach `top_p`, normalised again."""
    ordered, order = probabilities.sort(dim=-1, descending=True)
    if top_k:
        ordered[:, top_k:] = 0.0
        ordered /= ordered.sum(dim=-1, keepdim=True)
    before = ordered.cumsum(dim=-1) - ordered
    ordered = ordered.masked_fill(before >= top_p, 0.0)
    kept = torch.zeros_like(probabilities).scatter(1, order, ordered)
    return kept / kept.sum(dim=-1, keepdim=True)
