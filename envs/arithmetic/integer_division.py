"""Division with remainder."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class IntegerDivision(Problem[int]):
    """Find the quotient of two integers, rounded down."""

    max_difficulty = 15  # dividends of 18 digits, the most that 64 bits hold

    dividend: int
    divisor: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"divisor_digits": 1 + (difficulty + 1) // 2, "quotient_digits": 2 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, divisor_digits: int, quotient_digits: int) -> Self:
        divisor = rng.randrange(10 ** (divisor_digits - 1), 10**divisor_digits)
        quotient = rng.randrange(10 ** (quotient_digits - 1), 10**quotient_digits)
        if divisor == 1 or divisor % 10 == 0:
            raise Redraw  # easier than its number of digits says
        return cls(divisor * quotient + rng.randrange(divisor), divisor)

    def statement(self) -> str:
        return prose(f"""
            Divide {self.dividend} by {self.divisor}. What is the quotient, without its fractional part: the largest
            integer that is not greater than {self.dividend} / {self.divisor}?""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        return self.dividend // self.divisor
