"""Pillai's arithmetical function."""

from dataclasses import dataclass
from math import prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.toolkit.numbers import factorization


@dataclass(frozen=True)
class PillaiGcdSum(Problem[int]):
    """Add up gcd(i, N) for i = 1, ..., N."""

    max_difficulty = 60

    number: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(4000, difficulty, 1.5)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        number = rng.randint(largest // 2, largest)
        exponents = factorization(number).values()
        if sum(exponents) < 3 or (max(exponents) == 1 and rng.random() < 0.95):  # a product of 2p - 1 if all are 1
            raise Redraw
        return cls(number)

    def statement(self) -> str:
        n = self.number
        return f"What is the sum of gcd(i, {n}) over all integers i with 1 <= i <= {n}?"

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """The function is multiplicative, and known for powers of primes."""
        return prod(p ** (a - 1) * (a * (p - 1) + p) for p, a in factorization(self.number).items())
