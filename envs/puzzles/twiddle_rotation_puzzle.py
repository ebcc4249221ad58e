"""Twiddle: grids with square blocks that can be turned."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.grids import cells
from rlve.envs.verdict import Infeasible

MOST_MOVES = 100


@dataclass(frozen=True)
class TwiddleRotationPuzzle(Problem[list[list[int]]]):
    """Turn one arrangement of numbers into another by rotating square blocks of a grid."""

    start: list[list[int]]
    goal: list[list[int]]
    block: int
    planted: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 3 + difficulty // 3, "turns": 2 + (difficulty + 1) // 2}

    @classmethod
    def generate(cls, rng: Random, size: int, turns: int) -> Self:
        rows, columns = rng.randint(size, size + 1), rng.randint(size, size + 1)
        block = rng.randint(2, min(3, rows - 1, columns - 1))
        numbers = rng.sample(range(1, rows * columns + 1), rows * columns)
        start = [numbers[row * columns : (row + 1) * columns] for row in range(rows)]
        blocks = [(row + 1, column + 1) for row, column in cells(rows - block + 1, columns - block + 1)]
        planted = [[*rng.choice(blocks)]]
        for _ in range(turns - 1):  # blocks apart from one another could be turned one by one
            row, column = planted[-1]
            near = [(r, c) for r, c in blocks if abs(r - row) < block and abs(c - column) < block]
            planted.append([*rng.choice([place for place in near if place != (row, column)])])
        goal = _turned(start, planted, block)
        differing = sum(a != b for before, after in zip(start, goal) for a, b in zip(before, after))
        if differing <= block * block:  # what a single turn could do
            raise Redraw
        return cls(start, goal, block, planted)

    def statement(self) -> str:
        rows, columns, block = len(self.start), len(self.start[0]), self.block
        rules = prose(f"""
            A grid of {rows} rows and {columns} columns holds numbers. Rows are numbered 1..{rows} from the top and
            columns 1..{columns} from the left. A move chooses a square block of {block} x {block} cells and rotates it
            by 90 degrees counter-clockwise: its top row, read from left to right, becomes its left column, read from
            bottom to top, and so on. The move is written r c, where r is the row and c the column of the top left cell
            of the block; the whole block must lie in the grid. Find at most {MOST_MOVES} moves that lead from the start
            to the goal, one in a line, in the order in which they are made.""")
        return f"{rules}\nStart:\n{table(self.start)}\nGoal:\n{table(self.goal)}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(1), count=2))

    def solve(self) -> list[list[int]]:
        return self.planted

    def score(self, answer: list[list[int]]) -> float:
        if len(answer) > MOST_MOVES:
            raise Infeasible(f"{len(answer)} moves, not at most {MOST_MOVES}")
        for step, (row, column) in enumerate(answer, start=1):
            if row + self.block - 1 > len(self.start) or column + self.block - 1 > len(self.start[0]):
                raise Infeasible(f"the block of move {step} does not lie in the grid")
        return float(_turned(self.start, answer, self.block) == self.goal)


def _turned(start: list[list[int]], moves: list[list[int]], block: int) -> list[list[int]]:
    """The grid after the moves, all of which must be possible."""
    grid = [row[:] for row in start]
    for row, column in moves:
        top, left = row - 1, column - 1
        columns = list(zip(*(line[left : left + block] for line in grid[top : top + block])))
        for line, turned in zip(grid[top : top + block], reversed(columns)):
            line[left : left + block] = turned
    return grid
