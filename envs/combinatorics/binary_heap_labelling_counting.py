"""Heaps of numbers."""

from dataclasses import dataclass
from math import factorial, prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]  # above 1000: factorials of smaller numbers do not vanish


@dataclass(frozen=True)
class BinaryHeapLabellingCounting(Problem[int]):
    """Count the permutations of 1..N that are heaps in which every place has up to so many children."""

    size: int
    children: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": 12 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        return cls(rng.randint(2 * largest // 3, largest), rng.randint(2, 4), rng.choice(MODULI))

    def statement(self) -> str:
        return prose(f"""
            How many permutations a[1], a[2], ..., a[{self.size}] of the numbers 1..{self.size} fulfil a[i] > a[p(i)]
            for every i in 2..{self.size}, where p(i) = floor((i + {self.children - 2}) / {self.children})? Give the
            number modulo {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def solve(self) -> int:
        """The hook length formula of trees: N! over the product of the sizes of all subtrees."""
        sizes = [1] * (self.size + 1)
        for place in range(self.size, 1, -1):
            sizes[(place + self.children - 2) // self.children] += sizes[place]
        return factorial(self.size) // prod(sizes[1:]) % self.modulus
