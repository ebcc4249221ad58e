"""Remainders of 123456789101112..."""

from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class ConcatenatedIntegersModulo(Problem[int]):
    """Find the remainder of the number that is written by appending 1, 2, 3, ... to one another."""

    max_difficulty = 50

    last: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"longest": 64 * 2**difficulty, "largest_modulus": 97 + 60 * difficulty}

    @classmethod
    def generate(cls, rng: Random, longest: int, largest_modulus: int) -> Self:
        problem = cls(rng.randint(longest // 2, longest), rng.randint(11, largest_modulus))
        if gcd(problem.modulus, 10**20) == problem.modulus:  # then the last digits decide
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            Write the integers 1, 2, 3, ..., {self.last} in decimal notation one after another, without gaps, and read
            the result as one decimal number; up to 11, for example, this gives 1234567891011. What remainder does the
            number for {self.last} leave when it is divided by {self.modulus}?""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def solve(self) -> int:
        """All integers of as many digits at once, from 1..9 to the longest."""
        value, first, shift = 0, 1, 10
        while first <= self.last:
            end = min(shift - 1, self.last)
            value = value * pow(shift, end - first + 1, self.modulus) + _joined(first, end, shift, self.modulus)
            value %= self.modulus
            first, shift = shift, 10 * shift
        return value


def _joined(first: int, last: int, shift: int, modulus: int) -> int:
    """The sum of (last - j) * shift^j over j in 0..last - first, modulo the modulus.

    Times (shift - 1)^2 it has a closed form, which is computed modulo a multiple of that square and divided exactly.
    """
    count, square = last - first + 1, (shift - 1) ** 2
    power = pow(shift, count, modulus * square)
    geometric = last * (power - 1) * (shift - 1)
    weighted = shift - count * power + (count - 1) * power * shift
    return (geometric - weighted) % (modulus * square) // square
