"""Binary grids whose lines are balanced."""

from dataclasses import dataclass
from random import Random
from typing import Self

from envs.answers import Letters, Rows
from envs.problem import Problem
from envs.prose import prose
from envs.toolkit.grids import blanked, lines, require_kept

BLANK = "."


@dataclass(frozen=True)
class BalancedBinaryGridCompletion(Problem[list[str]]):
    """Complete a grid of 0 and 1 so that every row and every column holds as many zeros as ones."""

    grid: list[str]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"half": 2 + difficulty // 3, "blank_percent": min(55 + 2 * difficulty, 75)}

    @classmethod
    def generate(cls, rng: Random, half: int, blank_percent: int) -> Self:
        rows, columns = 2 * rng.randint(half, half + 1), 2 * rng.randint(half, half + 1)
        planted = _balanced(rng, rows, columns)
        grid = blanked(rng, planted, rows * columns * blank_percent // 100, BLANK)
        return cls(["".join(row) for row in grid], planted)

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
        return float(all(2 * line.count("1") == len(line) for line in lines(answer)))


def _balanced(rng: Random, rows: int, columns: int) -> list[str]:
    """A checkerboard after many trades: two rows share out anew the columns in which they differ."""
    grid = [[(row + column) % 2 for column in range(columns)] for row in range(rows)]
    for _ in range(4 * rows):
        above, below = rng.sample(grid, 2)
        differing = [column for column in range(columns) if above[column] != below[column]]
        ones = set(rng.sample(differing, sum(above[column] for column in differing)))
        for column in differing:
            above[column], below[column] = (1, 0) if column in ones else (0, 1)
    return ["".join(map(str, row)) for row in grid]
