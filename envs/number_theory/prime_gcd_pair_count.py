"""Pairs whose greatest common divisor is prime."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.draws import two_ranges
from rlve.envs.toolkit.numbers import moebius, over_rectangle, primes


@dataclass(frozen=True)
class PrimeGcdPairCount(Problem[int]):
    """Count the pairs of numbers up to given bounds whose greatest common divisor is a prime."""

    max_difficulty = 22

    x_range: list[int]
    y_range: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": int(20 * 1.35**difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(*two_ranges(rng, largest))

    def statement(self) -> str:
        (x_low, x_high), (y_low, y_high) = self.x_range, self.y_range
        return prose(f"""
            Count the ordered pairs (x, y) of integers with {x_low} <= x <= {x_high} and {y_low} <= y <= {y_high} whose
            greatest common divisor is a prime number. (1 is not a prime.)""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        return over_rectangle(_up_to, self.x_range, self.y_range)


def _up_to(most_x: int, most_y: int) -> int:
    """For each prime, Moebius inversion over the pairs of its multiples."""
    last = min(most_x, most_y)
    signs = moebius(last // 2)
    return sum(
        signs[d] * (most_x // (prime * d)) * (most_y // (prime * d))
        for prime in primes(last)
        for d in range(1, last // prime + 1)
        if signs[d]
    )
