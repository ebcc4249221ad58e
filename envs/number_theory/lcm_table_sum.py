"""Least common multiples in a table."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.draws import two_ranges
from rlve.envs.toolkit.numbers import moebius, over_rectangle


@dataclass(frozen=True)
class LcmTableSum(Problem[int]):
    """Add up lcm(i, j) over all pairs of a rectangle."""

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
            Let lcm(x, y) be the least common multiple of x and y. What is the sum of lcm(x, y) over all ordered pairs
            (x, y) of integers with {x_low} <= x <= {x_high} and {y_low} <= y <= {y_high}? Pairs with x = y are
            included.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        return over_rectangle(_up_to, self.x_range, self.y_range)


def _up_to(most_x: int, most_y: int) -> int:
    """lcm(x, y) = g * (x / g) * (y / g), where Moebius inversion keeps only the pairs with the greatest g."""
    limit = min(most_x, most_y)
    weights = [0] * (limit + 1)
    for k, sign in enumerate(moebius(limit)):
        if sign:
            for multiple in range(k, limit + 1, k):
                weights[multiple] += sign * k
    return sum(n * weight * _triangle(most_x // n) * _triangle(most_y // n) for n, weight in enumerate(weights) if n)


def _triangle(n: int) -> int:
    return n * (n + 1) // 2
