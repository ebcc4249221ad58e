"""Numbers that share a divisor."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import totient


@dataclass(frozen=True)
class CototientRangeSum(Problem[int]):
    """Add up, over all x in a range, how many of 1..x have a common divisor with x."""

    max_difficulty = 45

    low: int
    high: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"span": geometric(7, difficulty)}

    @classmethod
    def generate(cls, rng: Random, span: int) -> Self:
        low = rng.randint(span * span // 2, 4 * span * span)
        return cls(low, low + rng.randint(span // 2, span))

    def statement(self) -> str:
        return prose(f"""
            For an integer x >= 1, let F(x) be the number of integers t with 1 <= t <= x and gcd(t, x) > 1. What is
            F({self.low}) + F({self.low + 1}) + ... + F({self.high})?""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        return sum(x - totient(x) for x in range(self.low, self.high + 1))
