"""Infinite towers of powers modulo a number."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import totient


@dataclass(frozen=True)
class InfinitePowerTowerMod(Problem[int]):
    """Find the remainder at which b, b^b, b^(b^b), ... settle modulo m."""

    max_difficulty = 60

    base: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest_modulus": geometric(700, difficulty, 1.6), "largest_base": 20}

    @classmethod
    def generate(cls, rng: Random, largest_modulus: int, largest_base: int) -> Self:
        base, modulus = rng.randint(2, largest_base), rng.randint(largest_modulus // 2, largest_modulus)
        low_towers = (pow(base, exponent, modulus) for exponent in (0, 1, base, base**base))
        problem = cls(base, modulus)
        if problem.solution in (0, problem.as_if_coprime(), *low_towers):
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            Let a(0) = 1 and a(n) = {self.base}^a(n-1) for n >= 1, where ^ means to the power of. From some n on, all
            a(n) leave the same remainder when they are divided by {self.modulus}. What is this remainder?""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def as_if_coprime(self) -> int:
        """By Euler's theorem in its common form, which is wrong where base and modulus share a factor."""

        def tower(modulus: int) -> int:
            return 0 if modulus == 1 else pow(self.base, tower(totient(modulus)), modulus)

        return tower(self.modulus)

    def solve(self) -> int:
        return _limit(self.base, self.modulus)


def _limit(base: int, modulus: int) -> int:
    """By Euler's theorem in the form that needs no coprime base: b^e = b^(e mod phi + phi) for large e."""
    if modulus == 1:
        return 0
    phi = totient(modulus)
    return pow(base, _limit(base, phi) + phi, modulus)
