"""The next palindrome."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class NextPalindromeNumber(Problem[int]):
    """Find the smallest number above a given one that reads the same from both ends."""

    max_difficulty = 13

    number: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"digits": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, digits: int) -> Self:
        """Mostly the left half, mirrored, does not exceed the number and must be raised, with a carry."""
        half = digits - digits // 2
        left = rng.randint(10 ** (half - 1), 10**half - 1)
        kind = rng.random()
        if kind < 0.8:
            nines = 10 ** rng.choice((1, 1, max(1, half // 2)))  # so that raising it carries
            left += nines - 1 - left % nines
        span = 10 ** (digits // 2)
        mirrored = _mirrored(left, digits) % span
        raised = mirrored == 0 or kind < 0.9
        right = rng.randrange(mirrored, span) if raised else rng.randrange(mirrored)
        return cls(left * span + right)

    def statement(self) -> str:
        return prose(f"""
            Find the smallest integer that is strictly greater than {self.number} and whose decimal notation reads the
            same forwards and backwards.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        digits = len(str(self.number))
        left = self.number // 10 ** (digits // 2)
        palindrome = _mirrored(left, digits)
        if palindrome > self.number:
            return palindrome
        if self.number == 10**digits - 1:  # all nines
            return self.number + 2
        return _mirrored(left + 1, digits)


def _mirrored(left: int, digits: int) -> int:
    """The palindrome of so many digits that begins with its left half; the middle digit belongs to that half."""
    text = str(left)
    return int(text + text[: digits // 2][::-1])
