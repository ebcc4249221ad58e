"""Zeros at the end of a factorial, in any base."""

from dataclasses import dataclass
from math import prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import schedule
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import factorial_valuation, factorization

PRIMES = (2, 3, 5, 7, 11, 13)


@dataclass(frozen=True)
class FactorialTrailingZerosBase(Problem[int]):
    """Count the zeros at the end of n! when it is written in a composite base."""

    number: int
    base: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {
            "largest": int(60 * 1.5**difficulty),
            "largest_base": min(250 * 2**difficulty, 10**6),
            "fewest_primes": schedule([1, 1, 2], difficulty),
        }

    @classmethod
    def generate(cls, rng: Random, largest: int, largest_base: int, fewest_primes: int) -> Self:
        chosen = rng.sample(PRIMES, rng.randint(fewest_primes, 3))
        exponents = [rng.randint(1, 4) for _ in chosen]
        base = prod(prime**exponent for prime, exponent in zip(chosen, exponents))
        if base > largest_base:
            raise Redraw
        problem = cls(rng.randint(largest // 2, largest), base)
        # the schoolbook recipe counts the largest prime only, as if it stood in the base once
        if problem.solution < 2 or problem.solution == factorial_valuation(problem.number, max(chosen)):
            raise Redraw
        return problem

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
