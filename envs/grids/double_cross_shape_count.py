"""Crosses with two bars in a matrix."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table

ONE = "1"


@dataclass(frozen=True)
class DoubleCrossShapeCount(Problem[int]):
    """Count the double crosses of ones in a matrix of zeros and ones."""

    max_difficulty = 60  # up to 67 rows of 67 cells

    rows: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 6 + difficulty // 2, "longest_side": 7 + difficulty}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        """Few zeros, or there is nothing to count; more than one column must have crosses."""
        height, width = (rng.randint(shortest_side, longest_side) for _ in range(2))
        size = height * width
        zeros = {*rng.sample(range(size), rng.randint(size // 16, size // 8))}
        cells = "".join("0" if place in zeros else ONE for place in range(size))
        problem = cls([cells[start : start + width] for start in range(0, size, width)])
        if problem.solution < 8 or sum(count > 0 for count in problem.counts()) < 2:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            In the matrix below, rows are numbered 0..{len(self.rows) - 1} from top to bottom and columns
            0..{len(self.rows[0]) - 1} from left to right. A double cross consists of one vertical and two horizontal
            bars of ones, centred on the vertical one, the upper of which is shorter than the lower. It is given by
            seven integers: rows t < u < d < b with d - u >= 2, a column c, and lengths p and q with 1 <= p < q, such
            that all these cells lie inside the matrix and contain 1: the cells of column c in rows t..b, the cells of
            row u in columns c-p..c+p, and the cells of row d in columns c-q..c+q (all ends included). Different choices
            of (t, u, d, b, c, p, q) are different double crosses; it does not matter what the other cells contain. How
            many double crosses are there?""")
        return f"{rules}\n{table(self.rows, '')}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        return sum(self.counts())

    def counts(self) -> list[int]:
        """The number of double crosses by column."""
        arms = [_arms(row) for row in self.rows]
        return [_crosses("".join(cells), [row[c] for row in arms]) for c, cells in enumerate(zip(*self.rows))]


def _arms(row: str) -> list[int]:
    """How far ones reach to both sides of each cell, the cell itself not counted."""
    left, right = _runs(row), _runs(row[::-1])[::-1]
    return [max(0, min(a, b) - 1) for a, b in zip(left, right)]


def _runs(cells: str) -> list[int]:
    """For each cell the length of the run of ones that ends there."""
    lengths, length = [], 0
    for cell in cells:
        length = length + 1 if cell == ONE else 0
        lengths.append(length)
    return lengths


def _crosses(column: str, arms: list[int]) -> int:
    """The double crosses on a column: both bars in the same run of ones, with choices of all ends."""
    above, below = _runs(column), _runs(column[::-1])[::-1]
    total = 0
    for d, (long, down) in enumerate(zip(arms, below)):
        if long < 2 or down < 2:
            continue
        for u in range(d - above[d] + 2, d - 1):
            short = min(arms[u], long - 1)
            total += (above[u] - 1) * (down - 1) * (short * long - short * (short + 1) // 2)
    return total
