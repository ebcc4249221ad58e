"""Discrete logarithms."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized


@dataclass(frozen=True)
class DiscreteLogarithm(Problem[int]):
    """Find the smallest exponent with which a number has a given remainder, for any modulus."""

    max_difficulty = 30

    base: int
    remainder: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": int(50 * 1.3**difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        modulus = rng.randint(largest // 2, largest)
        base = rng.randint(2, modulus - 1)
        powers = _powers(base, modulus)
        least = max(3, modulus // 8)
        if least >= len(powers):
            raise Redraw
        return cls(base, rng.choice(powers[least:]), modulus)

    def statement(self) -> str:
        return prose(f"""
            Find the smallest integer y >= 0 such that {self.base}^y leaves the remainder {self.remainder} when divided
            by {self.modulus}. ({self.base}^0 is 1. There is such a y.)""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        return _powers(self.base, self.modulus).index(self.remainder)

    def score(self, answer: int) -> float:
        if pow(self.base, answer, self.modulus) != self.remainder:
            return 0.0
        return minimized(answer, self.solution)


def _powers(base: int, modulus: int) -> list[int]:
    """base^0, base^1, ... modulo the modulus, until one occurs again."""
    power, powers, seen = 1, list[int](), set[int]()
    while power not in seen:
        seen.add(power)
        powers.append(power)
        power = power * base % modulus
    return powers
