"""Zeros at the end of a factorial, in any base."""

from dataclasses import dataclass
from math import prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import factorial_valuation, factorization

PRIMES = (2, 3, 5, 7, 11, 13)


@dataclass(frozen=True)
class FactorialTrailingZerosBase(Problem[int]):
    """Count the zeros at the end of n! when it is written in a composite base."""

    max_difficulty = 90

    number: int
    base: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {
            "largest": int(60 * 1.5**difficulty),
            "largest_base": min(1000 * 2**difficulty, 10**6),
        }

    @classmethod
    def generate(cls, rng: Random, largest: int, largest_base: int) -> Self:
        """A hurried answer, which looks at one prime or does not carry Legendre's sum through, is seldom right."""
        chosen = rng.sample(PRIMES, rng.randint(2, 3))
        exponents = [rng.randint(1, 4) for _ in chosen]
        base = prod(prime**exponent for prime, exponent in zip(chosen, exponents))
        if base > largest_base:
            raise Redraw
        problem = cls(rng.randint(largest // 2, largest), base)
        if problem.solution < 2 or (problem.solution in problem.hurried() and rng.random() < 0.85):
            raise Redraw
        return problem

    def hurried(self) -> set[int]:
        """By the largest prime alone, with its exponent and without, and by n / (p - 1) in place of Legendre's sum."""
        factors = factorization(self.base)
        largest = max(factors)
        zeros = factorial_valuation(self.number, largest)
        estimate = min(self.number // ((prime - 1) * exponent) for prime, exponent in factors.items())
        return {zeros, zeros // factors[largest], estimate, estimate - 1}

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
