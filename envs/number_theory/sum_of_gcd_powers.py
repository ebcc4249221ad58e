"""Powers of greatest common divisors in a table."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class SumOfGcdPowers(Problem[int]):
    """Add up gcd(i, j)^K over all pairs of a rectangle."""

    rows: int
    columns: int
    exponent: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(8, difficulty, 1.35)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(rng.randint(largest // 2, largest), rng.randint(largest // 2, largest), rng.randint(1, 3))

    def statement(self) -> str:
        power = "gcd(i, j)" if self.exponent == 1 else f"gcd(i, j)^{self.exponent}"
        return prose(f"""
            What is the sum of {power} over all ordered pairs (i, j) of integers with 1 <= i <= {self.rows} and 1 <= j
            <= {self.columns}? Pairs with i = j are included.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """Jordan's totient J satisfies n^K = the sum of J(d) over all d that divide n."""
        limit = min(self.rows, self.columns)
        jordan = [n**self.exponent for n in range(limit + 1)]
        total = 0
        for divisor in range(1, limit + 1):
            for multiple in range(2 * divisor, limit + 1, divisor):
                jordan[multiple] -= jordan[divisor]
            total += jordan[divisor] * (self.rows // divisor) * (self.columns // divisor)
        return total
