"""Factorizations into different factors."""

from dataclasses import dataclass
from math import isqrt
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import divisors

FACTORS = (2, 2, 2, 2, 3, 3, 3, 5, 5, 7, 11)


@dataclass(frozen=True)
class DistinctFactorFactorizationCounting(Problem[int]):
    """Count the ways to write a number as a product of different factors from a given range."""

    max_difficulty = 40

    number: int
    least: int
    most: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": int(240 * 1.5**difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        """Numbers of many small prime factors: others have hardly any factorizations."""
        number = 1
        while 2 * number <= largest:
            number *= rng.choice(FACTORS)
        problem = cls(number, rng.randint(2, 4), rng.randint(isqrt(number), number // 2))
        if number > largest or problem.solution < 3:
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            In how many ways can {self.number} be written as a product of two or more integers that are all different
            and all in the range from {self.least} to {self.most}, both included? The order of the factors does not
            matter. For example, with factors from 2 to 8 there are three ways for 24: 3*8, 4*6 and 2*3*4 (2*2*6 does
            not count because 2 is repeated, and 2*12 does not because 12 is too large).""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """Each possible factor is used once or not: `ways` counts the products of the factors seen so far."""
        ways = dict.fromkeys(reversed(divisors(self.number)), 0)
        ways[1] = 1
        for factor in sorted(ways):
            if self.least <= factor <= self.most and factor < self.number:  # two or more factors
                for target in ways:  # descending, so that no factor counts twice
                    if target % factor == 0:
                        ways[target] += ways[target // factor]
        return ways[self.number]
