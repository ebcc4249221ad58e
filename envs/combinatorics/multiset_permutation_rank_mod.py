"""The rank of a sequence among its rearrangements."""

from collections import Counter
from dataclasses import dataclass
from math import factorial, prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]  # above 1000: factorials of smaller numbers do not vanish


@dataclass(frozen=True)
class MultisetPermutationRankMod(Problem[int]):
    """How many distinct rearrangements of a sequence with repeated numbers come before it?"""

    sequence: list[int]
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        largest = rng.randint(3, length // 2 + 1)
        problem = cls([rng.randint(1, largest) for _ in range(length)], rng.choice(MODULI))
        if problem.rank() < 10 * length or len(set(problem.sequence)) < 3:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose("""
            Consider all distinct rearrangements of the sequence below; rearrangements that look the same count once.
            How many of them are lexicographically smaller than the sequence itself, that is, have the smaller number at
            the first place where the two differ?""")
        return f"{rules}\n{' '.join(map(str, self.sequence))}\nGive the number modulo {self.modulus}."

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def rank(self) -> int:
        """By the first place with a smaller number: of all orders of the rest, the share that begins with such."""
        left = Counter(self.sequence)
        total = 0
        for place, number in enumerate(self.sequence):
            behind = len(self.sequence) - place
            orders = factorial(behind) // prod(map(factorial, left.values()))
            total += orders * sum(left[smaller] for smaller in left if smaller < number) // behind
            left[number] -= 1
        return total

    def solve(self) -> int:
        return self.rank() % self.modulus
