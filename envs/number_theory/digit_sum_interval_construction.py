"""Intervals whose digits add up to a multiple."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import digit_sum_below, digits
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class DigitSumIntervalConstruction(Problem[list[int]]):
    """Find an interval of integers all of whose digits together add up to a multiple of a given number."""

    max_difficulty = 24

    low: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": int(200 * 1.5**difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        """Moduli start at 100: below 19 a single number with that digit sum would do."""
        modulus = rng.randint(largest // 2, largest)
        return cls(rng.randint(1, modulus), modulus)

    def high(self) -> int:
        return self.low + 10 * self.modulus

    def statement(self) -> str:
        return prose(f"""
            Let f(x) be the sum of the decimal digits of x; for example f(3070) = 10. Find integers L and R with
            {self.low} <= L <= R <= {self.high()} such that the sum f(L) + f(L + 1) + ... + f(R), with both ends
            included, is divisible by {self.modulus}. Any such pair is right. Give L and R, in this order.""")

    def answer_format(self) -> Items[int]:
        return Items(Integer(self.low, self.high()), count=2)

    def solve(self) -> list[int]:
        """Two of the sums over low..x agree modulo `modulus`, for modulus + 1 values of x at most."""
        x, total, first_after = self.low, sum(digits(self.low)) % self.modulus, {0: self.low}
        while total not in first_after:
            x += 1
            first_after[total] = x
            total = (total + sum(digits(x))) % self.modulus
        return [first_after[total], x]

    def score(self, answer: list[int]) -> float:
        first, last = answer
        if first > last:
            raise Infeasible("L is greater than R")
        return float((digit_sum_below(last + 1) - digit_sum_below(first)) % self.modulus == 0)
