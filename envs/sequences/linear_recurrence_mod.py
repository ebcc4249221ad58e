"""A linear recurrence modulo a number."""

from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class LinearRecurrenceMod(Problem[int]):
    """Compute a far term of A[n] = P*A[n-1] + Q*A[n-2] modulo m."""

    first: int
    second: int
    p: int
    q: int
    position: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"least_position": 5 + 3 * difficulty, "span": 4 + difficulty, "largest_factor": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, least_position: int, span: int, largest_factor: int) -> Self:
        modulus = rng.randint(101, 999)
        p, q = rng.randint(2, largest_factor), rng.randint(2, largest_factor)
        if gcd(p * q, modulus) > 1:  # the terms could collapse to a few residues
            raise Redraw
        position = rng.randrange(least_position, least_position + span)
        return cls(rng.randrange(modulus), rng.randrange(modulus), p, q, position, modulus)

    def statement(self) -> str:
        return prose(f"""
            A sequence begins with A[1] = {self.first} and A[2] = {self.second}, and
            A[n] = {self.p} * A[n-1] + {self.q} * A[n-2] for all n > 2. What is the remainder of A[{self.position}]
            divided by {self.modulus}?""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def solve(self) -> int:
        current, following = self.first, self.second
        for _ in range(self.position - 1):
            current, following = following, (self.p * following + self.q * current) % self.modulus
        return current % self.modulus
