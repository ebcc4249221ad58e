"""What is left of many XORs after a loss."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.bits import xor_blocks


@dataclass(frozen=True)
class TruncatedXorSum(Problem[int]):
    """Add up what the XORs of all pairs from two ranges exceed a given number by."""

    rows: int
    columns: int
    loss: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most": geometric(16, difficulty, 1.3)}

    @classmethod
    def generate(cls, rng: Random, most: int) -> Self:
        rows, columns = (rng.randint(most // 2, most) for _ in range(2))
        largest = max(rows, columns) - 1
        return cls(rows, columns, rng.randint(largest // 8 + 1, largest))

    def statement(self) -> str:
        return prose(f"""
            The cells of a field have a row i with 0 <= i < {self.rows} and a column j with 0 <= j < {self.columns};
            there is one cell for each such pair. The cell in row i and column j holds (i XOR j) units of energy, where
            XOR is the bitwise exclusive or of the binary digits. Then each cell loses {self.loss} units, or all it has
            if it holds less than that. How many units are left in all cells together? Give the exact number.""")

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        total = 0
        for first, size, times in xor_blocks(self.rows, self.columns):
            end = first + size - self.loss  # what is left of the values of a block is below this
            start = max(first - self.loss, 0)
            if start < end:
                total += times * (end - start) * (start + end - 1) // 2
        return total
