"""Divisors of all numbers in a range."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import quotient_blocks


@dataclass(frozen=True)
class DivisorCountRangeSum(Problem[int]):
    """Add up the numbers of divisors of all integers in a range."""

    max_difficulty = 38

    low: int
    high: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(150, difficulty, 1.5)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        high = rng.randint(largest // 2, largest)
        return cls(high - rng.randint(5, 5 + largest // 8), high)

    def statement(self) -> str:
        return prose(f"""
            Let d(n) be the number of positive divisors of n, so that d(1) = 1. What is the sum of d(n) over all
            integers n from {self.low} to {self.high}, both included?""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        return _divisors_up_to(self.high) - _divisors_up_to(self.low - 1)


def _divisors_up_to(limit: int) -> int:
    """Every k divides limit // k of the numbers 1..limit."""
    return sum((last - first + 1) * (limit // first) for first, last in quotient_blocks(limit))
