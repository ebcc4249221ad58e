"""Numbers with increasing digits."""

from dataclasses import dataclass
from math import comb
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class IncreasingDigitNumberCount(Problem[int]):
    """Count the numbers up to a limit whose digits in some base strictly increase from left to right."""

    max_difficulty = 18  # thirteen digits in base 26; later limits outgrow 64 bits

    base: int
    limit: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest_base": 8 + difficulty, "digits": 4 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, largest_base: int, digits: int) -> Self:
        """The limit begins with two increasing digits, of which the first can begin a number of its length."""
        base = rng.randint(largest_base - 2, largest_base)
        limit = rng.randrange(base ** (digits - 1), (base - digits + 1) * base ** (digits - 1))
        first, second, *_ = _digits(limit, base)
        if first >= second:
            raise Redraw
        return cls(base, limit)

    def statement(self) -> str:
        return prose(f"""
            Write whole numbers in base {self.base}, with the digits 0..{self.base - 1} and without leading zeros. How
            many positive integers n <= {self.limit} have at least two digits in base {self.base}, with every digit
            larger than the digit to its left? (The limit {self.limit} is written in base ten, and n may be equal to
            it.)""")

    def answer_format(self) -> Integer:
        return Integer(0)

    def solve(self) -> int:
        """All shorter numbers, then those of the limit's length by the first digit in which they are below it."""
        digits = _digits(self.limit, self.base)
        highest = self.base - 1
        total = sum(comb(highest, length) for length in range(2, len(digits)))
        last = 0
        for place, digit in enumerate(digits):
            behind = len(digits) - place - 1
            total += sum(comb(highest - smaller, behind) for smaller in range(last + 1, digit))
            if digit <= last:
                return total
            last = digit
        return total + 1


def _digits(number: int, base: int) -> list[int]:
    digits = []
    while number:
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits[::-1]
