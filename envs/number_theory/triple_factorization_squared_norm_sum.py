"""Integer points with a given product of coordinates."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import divisors


@dataclass(frozen=True)
class TripleFactorizationSquaredNormSum(Problem[int]):
    """Add up (|x| + |y| + |z|)^2 over all integer triples whose product lies in a range."""

    low: int
    high: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(40, difficulty, 1.3), "most_numbers": 5 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, largest: int, most_numbers: int) -> Self:
        high = rng.randint(largest // 2, largest)
        return cls(rng.randint(max(1, high - most_numbers + 1), high - 1), high)

    def statement(self) -> str:
        return prose(f"""
            For an integer k >= 1, let P(k) be the sum of (|x| + |y| + |z|)^2 over all ordered triples (x, y, z) of
            integers with x * y * z = k. The integers may be negative. What is the sum of P(k) over all integers k from
            {self.low} to {self.high}, both included?""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """A positive product allows four choices of signs: none or two of the numbers are negative."""
        return 4 * sum(
            (x + y + k // x // y) ** 2
            for k in range(self.low, self.high + 1)
            for x in divisors(k)
            for y in divisors(k // x)
        )
