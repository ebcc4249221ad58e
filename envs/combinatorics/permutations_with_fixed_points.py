"""Permutations with so many fixed points in a set."""

from dataclasses import dataclass
from math import comb, factorial
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]  # above 1000: factorials of smaller numbers do not vanish


@dataclass(frozen=True)
class PermutationsWithFixedPoints(Problem[int]):
    """Count the permutations that fix exactly M of some places, whatever they do at the other places."""

    size: int
    places: list[int]
    fixed: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        places = sorted(rng.sample(range(1, size + 1), rng.randint(size // 2, size - 2)))
        return cls(size, places, rng.randint(0, len(places) // 2), rng.choice(MODULI))

    def statement(self) -> str:
        points = "fixed point that belongs" if self.fixed == 1 else "fixed points that belong"
        return prose(f"""
            A fixed point of a permutation p[1], p[2], ..., p[{self.size}] of the numbers 1..{self.size} is an i with
            p[i] = i. Let S be the set of the numbers {", ".join(map(str, self.places))}. How many permutations have
            exactly {self.fixed} {points} to S? Numbers that do not belong to S may be fixed points or
            not. Give the number modulo {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def solve(self) -> int:
        """Those fixed are chosen; of the other places of S, by inclusion and exclusion, none is fixed as well."""
        others = len(self.places) - self.fixed
        free = self.size - self.fixed
        count: int = sum((-1) ** also * comb(others, also) * factorial(free - also) for also in range(others + 1))
        return comb(len(self.places), self.fixed) * count % self.modulus
