"""The sum of the XORs of all blocks."""

from dataclasses import dataclass
from itertools import accumulate
from operator import xor
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class SumOfSubarrayXors(Problem[int]):
    """Take the XORs of all contiguous blocks of a list, and the sum of all XORs."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 5 + difficulty, "largest": 12 + 4 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int, largest: int) -> Self:
        return cls([rng.randint(0, largest) for _ in range(size)])

    def statement(self) -> str:
        size = len(self.numbers)
        rules = prose(f"""
            Below are the numbers A[1], A[2], ..., A[{size}]. For each pair of indices i and j with 1 <= i <= j <=
            {size}, take the bitwise exclusive or of A[i], A[i+1], ..., A[j], which is A[i] alone if i = j. Add up these
            {size * (size + 1) // 2} results as integers; equal ones all count.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the sum."

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """A block is a pair of prefixes: a bit is in its XOR if exactly one of the two has it."""
        prefixes = [0, *accumulate(self.numbers, xor)]
        total = 0
        for place in range(max(prefixes).bit_length()):
            ones = sum(prefix >> place & 1 for prefix in prefixes)
            total += ones * (len(prefixes) - ones) << place
        return total
