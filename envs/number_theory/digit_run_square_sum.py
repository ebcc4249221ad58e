"""Runs of equal digits, summed over a range of numbers."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class DigitRunSquareSum(Problem[int]):
    """Sum, over all numbers of a range and their runs of equal digits, of digit times squared length of the run."""

    max_difficulty = 90

    low: int
    high: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": int(200 * 1.5**difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        high = rng.randint(largest // 2, largest)
        return cls(low=high - rng.randint(largest // 16, largest // 6), high=high)

    def statement(self) -> str:
        return prose(f"""
            For a positive integer x in decimal notation, cut its digits into the longest possible runs of equal
            neighbouring digits. Let f(x) be the sum, over these runs, of the digit times the square of the length of
            the run. For example 4455501 has the runs 44, 555, 0 and 1, so
            f(4455501) = 4*2^2 + 5*3^2 + 0*1^2 + 1*1^2 = 62. Compute f({self.low}) + f({self.low + 1}) + ... +
            f({self.high}), the sum of f(x) over all integers x with {self.low} <= x <= {self.high}.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        return _total_below(self.high + 1) - _total_below(self.low)


def _total_below(limit: int) -> int:
    """The sum of f over 0..limit - 1.

    The square of a run's length is the number of ordered pairs of its places: so each stretch of equal digits, part of
    a run or all of it, counts its digit once if it is one digit long and twice if it is longer.
    """
    total, place = 0, 1
    while place < limit:  # the place value of the stretch's last digit
        ones, span = 1, 10
        while place * ones < limit:
            weight = 1 if ones == 1 else 2
            cycles, rest = divmod(limit, place * span)
            for digit in range(1, 10):  # stretches of zeros count nothing, leading zeros included
                within = min(max(rest - digit * ones * place, 0), place)
                total += weight * digit * (cycles * place + within)
            ones, span = 10 * ones + 1, 10 * span
        place *= 10
    return total
