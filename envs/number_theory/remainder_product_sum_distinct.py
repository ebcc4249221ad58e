"""Products of remainders."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class RemainderProductSumDistinct(Problem[int]):
    """Add up (N mod i) * (M mod j) over all pairs of different i and j."""

    n: int
    m: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(12, difficulty, 1.35)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(rng.randint(max(4, largest // 4), largest), rng.randint(max(4, largest // 4), largest))

    def statement(self) -> str:
        return prose(f"""
            What is the sum of ({self.n} mod i) * ({self.m} mod j) over all ordered pairs (i, j) of integers with 1 <= i
            <= {self.n}, 1 <= j <= {self.m} and i different from j? Here a mod b is the non-negative remainder of a
            divided by b.""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """The sum over all pairs is a product; the pairs with i = j are taken out."""
        left = [self.n % i for i in range(1, self.n + 1)]
        right = [self.m % j for j in range(1, self.m + 1)]
        return sum(left) * sum(right) - sum(a * b for a, b in zip(left, right))
