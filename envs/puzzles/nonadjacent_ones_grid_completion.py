"""Campsites: ones that do not touch, counted by lines."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.grids import Cell, blanked, cells, lines, marked, neighbours, require_kept
from rlve.envs.verdict import Infeasible

BLANK = "."


@dataclass(frozen=True)
class NonadjacentOnesGridCompletion(Problem[list[str]]):
    """Complete a grid of 0 and 1 in which no two ones share a side and the ones of all lines are counted."""

    grid: list[str]
    row_counts: list[int]
    column_counts: list[int]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 5 + difficulty // 2, "blank_percent": min(80 + difficulty, 90)}

    @classmethod
    def generate(cls, rng: Random, size: int, blank_percent: int) -> Self:
        rows, columns = rng.randint(size, size + 1), rng.randint(size, size + 1)
        ones = set[Cell]()
        for cell in rng.sample(cells(rows, columns), rows * columns):
            if ones.isdisjoint(neighbours(cell)):
                ones.add(cell)
        if 4 * len(ones) < rows * columns:
            raise Redraw
        planted = ["".join("1" if (row, column) in ones else "0" for column in range(columns)) for row in range(rows)]
        grid = blanked(rng, planted, rows * columns * blank_percent // 100, BLANK)
        counts = [line.count("1") for line in lines(planted)]
        problem = cls(["".join(row) for row in grid], counts[:rows], counts[rows:], planted)
        if any(problem.score(problem.filled_greedily(by_share)) == 1.0 for by_share in (False, True)):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Fill this grid of {len(self.row_counts)} rows and {len(self.column_counts)} columns: replace every
            {BLANK} by 0 or 1, and leave the other cells as they are, so that no two ones share a side (they may
            touch at a corner), and every row and every column contains the number of ones that is given below.""")
        grid = "\n".join(self.grid)
        row_counts, column_counts = (" ".join(map(str, counts)) for counts in (self.row_counts, self.column_counts))
        return (
            f"{rules}\n{grid}\nOnes in the rows, from top to bottom: {row_counts}\n"
            f"Ones in the columns, from left to right: {column_counts}\nGive the rows of the filled grid."
        )

    def answer_format(self) -> Rows[str]:
        return Rows(Letters("01", length=len(self.column_counts)), count=len(self.row_counts))

    def filled_greedily(self, by_share: bool) -> list[str]:
        """Ones go where the lines lack most of them, or the largest share of their blanks, where no rule forbids it."""
        ones = marked(self.grid, "1")
        lacking = [
            count - line.count("1") for count, line in zip(self.row_counts + self.column_counts, lines(self.grid))
        ]
        wanted = [
            lack / max(line.count(BLANK), 1) if by_share else float(lack)
            for lack, line in zip(lacking, lines(self.grid))
        ]
        rows, columns = len(self.row_counts), len(self.column_counts)
        blanks = sorted(marked(self.grid, BLANK))
        for row, column in sorted(blanks, key=lambda cell: -(wanted[cell[0]] + wanted[rows + cell[1]])):
            if lacking[row] > 0 and lacking[rows + column] > 0 and ones.isdisjoint(neighbours((row, column))):
                ones.add((row, column))
                lacking[row] -= 1
                lacking[rows + column] -= 1
        return ["".join("1" if (row, column) in ones else "0" for column in range(columns)) for row in range(rows)]

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        require_kept(self.grid, answer, BLANK)
        ones = marked(answer, "1")
        if any(not ones.isdisjoint(neighbours(cell)) for cell in ones):
            raise Infeasible("two ones share a side")
        counts = [*self.row_counts, *self.column_counts]
        return proportion(sum(line.count("1") == count for line, count in zip(lines(answer), counts)), len(counts))
