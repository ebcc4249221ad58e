"""Powers of greatest common divisors in a table."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.draws import two_ranges


@dataclass(frozen=True)
class SumOfGcdPowers(Problem[int]):
    """Add up gcd(i, j)^K over all pairs of a rectangle."""

    max_difficulty = 22

    x_range: list[int]
    y_range: list[int]
    exponent: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(11, difficulty, 1.35)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        x_range, y_range = two_ranges(rng, largest)
        return cls(x_range, y_range, rng.randint(1, 3))

    def statement(self) -> str:
        (x_low, x_high), (y_low, y_high) = self.x_range, self.y_range
        power = "gcd(x, y)" if self.exponent == 1 else f"gcd(x, y)^{self.exponent}"
        return prose(f"""
            What is the sum of {power} over all ordered pairs (x, y) of integers with {x_low} <= x <= {x_high} and
            {y_low} <= y <= {y_high}? Pairs with x = y are included.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """Jordan's totient J satisfies n^K = the sum of J(d) over all d that divide n."""
        limit = min(self.x_range[1], self.y_range[1])
        jordan = [n**self.exponent for n in range(limit + 1)]
        (x_low, x_high), (y_low, y_high) = self.x_range, self.y_range
        total = 0
        for divisor in range(1, limit + 1):
            for multiple in range(2 * divisor, limit + 1, divisor):
                jordan[multiple] -= jordan[divisor]
            xs = x_high // divisor - (x_low - 1) // divisor
            ys = y_high // divisor - (y_low - 1) // divisor
            total += jordan[divisor] * xs * ys
        return total
