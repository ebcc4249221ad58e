"""Sums of distinct powers in order."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class NthSumOfDistinctPowers(Problem[int]):
    """Find the N-th number among the sums of distinct powers of K."""

    max_difficulty = 50

    base: int
    position: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest_position": 200 * 2**difficulty, "largest_base": 12 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, largest_position: int, largest_base: int) -> Self:
        position = rng.randint(largest_position // 2, largest_position)
        if position.bit_count() == 1:  # a single power
            raise Redraw
        return cls(rng.randint(3, largest_base), position)

    def statement(self) -> str:
        k = self.base
        return prose(f"""
            Consider all numbers that are a sum of one or more distinct powers {k}^0, {k}^1, {k}^2, ... of {k}. In
            ascending order they begin 1, {k}, {k + 1}, {k * k}, and 1 is number 1 of this list. What is number
            {self.position} of the list?""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """The binary digits of the position say which powers are summands."""
        value = 0
        for bit in bin(self.position)[2:]:
            value = value * self.base + int(bit)
        return value
