"""How a batch is cut up: over ranks by groups, and on each rank into micro-batches by tokens. Pure functions.

Every rank knows the lengths of all rollouts, so all of them compute the same cut without talking to one another.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
import torch
from numpy.typing import NDArray
from torch import Tensor


@dataclass(frozen=True, eq=False)
class Sample:
    """A response to learn from. `counts` is false if it is masked out of the loss."""

    prompt: list[int]
    response: NDArray[numpy.int32]
    logprobs: NDArray[numpy.float32]
    advantage: float
    counts: bool = True

    @property
    def tokens(self) -> int:
        return len(self.prompt) + len(self.response)


@dataclass(frozen=True, eq=False)
class Microbatch:
    """B samples, padded on the right to T tokens, their responses to R.

    `tokens` [B, T]; `before` [B, R] is the position in `tokens` from which each response token is predicted; `targets`
    [B, R] are the response tokens; `present` [B, R] is true where there is one, `mask` [B, R] where it also counts.
    Padding comes after everything real, so that causal attention needs no mask for it.
    """

    tokens: Tensor
    before: Tensor
    targets: Tensor
    present: Tensor
    mask: Tensor
    logprobs: Tensor
    advantage: Tensor


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


def idle() -> Sample:
    """A sample of weight zero.

    Ranks must run equally many micro-batches, or ZeRO 2 and 3 wait for each other for ever.
    """
    return Sample([0], numpy.zeros(1, numpy.int32), numpy.zeros(1, numpy.float32), 0.0, counts=False)


def assemble(samples: Sequence[Sample], device: torch.device) -> Microbatch:
    """Pad samples into tensors."""
    rows = len(samples)
    longest = max(sample.tokens for sample in samples)
    longest_response = max(len(sample.response) for sample in samples)
    tokens = torch.zeros(rows, longest, dtype=torch.long)
    before = torch.zeros(rows, longest_response, dtype=torch.long)
    targets = torch.zeros(rows, longest_response, dtype=torch.long)
    present = torch.zeros(rows, longest_response, dtype=torch.bool)
    mask = torch.zeros(rows, longest_response, dtype=torch.bool)
    logprobs = torch.zeros(rows, longest_response)
    for row, sample in enumerate(samples):
        start, count = len(sample.prompt), len(sample.response)
        response = torch.from_numpy(sample.response.astype(numpy.int64))
        tokens[row, :start] = torch.tensor(sample.prompt)
        tokens[row, start : start + count] = response
        before[row, :count] = torch.arange(start - 1, start - 1 + count)
        targets[row, :count] = response
        present[row, :count] = True
        mask[row, :count] = sample.counts
        logprobs[row, :count] = torch.from_numpy(sample.logprobs)
    advantage = torch.tensor([sample.advantage for sample in samples], dtype=torch.float32)
    parts = (tokens, before, targets, present, mask, logprobs, advantage)
    return Microbatch(*(part.to(device, non_blocking=True) for part in parts))
