"""How a batch is cut up: over ranks by groups, and on each rank into micro-batches by tokens. Pure functions.

Every rank knows the lengths of all rollouts, so all of them compute the same cut without talking to one another.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy
import torch
from numpy.typing import NDArray
from torch import Tensor


@dataclass(frozen=True, eq=False)
class Sample:
    """A response to learn from. `counts` is false if it is masked out of the loss.

    The first `older` tokens of the response were written in earlier steps, by older policies.
    """

    prompt: list[int]
    response: NDArray[numpy.int32]
    logprobs: NDArray[numpy.float32]
    advantage: float
    counts: bool = True
    older: int = 0

    @property
    def tokens(self) -> int:
        return len(self.prompt) + len(self.response)


@dataclass(frozen=True, eq=False)
class Prompts:
    """G prompts that several samples have in common, padded on the left to P tokens.

    `tokens` and `mask` are [G, P]; `of_row` [B] says which prompt each sample belongs to.
    """

    tokens: Tensor
    mask: Tensor
    of_row: Tensor


@dataclass(frozen=True, eq=False)
class Microbatch:
    """B samples, padded on the right to T tokens, their responses to R.

    `tokens` [B, T]; `before` [B, R] is the position in `tokens` from which each response token is predicted; `targets`
    [B, R] are the response tokens; `present` [B, R] is true where there is one, `mask` [B, R] where it also counts,
    `fresh` [B, R] where it does and was not written by an older policy.
    Padding comes after everything real, so that causal attention needs no mask for it.

    With `prompts`, a prompt is computed once for all its responses: `tokens` then holds responses only, without their
    last token, and position 0 in `before` stands for the end of the prompt.
    """

    tokens: Tensor
    before: Tensor
    targets: Tensor
    present: Tensor
    mask: Tensor
    fresh: Tensor
    logprobs: Tensor
    advantage: Tensor
    prompts: Prompts | None = None


def share_groups(sizes: Sequence[int], ranks: int) -> list[list[int]]:
    """Which groups each rank takes, so that their tokens (`sizes`) are as even as a simple rule makes them.

    The largest group goes to the rank that has least, then the next.

    >>> share_groups([5, 9, 4, 7], 2)
    [[1, 2], [0, 3]]
    """
    loads = [0] * ranks
    shares: list[list[int]] = [[] for _ in range(ranks)]
    for group in sorted(range(len(sizes)), key=lambda group: (-sizes[group], group)):
        least = min(range(ranks), key=lambda rank: (loads[rank], rank))
        loads[least] += sizes[group]
        shares[least].append(group)
    return [sorted(share) for share in shares]


def microbatches(lengths: Sequence[int], budget: int) -> list[list[int]]:
    """Positions of sequences that go through the model together: sorted by length, at most `budget` padded tokens each.

    A sequence longer than the budget goes alone.

    >>> microbatches([3, 8, 2, 3], 9)
    [[2, 0, 3], [1]]
    """
    found: list[list[int]] = []
    for position in sorted(range(len(lengths)), key=lambda position: lengths[position]):
        if found and (len(found[-1]) + 1) * lengths[position] <= budget:
            found[-1].append(position)
        else:
            found.append([position])
    return found


def group_microbatches(samples: Sequence[Sample], budget: int) -> list[list[int]]:
    """As `microbatches`, for prompts that are computed once: samples with the same prompt stay together."""
    groups: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for position, sample in enumerate(samples):
        groups[tuple(sample.prompt)].append(position)
    found: list[list[int]] = []
    prompts = 0
    for prompt, positions in sorted(groups.items(), key=lambda item: (len(item[0]), item[1])):
        together = [*found[-1], *positions] if found else []
        longest = max((len(samples[position].response) for position in together), default=0)
        if found and (prompts + 1) * len(prompt) + len(together) * longest <= budget:
            found[-1] = together
            prompts += 1
        else:
            found.append(positions)
            prompts = 1
    return found


def idle() -> Sample:
    """A sample of weight zero.

    Ranks must run equally many micro-batches, or ZeRO 2 and 3 wait for each other for ever.
    """
    return Sample([0], numpy.zeros(1, numpy.int32), numpy.zeros(1, numpy.float32), 0.0, counts=False)


def assemble(samples: Sequence[Sample], device: torch.device, *, share_prompts: bool = False) -> Microbatch:
    """Pad samples into tensors."""
    starts = [0 if share_prompts else len(sample.prompt) - 1 for sample in samples]
    width = max(len(sample.response) for sample in samples)
    before = torch.zeros(len(samples), width, dtype=torch.long)
    targets = torch.zeros(len(samples), width, dtype=torch.long)
    present = torch.zeros(len(samples), width, dtype=torch.bool)
    mask = torch.zeros(len(samples), width, dtype=torch.bool)
    fresh = torch.zeros(len(samples), width, dtype=torch.bool)
    logprobs = torch.zeros(len(samples), width)
    for row, (sample, start) in enumerate(zip(samples, starts)):
        count = len(sample.response)
        before[row, :count] = torch.arange(start, start + count)
        targets[row, :count] = torch.from_numpy(sample.response.astype(numpy.int64))
        present[row, :count] = True
        mask[row, :count] = sample.counts
        fresh[row, sample.older : count] = sample.counts
        logprobs[row, :count] = torch.from_numpy(sample.logprobs)
    if share_prompts:
        # One column at least: every rank must run the same layers equally often.
        tokens = right_padded([sample.response[:-1].tolist() or [0] for sample in samples])
        prompts = common_prompts(samples, device)
    else:
        tokens = right_padded([[*sample.prompt, *sample.response.tolist()] for sample in samples])
        prompts = None
    advantage = torch.tensor([sample.advantage for sample in samples], dtype=torch.float32)
    return Microbatch(
        tokens=tokens.to(device),
        before=before.to(device),
        targets=targets.to(device),
        present=present.to(device),
        mask=mask.to(device),
        fresh=fresh.to(device),
        logprobs=logprobs.to(device),
        advantage=advantage.to(device),
        prompts=prompts,
    )


def common_prompts(samples: Sequence[Sample], device: torch.device) -> Prompts:
    places = {prompt: place for place, prompt in enumerate(dict.fromkeys(tuple(sample.prompt) for sample in samples))}
    longest = max(map(len, places))
    tokens = torch.zeros(len(places), longest, dtype=torch.long)
    mask = torch.zeros(len(places), longest, dtype=torch.long)
    for prompt, place in places.items():
        tokens[place, longest - len(prompt) :] = torch.tensor(prompt)
        mask[place, longest - len(prompt) :] = 1
    of_row = torch.tensor([places[tuple(sample.prompt)] for sample in samples])
    return Prompts(tokens.to(device), mask.to(device), of_row.to(device))


def right_padded(rows: Sequence[Sequence[int]]) -> Tensor:
    """Rows of numbers as one tensor [rows, longest], filled up with 0."""
    padded = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.long)
    for row, numbers in enumerate(rows):
        padded[row, : len(numbers)] = torch.tensor(numbers)
    return padded
