"""Survo puzzles."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem
from rlve.envs.prose import prose, table
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.grids import blanked, lines, require_kept
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class SurvoPuzzle(Problem[list[list[int]]]):
    """Fill a table with different numbers so that its rows and columns have given sums."""

    grid: list[list[int]]
    row_sums: list[int]
    column_sums: list[int]
    planted: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 3 + difficulty // 3, "blank_percent": min(60 + 3 * difficulty, 90)}

    @classmethod
    def generate(cls, rng: Random, size: int, blank_percent: int) -> Self:
        rows, columns = rng.randint(3, size), rng.randint(size, size + 1)
        numbers = rng.sample(range(1, rows * columns + 1), rows * columns)
        planted = [numbers[row * columns : (row + 1) * columns] for row in range(rows)]
        sums = [sum(line) for line in lines(planted)]
        grid = blanked(rng, planted, rows * columns * blank_percent // 100, 0)
        return cls(grid, sums[:rows], sums[rows:], planted)

    def statement(self) -> str:
        rows, columns = len(self.grid), len(self.grid[0])
        rules = prose(f"""
            Fill this grid of {rows} rows and {columns} columns. Replace every 0 by a number in 1..{rows * columns}, and
            leave the other numbers as they are, so that each of 1..{rows * columns} occurs exactly once and the rows
            and columns have the sums given below.""")
        row_sums, column_sums = (" ".join(map(str, sums)) for sums in (self.row_sums, self.column_sums))
        return (
            f"{rules}\n{table(self.grid)}\nSums of the rows, from top to bottom: {row_sums}\n"
            f"Sums of the columns, from left to right: {column_sums}\nGive the rows of the filled grid."
        )

    def answer_format(self) -> Rows[list[int]]:
        rows, columns = len(self.grid), len(self.grid[0])
        return Rows(Items(Integer(1, rows * columns), count=columns), count=rows)

    def solve(self) -> list[list[int]]:
        return self.planted

    def score(self, answer: list[list[int]]) -> float:
        require_kept(self.grid, answer, 0)
        if len({number for row in answer for number in row}) < len(answer) * len(answer[0]):
            raise Infeasible("a number occurs twice")
        wanted = self.row_sums + self.column_sums
        return proportion(sum(sum(line) == total for line, total in zip(lines(answer), wanted)), len(wanted))
