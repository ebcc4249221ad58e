"""Divisors of the XORs of pairs."""

from dataclasses import dataclass
from functools import cache
from math import isqrt
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.bits import xor_blocks


@dataclass(frozen=True)
class XorPairDivisorCountSum(Problem[int]):
    """Add up the numbers of divisors of i XOR j XOR X over all pairs from two ranges."""

    largest_row: int
    largest_column: int
    mask: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(16, difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        row, column = (rng.randint(largest // 2, largest) for _ in range(2))
        problem = cls(row, column, rng.randint(1, largest))
        if problem.solution == cls(row, column, 0).solution:
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            Let d(n) be the number of positive divisors of a positive integer n, 1 and n included, and let d(0) = 0.
            Compute the sum of d(i XOR j XOR {self.mask}) over all pairs of integers (i, j) with 0 <= i <=
            {self.largest_row} and 0 <= j <= {self.largest_column}; all four ends are included, and XOR is the bitwise
            exclusive or. Give the exact sum.""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        total = 0
        for first, size, times in xor_blocks(self.largest_row + 1, self.largest_column + 1):
            start = (first ^ self.mask) // size * size
            total += times * (divisor_count_sum(start + size - 1) - divisor_count_sum(start - 1))
        return total


@cache
def divisor_count_sum(last: int) -> int:
    """d(1) + ... + d(last), by counting the lattice points under a hyperbola; 0 if `last` is not positive."""
    root = isqrt(max(last, 0))
    return 2 * sum(last // k for k in range(1, root + 1)) - root * root
