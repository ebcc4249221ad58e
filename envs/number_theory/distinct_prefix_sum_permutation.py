"""Orderings whose prefix sums are all different modulo their length."""

from dataclasses import dataclass
from itertools import accumulate
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.numbers import sequencing
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class DistinctPrefixSumPermutation(Problem[list[int]]):
    """Order 1..n such that its prefix sums are all different modulo n, some of them as prescribed."""

    places: list[int]
    remainders: list[int]
    planted: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"smallest": 10 + difficulty, "largest": 12 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, smallest: int, largest: int) -> Self:
        """Multiples of a unit, with n in the place of 0."""
        size = rng.randint((smallest + 1) // 2, largest // 2) * 2
        unit = rng.randrange(1, size)
        if gcd(unit, size) != 1:
            raise Redraw
        planted = [step * unit % size or size for step in sequencing(size, turned=rng.random() < 0.5)]
        sums = list(accumulate(planted))
        places = sorted(rng.sample(range(2, size), 2 + size // 6))
        return cls(places, [sums[place - 1] % size for place in places], planted)

    def statement(self) -> str:
        size = len(self.planted)
        rules = prose(f"""
            Order the numbers 1..{size} such that the sums of the first k numbers, for k = 1, 2, ..., {size}, leave
            {size} different remainders (0..{size - 1}) when divided by {size}. Some of these remainders are prescribed:
            each line below gives a k and the remainder that the sum of the first k numbers must leave. Any such
            ordering is right.""")
        return f"{rules}\n{table(zip(self.places, self.remainders))}"

    def answer_format(self) -> Permutation:
        return Permutation(len(self.planted), base=1)

    def solve(self) -> list[int]:
        return self.planted

    def score(self, answer: list[int]) -> float:
        size = len(answer)
        remainders = [total % size for total in accumulate(answer)]
        for place, wanted in zip(self.places, self.remainders):
            if remainders[place - 1] != wanted:
                raise Infeasible(f"the sum of the first {place} numbers leaves another remainder than {wanted}")
        return proportion(len(set(remainders)), size, power=20)  # to repeat one or two remainders is easy
