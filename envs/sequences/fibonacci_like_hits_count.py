"""Sequences like Fibonacci's that meet a number."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class FibonacciLikeHitsCount(Problem[list[int]]):
    """Count the pairs of first terms from which a sequence like Fibonacci's reaches a number, for three numbers."""

    targets: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(40, difficulty, 1.4)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        # a single count can be estimated as about 1.77 times the number, off by one or two
        return cls(sorted(rng.sample(range(largest // 2, largest + 1), 3)))

    def statement(self) -> str:
        return prose(f"""
            Two positive integers a and b begin the sequence f(0) = a, f(1) = b, f(n) = f(n-1) + f(n-2) for n >= 2. For
            each of the three numbers K = {", ".join(map(str, self.targets))}: for how many ordered pairs (a, b) does
            K occur as a term f(n) with n >= 2? The terms f(0) and f(1) do not count as occurrences, and the pairs
            (a, b) and (b, a) are different unless a = b. Give the three counts in the order of the numbers.""")

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=1), count=len(self.targets))

    def solve(self) -> list[int]:
        return [_hits(target) for target in self.targets]


def _hits(target: int) -> int:
    """The terms from f(2) on increase, so every pair has at most one n with F(n-1) * a + F(n) * b = target."""
    found = 0
    small, large = 1, 1  # F(n-1) and F(n), neighbouring Fibonacci numbers and so coprime
    while small + large <= target:
        least = target * pow(large, -1, small) % small or small
        largest = (target - small) // large
        found += max(0, (largest - least) // small + 1)
        small, large = large, small + large
    return found
