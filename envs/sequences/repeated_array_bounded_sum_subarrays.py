"""Counting subarrays of a periodic array by their sum."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class RepeatedArrayBoundedSumSubarrays(Problem[int]):
    """Write an array several times in a row, and count the contiguous subarrays whose sum is at most a bound."""

    numbers: list[int]
    copies: int
    bound: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 3 + difficulty // 2, "copies": 4 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int, copies: int) -> Self:
        numbers = [rng.randint(1, 2 * size) for _ in range(size)]
        total = sum(numbers)
        return cls(numbers, copies, bound=rng.randint(total, max(total, copies * total // 2)))

    def statement(self) -> str:
        rules = prose(f"""
            The array A below has {len(self.numbers)} elements. Written {self.copies} times in a row, it makes an array
            B of {len(self.numbers) * self.copies} elements. How many non-empty contiguous subarrays of B have a sum of
            at most {self.bound} (exactly {self.bound} counts)? Subarrays at different positions of B are different,
            even if their contents are the same.""")
        return f"{rules}\nA: {' '.join(map(str, self.numbers))}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """Each start in A once: the same longest subarray begins there in all copies but the last ones."""
        size = len(self.numbers)
        whole, rest = divmod(self.bound, sum(self.numbers))
        found = 0
        for start in range(size):
            length = whole * size + _fitting(self.numbers[start:] + self.numbers[:start], rest)
            # with `left` copies to go, this start's own included, at most left * size - start elements follow
            cut_short = min(self.copies, -(-(length + start) // size) - 1)
            found += size * cut_short * (cut_short + 1) // 2 - start * cut_short
            found += (self.copies - cut_short) * length
        return found


def _fitting(numbers: list[int], bound: int) -> int:
    """How many of the first numbers have a sum of at most `bound`."""
    for count, number in enumerate(numbers):
        bound -= number
        if bound < 0:
            return count
    return len(numbers)
