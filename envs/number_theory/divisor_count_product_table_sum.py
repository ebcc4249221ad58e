"""Divisors of products in a table."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.draws import two_ranges
from rlve.envs.toolkit.numbers import moebius, over_rectangle, quotient_blocks


@dataclass(frozen=True)
class DivisorCountProductTableSum(Problem[int]):
    """Add up the numbers of divisors of all products in a multiplication table."""

    max_difficulty = 20

    x_range: list[int]
    y_range: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(13, difficulty, 1.3)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(*two_ranges(rng, largest))

    def statement(self) -> str:
        (x_low, x_high), (y_low, y_high) = self.x_range, self.y_range
        return prose(f"""
            Let d(n) be the number of positive divisors of n. What is the sum of d(x * y) over all ordered pairs (x, y)
            of integers with {x_low} <= x <= {x_high} and {y_low} <= y <= {y_high}? Every pair counts, even if other
            pairs have the same product.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        return over_rectangle(_up_to, self.x_range, self.y_range)


def _up_to(x: int, y: int) -> int:
    """d(i * j) counts the coprime pairs of a divisor of i and one of j, which Moebius inversion finds."""
    signs = moebius(min(x, y))
    return sum(sign * _quotient_sum(x // k) * _quotient_sum(y // k) for k, sign in enumerate(signs) if sign)


@cache
def _quotient_sum(n: int) -> int:
    return sum((last - first + 1) * (n // first) for first, last in quotient_blocks(n))
