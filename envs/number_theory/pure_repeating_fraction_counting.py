"""Fractions with purely periodic expansions."""

from dataclasses import dataclass
from itertools import accumulate
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import moebius


@dataclass(frozen=True)
class PureRepeatingFractionCounting(Problem[int]):
    """Count the different fractions x/y within bounds whose expansion in a base repeats right from the point on."""

    max_difficulty = 22

    most_x: int
    most_y: int
    base: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": int(16 * 1.35**difficulty), "largest_base": 12 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, largest: int, largest_base: int) -> Self:
        most_x, most_y = (rng.randint((largest + 1) // 2, largest) for _ in range(2))
        return cls(most_x, most_y, rng.randint(2, largest_base))

    def statement(self) -> str:
        return prose(f"""
            Consider the fractions x/y with integers 1 <= x <= {self.most_x} and 1 <= y <= {self.most_y}, written in
            base {self.base}. How many different values among them have a purely periodic expansion, that is, one in
            which the digits after the point are a single block repeated for ever, beginning with the first digit after
            the point? Integers count (their block is 0). A value that ends, such as 0.1 in base {self.base}, does not
            count unless it is an integer, nor does one with other digits before the first block. Values greater than 1
            count too, and equal values of different (x, y) count once.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """A reduced fraction is purely periodic if and only if its denominator is coprime to the base."""
        coprime = [int(y > 0 and gcd(y, self.base) == 1) for y in range(self.most_y + 1)]
        coprime_up_to = list(accumulate(coprime))
        signs = moebius(min(self.most_x, self.most_y))
        return sum(
            sign * (self.most_x // d) * coprime_up_to[self.most_y // d]
            for d, sign in enumerate(signs)
            if sign and coprime[d]
        )
