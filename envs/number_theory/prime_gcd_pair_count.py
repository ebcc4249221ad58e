"""Pairs whose greatest common divisor is prime."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import moebius, primes


@dataclass(frozen=True)
class PrimeGcdPairCount(Problem[int]):
    """Count the pairs of numbers up to given bounds whose greatest common divisor is a prime."""

    most_x: int
    most_y: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": int(20 * 1.35**difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(*(rng.randint(largest // 3, largest) for _ in range(2)))

    def statement(self) -> str:
        return prose(f"""
            Count the ordered pairs (x, y) of integers with 1 <= x <= {self.most_x} and 1 <= y <= {self.most_y} whose
            greatest common divisor is a prime number. (1 is not a prime.)""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """For each prime, Moebius inversion over the pairs of its multiples."""
        last = min(self.most_x, self.most_y)
        signs = moebius(last // 2)
        return sum(
            signs[d] * (self.most_x // (prime * d)) * (self.most_y // (prime * d))
            for prime in primes(last)
            for d in range(1, last // prime + 1)
            if signs[d]
        )
