"""Divisors of products in a table."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import moebius, quotient_blocks


@dataclass(frozen=True)
class DivisorCountProductTableSum(Problem[int]):
    """Add up the numbers of divisors of all products in a multiplication table."""

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
            Let d(n) be the number of positive divisors of n. What is the sum of d(i * j) over all ordered pairs (i, j)
            of integers with 1 <= i <= {self.rows} and 1 <= j <= {self.columns}? Every pair counts, even if other pairs
            have the same product.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """d(i * j) counts the coprime pairs of a divisor of i and one of j, which Moebius inversion finds."""
        signs = moebius(min(self.rows, self.columns))
        return sum(
            sign * _quotient_sum(self.rows // k) * _quotient_sum(self.columns // k)
            for k, sign in enumerate(signs)
            if sign
        )


def _quotient_sum(n: int) -> int:
    return sum((last - first + 1) * (n // first) for first, last in quotient_blocks(n))
