"""Sequences with a bounded sum."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class BoundedSumSequenceCounting(Problem[int]):
    """Count the sequences of positive integers, bounded but for the first one, whose sum is at most N."""

    max_difficulty = 40

    total: int
    length: int
    largest: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"total": 24 * 2**difficulty, "longest": 4 + difficulty}

    @classmethod
    def generate(cls, rng: Random, total: int, longest: int) -> Self:
        bound = rng.randint(total // 2, total)
        length = rng.randint(max(3, longest // 2), longest)
        highest = (bound - 1) // (length - 1)
        return cls(bound, length, rng.randint(max(2, highest // 3), highest), 2 * rng.randint(500, 4999) + 1)

    def statement(self) -> str:
        return prose(f"""
            How many sequences X[1], X[2], ..., X[{self.length}] of {self.length} positive integers have a sum of at
            most {self.total} and no term above {self.largest} except perhaps the first one? X[1] may be as large as
            the sum allows. Give the number modulo {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def sequences(self) -> int:
        """The later terms may be any, since they never fill the sum; the first has the rest of it, on average.

        Each of the later terms is (largest + 1) / 2 on average.
        """
        others, largest = self.length - 1, self.largest
        sequences: int = self.total * largest**others - others * (largest * (largest + 1) // 2) * largest ** (
            others - 1
        )
        return sequences

    def solve(self) -> int:
        return self.sequences() % self.modulus
