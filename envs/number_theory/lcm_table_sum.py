"""Least common multiples in a table."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import moebius


@dataclass(frozen=True)
class LcmTableSum(Problem[int]):
    """Add up lcm(i, j) over all pairs of a rectangle."""

    rows: int
    columns: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(11, difficulty, 1.3)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(rng.randint(largest // 4 + 1, largest), rng.randint(largest // 4 + 1, largest))

    def statement(self) -> str:
        return prose(f"""
            Let lcm(i, j) be the least common multiple of i and j. What is the sum of lcm(i, j) over all ordered pairs
            (i, j) of integers with 1 <= i <= {self.rows} and 1 <= j <= {self.columns}? Pairs with i = j are
            included.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """lcm(i, j) = g * (i / g) * (j / g), where Moebius inversion keeps only the pairs with the greatest g."""
        limit = min(self.rows, self.columns)
        weights = [0] * (limit + 1)
        for k, sign in enumerate(moebius(limit)):
            if sign:
                for multiple in range(k, limit + 1, k):
                    weights[multiple] += sign * k
        return sum(
            n * weight * _triangle(self.rows // n) * _triangle(self.columns // n)
            for n, weight in enumerate(weights)
            if n
        )


def _triangle(n: int) -> int:
    return n * (n + 1) // 2
