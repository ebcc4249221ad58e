"""Binary grids without three equal cells in a row."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.grids import blanked, lines, require_kept
from rlve.envs.verdict import Infeasible

BLANK = "."


@dataclass(frozen=True)
class BinarioWithLineCounts(Problem[list[str]]):
    """Complete a grid of 0 and 1 without three equal cells in a row, with given numbers of ones in all lines."""

    grid: list[str]
    row_counts: list[int]
    column_counts: list[int]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 5 + (difficulty + 1) // 2, "blank_percent": min(65 + 3 * difficulty, 95)}

    @classmethod
    def generate(cls, rng: Random, size: int, blank_percent: int) -> Self:
        rows, columns = rng.randint(size, size + 1), rng.randint(size, size + 1)
        planted = _without_triples(rng, rows, columns)
        grid = blanked(rng, planted, rows * columns * blank_percent // 100, BLANK)
        counts = [line.count("1") for line in lines(planted)]
        return cls(["".join(row) for row in grid], counts[:rows], counts[rows:], planted)

    def statement(self) -> str:
        rules = prose(f"""
            Fill this grid of {len(self.row_counts)} rows and {len(self.column_counts)} columns: replace every
            {BLANK} by 0 or 1, and leave the other cells as they are, so that no three consecutive cells of a row or
            of a column are equal (neither 000 nor 111), and every row and every column contains the number of ones
            that is given below.""")
        grid = "\n".join(self.grid)
        row_counts, column_counts = (" ".join(map(str, counts)) for counts in (self.row_counts, self.column_counts))
        return (
            f"{rules}\n{grid}\nOnes in the rows, from top to bottom: {row_counts}\n"
            f"Ones in the columns, from left to right: {column_counts}\nGive the rows of the filled grid."
        )

    def answer_format(self) -> Rows[str]:
        return Rows(Letters("01", length=len(self.column_counts)), count=len(self.row_counts))

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        require_kept(self.grid, answer, BLANK)
        answered = lines(answer)
        for line in answered:
            if any(a == b == c for a, b, c in zip(line, line[1:], line[2:])):
                raise Infeasible("three consecutive cells are equal")
        counts = [*self.row_counts, *self.column_counts]
        return proportion(sum(line.count("1") == count for line, count in zip(answered, counts)), len(counts))


def _without_triples(rng: Random, rows: int, columns: int) -> list[str]:
    """A random grid without three equal cells in a row, cell by cell with backtracking."""
    filled: list[str] = []
    untried: list[list[str]] = []  # for each filled cell, what else it could hold
    while len(filled) < rows * columns:
        cell = len(filled)
        column = cell % columns
        banned = set()
        if column >= 2 and filled[-1] == filled[-2]:
            banned.add(filled[-1])
        if cell >= 2 * columns and filled[-columns] == filled[-2 * columns]:
            banned.add(filled[-columns])
        choices = [digit for digit in rng.sample("01", 2) if digit not in banned]
        while not choices:
            filled.pop()
            choices = untried.pop()
        filled.append(choices.pop())
        untried.append(choices)
    return ["".join(filled[row * columns : (row + 1) * columns]) for row in range(rows)]
