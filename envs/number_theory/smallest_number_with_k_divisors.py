"""Smallest numbers with a given number of divisors."""

from dataclasses import dataclass
from math import prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import divisors, factorization, primes

PRIMES = primes(100)


@dataclass(frozen=True)
class SmallestNumberWithKDivisors(Problem[int]):
    """Find the smallest multiple of a number that has exactly k divisors."""

    count: int
    factor: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest_count": 30 + 12 * difficulty, "largest_factor": 6000 + 150 * difficulty}

    @classmethod
    def generate(cls, rng: Random, largest_count: int, largest_factor: int) -> Self:
        """The factor divides some number with that many divisors: each of its exponents, plus 1, divides the count."""
        count = 1
        exponents = [0] * 3
        target = rng.randint(largest_count // 2, largest_count)
        while 2 * count <= target:
            step = rng.choice((2, 2, 3, 3, 5))
            group = rng.randrange(len(exponents))
            exponents[group] = (exponents[group] + 1) * step - 1
            count *= step
        factor = prod(
            prime ** rng.randint(0, min(exponent, 3)) for prime, exponent in zip(rng.sample(PRIMES, 3), exponents)
        )
        problem = cls(count, factor)
        if count > target or not 5 < factor <= largest_factor or problem.solution == factor:
            raise Redraw
        if problem.solution == cls(count, 1).solution and rng.random() < 0.8:  # the factor can be forgotten
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            Find the smallest positive integer that is divisible by {self.factor} and has exactly {self.count} positive
            divisors, 1 and the number itself among them.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """Prime by prime: the least number for each number of divisors that divides the count."""
        counts = divisors(self.count)
        required = factorization(self.factor)
        further = sum(factorization(self.count).values())  # more primes than this have no use
        least = {1: 1}
        for prime in sorted({*required, *PRIMES[:further]}):
            extended: dict[int, int] = {}
            for count, number in least.items():
                for step in counts:
                    if step > required.get(prime, 0) and self.count % (count * step) == 0:
                        longer = number * prime ** (step - 1)
                        extended[count * step] = min(longer, extended.get(count * step, longer))
            least = extended
        return least[self.count]
