"""Zeros at the end of a factorial, in any base."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import factorial_valuation, factorization

PRIMES = (2, 3, 5, 7, 11, 13, 17)
LARGEST_BASE = 10**6


@dataclass(frozen=True)
class FactorialTrailingZerosBase(Problem[int]):
    """Count the zeros at the end of n! when it is written in a composite base."""

    max_difficulty = 88

    number: int
    base: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {
            "largest": int(140 * 1.5**difficulty),
            "largest_base": min(200_000 * 2**difficulty, LARGEST_BASE),
        }

    @classmethod
    def generate(cls, rng: Random, largest: int, largest_base: int) -> Self:
        """Mostly a prime decides that is neither the largest nor the one of the largest power in the base."""
        bases = _bases(rng.random() < 0.85)
        base = bases[rng.randrange(bisect_right(bases, largest_base))]
        problem = cls(rng.randint(largest // 2, largest), base)
        if problem.solution < 2 or (problem.solution in problem.hurried() and rng.random() < 0.7):
            raise Redraw
        return problem

    def hurried(self) -> tuple[int, int]:
        """By the largest prime of the base alone, and with n / (p - 1) in place of Legendre's sum."""
        factors = factorization(self.base)
        largest, exponent = max(factors.items())
        estimate = min(self.number // ((prime - 1) * times) for prime, times in factors.items())
        return factorial_valuation(self.number, largest) // exponent, estimate

    def statement(self) -> str:
        return prose(f"""
            The number {self.number}! = 1 * 2 * ... * {self.number} is written in base {self.base} (both numbers are
            given in decimal). With how many zeros does it end? In other words: what is the largest integer e such that
            {self.base}^e divides {self.number}! without remainder?""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        return min(
            factorial_valuation(self.number, prime) // exponent for prime, exponent in factorization(self.base).items()
        )


@cache
def _bases(hidden: bool) -> list[int]:
    """Bases of two or three primes, ascending. `hidden`: a large n decides by a prime that does not stand out.

    For large n the prime p of exponent e with the largest (p - 1) * e leaves the fewest zeros.
    """
    found = []
    for chosen in (*combinations(PRIMES, 2), *combinations(PRIMES, 3)):
        for exponents in product(range(1, 11), repeat=len(chosen)):
            factors = list(zip(chosen, exponents))
            base = prod(prime**exponent for prime, exponent in factors)
            if base <= LARGEST_BASE:
                decides = max(factors, key=lambda factor: (factor[0] - 1) * factor[1])
                stands_out = max(factors), max(factors, key=lambda factor: factor[0] ** factor[1])
                if not hidden or decides not in stands_out:
                    found.append(base)
    return sorted(found)
