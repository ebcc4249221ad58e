"""The XOR of the sums of all blocks."""

from dataclasses import dataclass
from itertools import accumulate, combinations
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class SubarraySumsXor(Problem[int]):
    """Take the sums of all contiguous blocks of a list, and the XOR of all sums."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        return cls([rng.randint(0, 8 * size) for _ in range(size)])

    def statement(self) -> str:
        size = len(self.numbers)
        rules = prose(f"""
            Below are {size} numbers. A block is one of them, or several that stand side by side; there are
            {size * (size + 1) // 2} blocks, told apart by where they begin and end. Take the sum of each block, and
            then the bitwise exclusive or of the sums of all blocks. Equal sums are all taken, so that two of them
            cancel out.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}\nGive the result."

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        result = 0
        for before, total in combinations([0, *accumulate(self.numbers)], 2):
            result ^= total - before
        return result
