"""Sums of products of different numbers."""

from dataclasses import dataclass
from math import factorial
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]


@dataclass(frozen=True)
class SumDistinctTupleProducts(Problem[int]):
    """Add up the products of all sequences of so many different numbers of a range without some."""

    length: int
    largest: int
    left_out: list[int]
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 3 + difficulty // 4, "largest": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int, largest: int) -> Self:
        left_out = sorted(rng.sample(range(2, largest), rng.randint(1, 2)))
        return cls(rng.randint(max(3, length - 1), length), largest, left_out, rng.choice(MODULI))

    def statement(self) -> str:
        return prose(f"""
            Consider all sequences of {self.length} integers that are different from each other and lie in
            1..{self.largest}, none of them equal to {" or ".join(map(str, self.left_out))}. The order counts: the same
            numbers in another order are another sequence. Multiply the {self.length} numbers of each sequence, and add
            up the products of all sequences. Give the sum modulo {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def numbers(self) -> list[int]:
        return [number for number in range(1, self.largest + 1) if number not in self.left_out]

    def of_sets(self) -> int:
        """The sum over sets rather than sequences: number after number is taken or not."""
        sums = [1] + [0] * self.length  # by how many were taken
        for number in self.numbers():
            for taken in range(self.length, 0, -1):
                sums[taken] += number * sums[taken - 1]
        return sums[self.length]

    def solve(self) -> int:
        return factorial(self.length) * self.of_sets() % self.modulus
