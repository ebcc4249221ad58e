"""Multiplication of two integers."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw


@dataclass(frozen=True)
class IntegerMultiplication(Problem[int]):
    """Multiply two integers of the same number of digits."""

    max_difficulty = 16  # two factors of 18 digits, the most that 64 bits hold

    first: int
    second: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"digits": 2 + difficulty}

    @classmethod
    def generate(cls, rng: Random, digits: int) -> Self:
        first, second = (rng.randrange(10 ** (digits - 1), 10**digits) for _ in range(2))
        if first % 10 == 0 or second % 10 == 0:
            raise Redraw  # easier than its number of digits says
        return cls(first, second)

    def statement(self) -> str:
        return f"Multiply {self.first} by {self.second}. What is the exact product?"

    def answer_format(self) -> Integer:
        return Integer()

    def solve(self) -> int:
        return self.first * self.second
