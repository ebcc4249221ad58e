"""Kakurasu."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.grids import lines


@dataclass(frozen=True)
class KakurasuPuzzle(Problem[list[str]]):
    """Place ones in a grid so that the positions of the ones in every line add up to a given sum."""

    row_sums: list[int]
    column_sums: list[int]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 5 + (difficulty + 1) // 2}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        rows, columns = rng.randint(size - 1, size), rng.randint(size, size + 1)
        density = rng.uniform(0.35, 0.65)
        planted = ["".join("1" if rng.random() < density else "0" for _ in range(columns)) for _ in range(rows)]
        if 5 * sum(len(set(line)) == 1 for line in lines(planted)) > rows + columns:
            raise Redraw  # empty and full lines are seen at once
        sums = _position_sums(planted)
        return cls(sums[:rows], sums[rows:], planted)

    def statement(self) -> str:
        rows, columns = len(self.row_sums), len(self.column_sums)
        rules = prose(f"""
            Fill a grid of {rows} rows and {columns} columns with 0 and 1. Rows are numbered 1..{rows} from the top and
            columns 1..{columns} from the left. In each row, the sum of the column numbers of its ones must be the sum
            given for this row; in each column, the sum of the row numbers of its ones must be the sum given for this
            column. A line without ones has the sum 0.""")
        row_sums, column_sums = (" ".join(map(str, sums)) for sums in (self.row_sums, self.column_sums))
        return (
            f"{rules}\nSums of the rows, from top to bottom: {row_sums}\n"
            f"Sums of the columns, from left to right: {column_sums}\nGive the rows from top to bottom."
        )

    def answer_format(self) -> Rows[str]:
        return Rows(Letters("01", length=len(self.column_sums)), count=len(self.row_sums))

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        wanted = [*self.row_sums, *self.column_sums]
        return proportion(sum(a == b for a, b in zip(_position_sums(answer), wanted)), len(wanted))


def _position_sums(grid: list[str]) -> list[int]:
    """For each row and then each column, the sum of the positions of its ones, counted from 1."""
    return [sum(place for place, digit in enumerate(line, start=1) if digit == "1") for line in lines(grid)]
