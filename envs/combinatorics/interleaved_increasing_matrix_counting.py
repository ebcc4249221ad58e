"""Matrices whose rows increase and interleave."""

from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table

MODULUS = 10_000
UNKNOWN = -1


@dataclass(frozen=True)
class InterleavedIncreasingMatrixCounting(Problem[int]):
    """Count the ways to complete a matrix whose rows increase, each below the row above it one column on."""

    max_difficulty = 60

    rows: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"height": 5 + difficulty, "width": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, height: int, width: int) -> Self:
        missing = [rng.randint(width // 2, width)]
        for _ in range(height - 1):  # mostly as low as the row above allows
            lowest = max(0, missing[-1] - 1)
            missing.append(lowest if rng.random() < 0.6 else rng.randint(lowest, width))
        rows = [[UNKNOWN] * width for _ in missing]
        for place in rng.sample(range(height * width), max(3, height * 2 // 3)):
            row, column = divmod(place, width)
            rows[row][column] = column + (missing[row] <= column)
        problem = cls(rows)
        if problem.matrices() < 10 * height:
            raise Redraw
        return problem

    def statement(self) -> str:
        height, width = len(self.rows), len(self.rows[0])
        rules = prose(f"""
            A matrix X of integers has the rows 1..{height} from top to bottom and the columns 1..{width} from left to
            right. All its entries are in 0..{width}, both included. Two rules hold. Rows increase: X[i][j] < X[i][j+1]
            for all 1 <= i <= {height} and 1 <= j < {width}. Every entry is less than the one that stands in the row
            above it and one column further to the right: X[i][j] < X[i-1][j+1] for all 2 <= i <= {height} and 1 <= j <
            {width}. Some entries are known and shown below, the others are shown as question marks.""")
        shown = table(["?" if entry == UNKNOWN else entry for entry in row] for row in self.rows)
        return f"{rules}\n{shown}\nHow many matrices are possible? Give their number modulo {MODULUS}."

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def matrices(self) -> int:
        """A row is 0..width without one number; from one row to the next below, that falls by at most one."""
        width = len(self.rows[0])
        ways = [1] * (width + 1)  # by the number that is missing from a row below: how many ways up to the row above
        for row in self.rows:
            low, high = missing_range(row)
            ways = [ways[missing] if low <= missing <= high else 0 for missing in range(width + 1)]
            sums = list(accumulate(ways))
            ways = [sums[min(missing + 1, width)] for missing in range(width + 1)]
        return ways[width]

    def solve(self) -> int:
        return self.matrices() % MODULUS


def missing_range(row: list[int]) -> tuple[int, int]:
    """From the known entries: between which numbers lies the one of 0..width that is missing from a row?"""
    low, high = 0, len(row)
    for column, entry in enumerate(row):  # counted from 0: before the gap an entry equals its column
        if entry == column:
            low = max(low, column + 1)
        elif entry != UNKNOWN:
            high = min(high, column)
    return low, high
