"""Sudoku with rectangular blocks."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.difficulty import schedule
from rlve.envs.problem import Problem
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.grids import blanked, cells, require_kept

# height and width of the blocks, percentage of empty cells: soon too many for cells that a single number fits
STEPS = [(2, 2, 45), (2, 3, 45), (2, 3, 60), (2, 4, 60), (2, 4, 63), (3, 3, 60), (3, 3, 63), (2, 5, 60), (2, 5, 64)]
STEPS += [(3, 4, 58), (3, 4, 62), (3, 5, 58), (3, 5, 62), (4, 4, 58), (4, 4, 62), (4, 4, 66), (3, 6, 62), (3, 6, 66)]
STEPS += [(4, 5, 60), (4, 5, 64), (4, 5, 68)]


@dataclass(frozen=True)
class Sudoku(Problem[list[list[int]]]):
    """Complete a Sudoku whose blocks have a given height and width."""

    max_difficulty = 20  # larger squares are longer, not harder

    height: int
    width: int
    grid: list[list[int]]
    planted: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        height, width, percent = schedule(STEPS, difficulty)
        return {"height": height, "width": width, "empty": (height * width) ** 2 * percent // 100}

    @classmethod
    def generate(cls, rng: Random, height: int, width: int, empty: int) -> Self:
        if rng.random() < 0.5:
            height, width = width, height
        size = height * width
        digits = rng.sample(range(1, size + 1), size)
        rows, columns = _shuffled_bands(rng, height, width), _shuffled_bands(rng, width, height)
        planted = [[digits[(width * (r % height) + r // height + c) % size] for c in columns] for r in rows]
        return cls(height, width, blanked(rng, planted, empty, 0), planted)

    def statement(self) -> str:
        size = self.height * self.width
        rules = prose(f"""
            Fill this {size} x {size} Sudoku. It is divided into blocks of {self.height} rows and {self.width} columns.
            Replace every 0 by a number in 1..{size}, and leave the other numbers as they are, so that every row, every
            column and every block contains each of 1..{size} exactly once.""")
        return f"{rules}\n{table(self.grid)}"

    def answer_format(self) -> Rows[list[int]]:
        size = self.height * self.width
        return Rows(Items(Integer(1, size), count=size), count=size)

    def solve(self) -> list[list[int]]:
        return self.planted

    def score(self, answer: list[list[int]]) -> float:
        size = self.height * self.width
        require_kept(self.grid, answer, 0)
        units: dict[tuple[str, int, int], set[int]] = {}
        for r, c in cells(size, size):
            for unit in (("row", r, 0), ("column", c, 0), ("block", r // self.height, c // self.width)):
                units.setdefault(unit, set()).add(answer[r][c])
        return float(all(len(numbers) == size for numbers in units.values()))


def _shuffled_bands(rng: Random, band: int, bands: int) -> list[int]:
    """0..band * bands - 1 with the bands shuffled, and the lines inside each band."""
    order = rng.sample(range(bands), bands)
    return [b * band + line for b in order for line in rng.sample(range(band), band)]
