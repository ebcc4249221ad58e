"""Sequences whose entries other than zero increase."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose, table

MODULUS = 10_000


@dataclass(frozen=True)
class BoundedSparseIncreasingSequenceCount(Problem[int]):
    """Count the sequences of zeros and of increasing numbers from given intervals."""

    intervals: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 4 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Later intervals tend to begin at larger numbers."""
        intervals = []
        for place in range(size):
            low = rng.randint(1, size + place)
            intervals.append([low, rng.randint(low, low + size)])
        return cls(intervals)

    def statement(self) -> str:
        last = len(self.intervals) - 1
        rules = prose(f"""
            Count the sequences A[0], A[1], ..., A[{last}] of integers that fulfil three rules. Each A[i] is 0 or lies
            in its interval L[i]..R[i], both ends included. At least one entry is not 0. If all zeros are deleted, the
            remaining entries, from left to right, are strictly increasing (a single one is). Line i below, counted from
            0, holds L[i] and R[i].""")
        return f"{rules}\n{table(self.intervals)}\nGive the number of sequences modulo {MODULUS}."

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def solve(self) -> int:
        """By the last entry that is not 0."""
        ways = [1] + [0] * max(high for _, high in self.intervals)
        for low, high in self.intervals:
            smaller, longer = sum(ways[:low]), ways.copy()
            for value in range(low, high + 1):
                longer[value] += smaller
                smaller += ways[value]
            ways = longer
        return (sum(ways) - 1) % MODULUS
