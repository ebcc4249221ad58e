"""Balls in boxes of which some must not stay empty."""

from dataclasses import dataclass
from math import comb
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]  # above 1000: factorials of smaller numbers do not vanish


@dataclass(frozen=True)
class SurjectionCountMod(Problem[int]):
    """Count the ways to put different balls into different boxes so that certain boxes do not stay empty."""

    balls: int
    filled: int
    free: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"balls": 7 + difficulty, "boxes": 4 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, balls: int, boxes: int) -> Self:
        filled, free = rng.randint(3, boxes), rng.randint(0, 3)
        problem = cls(rng.randint(filled + 2, balls), filled, free, rng.choice(MODULI))
        if problem.ways() < 2 * problem.modulus:
            raise Redraw
        return problem

    def statement(self) -> str:
        others = f"There are {self.free} further numbered boxes, which may stay empty." if self.free else ""
        return prose(f"""
            {self.balls} balls, numbered 1..{self.balls}, are put into numbered boxes. Each of the boxes
            1..{self.filled} has to hold at least one ball. {others} A box has room for any number of balls, and their
            order in it does not matter. How many ways are there to put all balls into boxes? Two ways are different if
            they put some ball into different boxes. Give the number modulo {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def ways(self) -> int:
        """Of all ways, with boxes that stay empty on purpose taken out and put back in."""
        boxes = self.filled + self.free
        return sum((-1) ** k * comb(self.filled, k) * (boxes - k) ** self.balls for k in range(self.filled + 1))

    def solve(self) -> int:
        return self.ways() % self.modulus
