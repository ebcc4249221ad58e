"""Pairs whose sum divides their product."""

from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class SumDividesProductPairs(Problem[int]):
    """Count the pairs a < b within given bounds for which a + b divides a * b."""

    max_difficulty = 28

    most_a: int
    most_b: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": int(64 * 1.35**difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        most_b = rng.randint((largest + 1) // 2, largest)
        return cls(most_a=rng.randint((most_b + 1) // 2, most_b - 1), most_b=most_b)

    def statement(self) -> str:
        return prose(f"""
            Count the pairs (a, b) of integers with 1 <= a <= {self.most_a}, 1 <= b <= {self.most_b} and a < b for which
            the sum a + b divides the product a * b without remainder. (Equal numbers a = b do not count.)""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """With a = g * x, b = g * y and x, y coprime, x + y is coprime to x * y, so it has to divide g."""
        count, y = 0, 2
        while y * (y + 1) <= self.most_b:
            for x in range(1, y):
                most = min(self.most_a // x, self.most_b // y) // (x + y)
                if most and gcd(x, y) == 1:
                    count += most
            y += 1
        return count
