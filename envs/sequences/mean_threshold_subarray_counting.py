"""Counting subarrays by their mean."""

from bisect import bisect_right, insort
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class MeanThresholdSubarrayCounting(Problem[int]):
    """Count the contiguous subarrays whose mean is at least a threshold."""

    numbers: list[int]
    threshold: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        numbers = [rng.randint(0, 3 * size) for _ in range(size)]
        threshold = sum(numbers) // size + rng.randint(-(size // 4), size // 4)
        problem = cls(numbers, max(1, threshold))
        subarrays = size * (size + 1) // 2
        if not subarrays <= 5 * problem.solution <= 4 * subarrays:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Below is an array of {len(self.numbers)} integers. How many of its non-empty contiguous subarrays have an
            arithmetic mean of at least {self.threshold}? A mean of exactly {self.threshold} counts. Subarrays at
            different positions are different, even if their contents are the same.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """Pairs of prefix sums of A - threshold of which the later one is not smaller."""
        earlier, found = [0], 0
        for total in accumulate(number - self.threshold for number in self.numbers):
            found += bisect_right(earlier, total)
            insort(earlier, total)
        return found
