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

    max_difficulty = 40

    n: int
    m: int
    most_i: int
    most_j: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(90, difficulty, 1.35), "most": geometric(6, difficulty, 1.25)}

    @classmethod
    def generate(cls, rng: Random, largest: int, most: int) -> Self:
        dividends = [rng.randint(largest // 3, largest) for _ in range(2)]
        return cls(*dividends, *(rng.randint((most + 2) // 2, most) for _ in range(2)))

    def statement(self) -> str:
        return prose(f"""
            What is the sum of ({self.n} mod i) * ({self.m} mod j) over all ordered pairs (i, j) of integers with 1
            <= i <= {self.most_i}, 1 <= j <= {self.most_j} and i different from j? Here a mod b is the non-negative
            remainder of a divided by b.""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """The sum over all pairs is a product; the pairs with i = j are taken out."""
        left = [self.n % i for i in range(1, self.most_i + 1)]
        right = [self.m % j for j in range(1, self.most_j + 1)]
        return sum(left) * sum(right) - sum(a * b for a, b in zip(left, right))
