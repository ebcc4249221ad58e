"""Cycles of the last digits of powers."""

from dataclasses import dataclass
from math import gcd, prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import divisors, merged_congruence, multiplicative_order


@dataclass(frozen=True)
class PowerLastDigitsCycle(Problem[int]):
    """Find after how many further factors the last digits of the powers of a number repeat."""

    max_difficulty = 24

    number: int
    digits: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"digits": 4 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, digits: int) -> Self:
        """The period is drawn first: most numbers have the longest one. At times one of 2 and 5 divides the number."""
        zero = rng.choices([1, 2**digits, 5**digits], [14, 5, 1])[0]
        rest = 10**digits // zero
        unit = rng.randrange(2, rest)
        if gcd(unit, rest) > 1:
            raise Redraw
        order = multiplicative_order(unit, rest)
        periods = [period for period in divisors(order) if period >= 3]
        if len(periods) < 2 * digits:  # few of them would come again and again
            raise Redraw
        power = pow(unit, order // rng.choice(periods), rest)
        last_digits, modulus = merged_congruence([(0, zero), (power, rest)])
        problem = cls(last_digits + modulus * rng.randrange(100), digits)
        if problem.solution == problem.from_two_digits() and rng.random() < 0.7:
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            Let n = {self.number}, and look at the last {self.digits} decimal digits of n, n^2, n^3, ..., with zeros in
            front where a power has fewer digits. Find the smallest integer L >= 1 such that for every exponent a >= 1
            the last {self.digits} digits of n^a and of n^(a + L) are the same. There is such an L.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def from_two_digits(self) -> int:
        """The period of the last two digits, times five for each digit more: right for most numbers."""
        modulus = prod(prime**2 for prime in (2, 5) if self.number % prime)
        return int(multiplicative_order(self.number, modulus) * 5 ** (self.digits - 2))

    def solve(self) -> int:
        """Modulo 2^k and 5^k the powers are all 0, or those of a unit: the latter decide."""
        modulus = prod(prime**self.digits for prime in (2, 5) if self.number % prime)
        return multiplicative_order(self.number, modulus)
