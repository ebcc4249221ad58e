"""Numbrix."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.grids import blanked, hamiltonian_path, neighbours, require_kept
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class NumbrixPuzzle(Problem[list[list[int]]]):
    """Complete a grid in which consecutive numbers are always neighbours."""

    max_difficulty = 24  # larger grids are longer, not harder

    grid: list[list[int]]
    planted: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 3 + (difficulty + 1) // 2, "blank_percent": min(60 + 2 * difficulty, 85)}

    @classmethod
    def generate(cls, rng: Random, size: int, blank_percent: int) -> Self:
        rows, columns = rng.randint(size, size + 1), rng.randint(size, size + 1)
        planted = [[0] * columns for _ in range(rows)]
        for number, (row, column) in enumerate(hamiltonian_path(rng, rows, columns), start=1):
            planted[row][column] = number
        return cls(blanked(rng, planted, rows * columns * blank_percent // 100, 0), planted)

    def statement(self) -> str:
        rows, columns = len(self.grid), len(self.grid[0])
        rules = prose(f"""
            Fill this grid of {rows} rows and {columns} columns. Replace every 0 by a number in 1..{rows * columns}, and
            leave the other numbers as they are, so that each of 1..{rows * columns} occurs exactly once, and any two
            consecutive numbers n and n + 1 stand in cells that share a side.""")
        return f"{rules}\n{table(self.grid)}"

    def answer_format(self) -> Rows[list[int]]:
        rows, columns = len(self.grid), len(self.grid[0])
        return Rows(Items(Integer(1, rows * columns), count=columns), count=rows)

    def solve(self) -> list[list[int]]:
        return self.planted

    def score(self, answer: list[list[int]]) -> float:
        require_kept(self.grid, answer, 0)
        places = {number: (r, c) for r, numbers in enumerate(answer) for c, number in enumerate(numbers)}
        count = len(self.grid) * len(self.grid[0])
        if len(places) < count:
            raise Infeasible("a number occurs twice")
        broken = sum(places[number + 1] not in neighbours(places[number]) for number in range(1, count))
        return (1 / (1 + broken)) ** 3
