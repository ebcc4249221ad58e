"""Inverses modulo a number."""

from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import extended_gcd


@dataclass(frozen=True)
class ModularInverse(Problem[int]):
    """Find the smallest positive x such that a*x leaves remainder 1 when divided by m."""

    max_difficulty = 50

    a: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": 40 * 2**difficulty}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        problem = cls(a=rng.randint(2, 3 * largest), modulus=rng.randint(largest // 2, largest))
        residue = problem.a % problem.modulus
        if residue in (1, problem.modulus - 1) or gcd(residue, problem.modulus) != 1:
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            Find the smallest positive integer x such that {self.a} * x leaves the remainder 1 when divided by
            {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(1, self.modulus - 1)

    def solve(self) -> int:
        _, inverse, _ = extended_gcd(self.a, self.modulus)
        return inverse % self.modulus
