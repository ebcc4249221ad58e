"""Coprime pairs in two ranges."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.draws import two_ranges
from rlve.envs.toolkit.numbers import moebius


@dataclass(frozen=True)
class CoprimePairCount(Problem[int]):
    """Count the pairs of coprime numbers, the first from one range and the second from another."""

    max_difficulty = 25

    x_range: list[int]
    y_range: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": int(12 * 1.4**difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(*two_ranges(rng, largest))

    def statement(self) -> str:
        (x_low, x_high), (y_low, y_high) = self.x_range, self.y_range
        return prose(f"""
            Count the ordered pairs (x, y) of integers with {x_low} <= x <= {x_high} and {y_low} <= y <= {y_high} whose
            greatest common divisor is 1. (The pair (1, 1), if it lies in the ranges, is one of them.)""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """Moebius inversion: pairs of multiples of d, for all d."""
        (x_low, x_high), (y_low, y_high) = self.x_range, self.y_range
        signs = moebius(min(x_high, y_high))
        return sum(
            sign * (x_high // d - (x_low - 1) // d) * (y_high // d - (y_low - 1) // d)
            for d, sign in enumerate(signs)
            if sign
        )
