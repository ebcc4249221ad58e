"""Integers as sums of powers of two whose exponents are written in the same way."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class NestedPowerOfTwoExpression(Problem[str]):
    """Write an integer with 2, 0, + and parentheses: as a sum of powers of two, the exponents likewise."""

    max_difficulty = 26  # 63 bits

    number: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"bits": 11 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, bits: int) -> Self:
        number = rng.randrange(1 << (bits - 1), 1 << bits)
        if number.bit_count() == 1:
            raise Redraw
        return cls(number)

    def statement(self) -> str:
        # both examples are smaller than anything that is drawn
        return prose(f"""
            The code of a positive integer n is made as follows. Write n as a sum of different powers of two, the
            largest power first, and join the codes of these powers by "+". The code of the power 2^0 is "2(0)" and that
            of 2^1 is "2"; the code of 2^e for e >= 2 is "2(E)", where E is the code of the integer e, made in the same
            way. For example, 7 = 2^2 + 2^1 + 2^0 has the code 2(2)+2+2(0), and 25 = 2^4 + 2^3 + 2^0 has the code
            2(2(2))+2(2+2(0))+2(0). What is the code of {self.number}? Only this exact code counts, not another
            expression of the same value.""")

    def answer_format(self) -> Letters:
        return Letters("20()+")

    def solve(self) -> str:
        return _code(self.number)


def _code(number: int) -> str:
    exponents = [exponent for exponent in reversed(range(number.bit_length())) if number >> exponent & 1]
    return "+".join("2" if exponent == 1 else f"2({_code(exponent) if exponent else 0})" for exponent in exponents)
