"""Numbers by the longest increasing subsequence of their digits."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose

LISTED = 10_000  # numbers; more are counted without going through them


@dataclass(frozen=True)
class DigitLisCount(Problem[int]):
    """Count the numbers in a range whose digits have a longest increasing subsequence of a given length."""

    max_difficulty = 26  # 18 digits, the most that 64 bits hold

    low: int
    high: int
    power: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"digits": 5 + difficulty // 2, "width": 30 + 15 * difficulty}

    @classmethod
    def generate(cls, rng: Random, digits: int, width: int) -> Self:
        high = rng.randrange(10 ** (digits - 1), 10**digits)
        low = max(0, high - rng.randint(width // 2, width))
        counts = Counter(_powers(low, high))
        power = rng.choice(sorted(counts))
        if not 1 < counts[power] < high - low + 1:
            raise Redraw
        return cls(low, high, power)

    def statement(self) -> str:
        return prose(f"""
            The power of a whole number is the length of the longest strictly increasing subsequence of its decimal
            digits, read from left to right: digits may be left out, but not reordered, and each must be larger than
            the one before it. Numbers are written without leading zeros; 0 is the single digit 0 and has power 1. How
            many whole numbers n with {self.low} <= n <= {self.high} have a power of exactly {self.power}?""")

    def answer_format(self) -> Integer:
        return Integer(0, self.high - self.low + 1)

    def solve(self) -> int:
        if self.high - self.low > LISTED:
            return _count_below(self.high + 1, self.power) - _count_below(self.low, self.power)
        return _powers(self.low, self.high).count(self.power)


def _powers(low: int, high: int) -> list[int]:
    """Of the numbers low..high. Numbers that differ in the last digit only share the work on the others."""
    powers = []
    for tens in range(low // 10, high // 10 + 1):
        tails = 0
        for digit in map(int, str(tens) if tens else ""):
            tails = _with_digit(tails, digit)
        for digit in range(max(0, low - 10 * tens), min(9, high - 10 * tens) + 1):
            powers.append(_with_digit(tails, digit).bit_count())
    return powers


def _count_below(end: int, power: int) -> int:
    """How many of the numbers 0..end - 1 have this power, digit by digit, those with equal tails together."""
    below = Counter[int]()  # of the prefixes that are smaller than that of `end`
    prefix = 0
    for place, last in enumerate(map(int, str(end))):
        longer = Counter[int]()
        for tails, count in below.items():
            for digit in range(10):
                longer[_with_digit(tails, digit)] += count
        longer.update(_with_digit(prefix, digit) for digit in range(0 if place else 1, last))
        if place:
            longer.update(_with_digit(0, digit) for digit in range(1, 10))  # numbers that begin here
        below, prefix = longer, _with_digit(prefix, last)
    return sum(count for tails, count in below.items() if tails.bit_count() == power) + (power == 1 and end > 0)


def _with_digit(tails: int, digit: int) -> int:
    """Bit d of `tails` tells whether d is the least last digit of the increasing subsequences of some length."""
    replaced = tails >> digit << digit
    return (tails ^ (replaced & -replaced)) | 1 << digit
