"""Binary grids whose lines are balanced."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.grids import blanked, lines, require_kept

BLANK = "."
REDRAWN = 0.7  # of the grids that filling the fullest rows first, or column by column, solves


@dataclass(frozen=True)
class BalancedBinaryGridCompletion(Problem[list[str]]):
    """Complete a grid of 0 and 1 so that every row and every column holds as many zeros as ones."""

    max_difficulty = 30  # larger grids are longer, not harder

    grid: list[str]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"half": 3 + difficulty // 2, "blank_percent": min(55 + difficulty, 65)}

    @classmethod
    def generate(cls, rng: Random, half: int, blank_percent: int) -> Self:
        rows, columns = 2 * rng.randint(half, half + 1), 2 * rng.randint(half, half + 1)
        planted = _balanced(rng, rows, columns)
        hidden = blanked(rng, planted, rows * columns * blank_percent // 100, BLANK)
        grid = ["".join(row) for row in hidden]
        if any(_is_balanced(_filled_greedily(order)) for order in (grid, grid[::-1])):
            raise Redraw
        others = (sorted(grid, key=lambda row: row.count(BLANK)), ["".join(column) for column in zip(*grid)])
        if rng.random() < REDRAWN and any(_is_balanced(_filled_greedily(order)) for order in others):
            raise Redraw
        return cls(grid, planted)

    def statement(self) -> str:
        rows, columns = len(self.grid), len(self.grid[0])
        rules = prose(f"""
            Fill this grid of {rows} rows and {columns} columns: replace every {BLANK} by 0 or 1, and leave the
            other cells as they are, so that every row contains exactly {columns // 2} zeros and {columns // 2}
            ones, and every column exactly {rows // 2} zeros and {rows // 2} ones. Equal cells may be neighbours,
            and lines may be alike.""")
        return f"{rules}\n" + "\n".join(self.grid) + "\nGive the rows of the filled grid."

    def answer_format(self) -> Rows[str]:
        return Rows(Letters("01", length=len(self.grid[0])), count=len(self.grid))

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        require_kept(self.grid, answer, BLANK)
        return float(_is_balanced(answer))


def _is_balanced(grid: list[str]) -> bool:
    return all(2 * line.count("1") == len(line) for line in lines(grid))


def _filled_greedily(grid: list[str]) -> list[str]:
    """Row by row, the missing ones go where the columns lack most of them."""
    lacking = [len(column) // 2 - column.count("1") for column in zip(*grid)]
    filled = []
    for row in grid:
        blanks = [column for column, mark in enumerate(row) if mark == BLANK]
        missing = max(len(row) // 2 - row.count("1"), 0)
        ones = sorted(blanks, key=lambda column: -lacking[column])[:missing]
        for column in ones:
            lacking[column] -= 1
        filled.append("".join("1" if c in ones else "0" if mark == BLANK else mark for c, mark in enumerate(row)))
    return filled


def _balanced(rng: Random, rows: int, columns: int) -> list[str]:
    """A checkerboard after many trades: two rows share out anew the columns in which they differ."""
    grid = [[(row + column) % 2 for column in range(columns)] for row in range(rows)]
    for _ in range(2 * rows):
        above, below = rng.sample(grid, 2)
        differing = [column for column in range(columns) if above[column] != below[column]]
        ones = set(rng.sample(differing, sum(above[column] for column in differing)))
        for column in differing:
            above[column], below[column] = (1, 0) if column in ones else (0, 1)
    return ["".join(map(str, row)) for row in grid]
