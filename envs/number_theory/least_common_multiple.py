"""Least common multiples."""

from dataclasses import dataclass
from math import gcd, lcm
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw


@dataclass(frozen=True)
class LeastCommonMultiple(Problem[int]):
    """Find the least common multiple of two numbers with a common divisor."""

    max_difficulty = 80

    a: int
    b: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest_divisor": 16 + 4 * difficulty, "largest_cofactor": int(12 * 1.5**difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest_divisor: int, largest_cofactor: int) -> Self:
        common = rng.randint(2, largest_divisor)
        a, b = (rng.randint(2, largest_cofactor) for _ in range(2))
        if gcd(a, b) != 1:  # in particular a = b
            raise Redraw
        return cls(common * a, common * b)

    def statement(self) -> str:
        return (
            f"What is the least common multiple of {self.a} and {self.b}, "
            "that is, the smallest positive integer that both of them divide?"
        )

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        return lcm(self.a, self.b)
