"""Pairs with a given greatest common divisor and least common multiple."""

from dataclasses import dataclass
from math import prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import factorization, primes

PRIMES = primes(30)
LARGEST_QUOTIENT = 10**9


@dataclass(frozen=True)
class GcdLcmPairCount(Problem[list[int]]):
    """How many pairs have a given gcd and lcm, and what is the smallest sum of such a pair?"""

    divisor: int
    multiple: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {
            "primes": 2 + min(difficulty // 2, 4),
            "largest_exponent": 1 + min(difficulty // 3, 2),
            "largest_divisor": 20 + 10 * difficulty,
        }

    @classmethod
    def generate(cls, rng: Random, primes: int, largest_exponent: int, largest_divisor: int) -> Self:
        divisor = rng.randint(2, largest_divisor)
        chosen = rng.sample(PRIMES, primes)
        quotient = prod(chosen)
        for prime in chosen:
            power = prime ** rng.randint(0, largest_exponent - 1)
            if quotient * power < LARGEST_QUOTIENT:
                quotient *= power
        multiple = divisor * quotient
        if rng.random() < 0.05:  # then there is no pair at all
            multiple += rng.randint(1, divisor - 1)
        return cls(divisor, multiple)

    def statement(self) -> str:
        return prose(f"""
            Consider the ordered pairs (P, Q) of positive integers whose greatest common divisor is {self.divisor} and
            whose least common multiple is {self.multiple}. (P, Q) and (Q, P) are two pairs unless P = Q. Give two
            numbers: how many such pairs there are, and the smallest value of P + Q among them. If there are none, give
            0 and 0.""")

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=0), count=2)

    def solve(self) -> list[int]:
        """P and Q share the quotient's prime powers, each whole: one subset to P, all others to Q."""
        quotient, rest = divmod(self.multiple, self.divisor)
        if rest:
            return [0, 0]
        shares = [1]
        for prime, exponent in factorization(quotient).items():
            shares += [share * prime**exponent for share in shares]
        return [len(shares), self.divisor * min(share + quotient // share for share in shares)]
