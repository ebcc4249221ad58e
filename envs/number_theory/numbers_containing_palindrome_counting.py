"""Numbers with a palindrome among their digits."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import digits


@dataclass(frozen=True)
class NumbersContainingPalindromeCounting(Problem[int]):
    """Count the numbers of a range that have two or more neighbouring digits which form a palindrome."""

    max_difficulty = 90

    low: int
    high: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": int(200 * 1.5**difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        high = rng.randint(largest // 2, largest)
        return cls(low=rng.randint(1, high // 2), high=high)

    def statement(self) -> str:
        return prose(f"""
            Write integers in decimal notation, without leading zeros. Count the integers n with {self.low} <= n <=
            {self.high} in which some block of two or more consecutive digits reads the same forwards and backwards.
            For example, 72443000 is such a number (44, 000 or 00) and so is 50581234 (505), but 71203456 is not.""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        return self.high - self.low + 1 - (_without_up_to(self.high) - _without_up_to(self.low - 1))


def _without_up_to(last: int) -> int:
    """How many of 1..last have no such block, that is, no two equal digits at distance one or two."""
    text = digits(last)
    count = sum(_free_choices(0, length) for length in range(1, len(text)))
    for place, digit in enumerate(text):
        before = text[max(place - 2, 0) : place]
        smaller = [choice for choice in range(place == 0, digit) if choice not in before]
        count += len(smaller) * _free_choices(place + 1, len(text))
        if digit in before:
            return count
    return count + (last > 0)


def _free_choices(place: int, length: int) -> int:
    """Ways to fill the places from `place` on: the first digit is not 0, each differs from the two before it."""
    ways = 1
    for position in range(place, length):
        ways *= 9 if position < 2 else 8
    return ways
