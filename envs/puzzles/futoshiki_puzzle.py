"""Futoshiki with comparisons between any two cells."""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem
from rlve.envs.prose import prose, table
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.grids import blanked, cells, require_kept
from rlve.envs.toolkit.latin_squares import latin_square, require_latin


@dataclass(frozen=True)
class FutoshikiPuzzle(Problem[list[list[int]]]):
    """Complete a square so that no number repeats in a row or column and given inequalities between cells hold."""

    max_difficulty = 20  # larger squares are longer, not harder

    grid: list[list[int]]
    smaller: list[list[int]]  # row and column, from 1, of a cell, then of a cell with a larger number
    planted: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        size = 4 + difficulty // 2
        percent = min(70 + difficulty, 85)
        return {"size": size, "empty": size * size * percent // 100, "inequalities": 2 * size}

    @classmethod
    def generate(cls, rng: Random, size: int, empty: int, inequalities: int) -> Self:
        planted = latin_square(rng, size)
        grid = blanked(rng, planted, empty, 0)
        pairs = [
            (a, b) if planted[a[0]][a[1]] < planted[b[0]][b[1]] else (b, a)
            for a, b in combinations(cells(size, size), 2)
            if planted[a[0]][a[1]] != planted[b[0]][b[1]] and not (grid[a[0]][a[1]] and grid[b[0]][b[1]])
        ]
        chosen = rng.sample(pairs, min(inequalities, len(pairs)))
        return cls(grid, [[a[0] + 1, a[1] + 1, b[0] + 1, b[1] + 1] for a, b in chosen], planted)

    def statement(self) -> str:
        size = len(self.grid)
        rules = prose(f"""
            Fill this {size} x {size} grid. Replace every 0 by a number in 1..{size}, and leave the other numbers as
            they are, so that every row and every column contains each of 1..{size} exactly once, and so that all
            the inequalities below the grid hold.""")
        reading = prose("""
            Rows and columns are numbered from 1, from the top and from the left. (r, c) < (s, d) means that the number
            in row r, column c is smaller than the number in row s, column d; the two cells need not be neighbours.""")
        inequalities = "\n".join(f"({r}, {c}) < ({s}, {d})" for r, c, s, d in self.smaller)
        return f"{rules}\n{table(self.grid)}\n{reading}\n{inequalities}"

    def answer_format(self) -> Rows[list[int]]:
        size = len(self.grid)
        return Rows(Items(Integer(1, size), count=size), count=size)

    def solve(self) -> list[list[int]]:
        return self.planted

    def score(self, answer: list[list[int]]) -> float:
        require_kept(self.grid, answer, 0)
        require_latin(answer)
        holding = sum(answer[r - 1][c - 1] < answer[s - 1][d - 1] for r, c, s, d in self.smaller)
        return proportion(holding, len(self.smaller))
