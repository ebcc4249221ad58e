"""Grids whose rows and columns can be shifted around."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Items, Word
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.verdict import Infeasible

MOST_MOVES = 100
SIDEWAYS, UPRIGHT = "LR", "UD"


@dataclass(frozen=True)
class CyclicShiftGridPuzzle(Problem[list[str]]):
    """Turn one arrangement of numbers into another by shifting whole rows and columns cyclically."""

    start: list[list[int]]
    goal: list[list[int]]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 3 + difficulty // 3, "shifts": 2 + (difficulty + 1) // 2}

    @classmethod
    def generate(cls, rng: Random, size: int, shifts: int) -> Self:
        rows, columns = rng.randint(size - 1, size), rng.randint(size, size + 1)
        numbers = rng.sample(range(1, rows * columns + 1), rows * columns)
        start = [numbers[row * columns : (row + 1) * columns] for row in range(rows)]
        goal, moves = [row[:] for row in start], list[str]()
        for step in range(shifts):  # rows and columns in turn: shifts of neighbouring rows could cancel
            sideways = step % 2 == (rows + columns) % 2
            length, count = (columns, rows) if sideways else (rows, columns)
            move = rng.choice(SIDEWAYS if sideways else UPRIGHT) + str(rng.randint(1, count))
            moves += [move] * rng.randint(1, max(1, length // 2))
        for move in moves:
            _shift(goal, move)
        if goal == start:
            raise Redraw
        return cls(start, goal, moves)

    def statement(self) -> str:
        rows, columns = len(self.start), len(self.start[0])
        rules = prose(f"""
            A grid of {rows} rows and {columns} columns holds numbers. Rows are numbered 1..{rows} from the top and
            columns 1..{columns} from the left. A move shifts one row or one column by one cell: R2 shifts row 2 to the
            right, L2 shifts row 2 to the left, D2 shifts column 2 down, U2 shifts column 2 up, and likewise for the
            other lines. The number that is pushed out at one end of the line comes in at its other end. Find at most
            {MOST_MOVES} moves that lead from the start to the goal, in the order in which they are made.""")
        return f"{rules}\nStart:\n{table(self.start)}\nGoal:\n{table(self.goal)}"

    def answer_format(self) -> Items[str]:
        rows, columns = range(1, len(self.start) + 1), range(1, len(self.start[0]) + 1)
        sideways = [f"{letter}{row}" for letter in SIDEWAYS for row in rows]
        return Items(Word((*sideways, *(f"{letter}{column}" for letter in UPRIGHT for column in columns))))

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        if len(answer) > MOST_MOVES:
            raise Infeasible(f"{len(answer)} moves, not at most {MOST_MOVES}")
        grid = [row[:] for row in self.start]
        for move in answer:
            _shift(grid, move)
        return float(grid == self.goal)


def _shift(grid: list[list[int]], move: str) -> None:
    """Makes a move on the grid itself."""
    direction, line = move[0], int(move[1:]) - 1
    first = 1 if direction in "LU" else -1  # what comes to stand at the beginning
    if direction in SIDEWAYS:
        grid[line] = grid[line][first:] + grid[line][:first]
    else:
        column = [row[line] for row in grid]
        for row, number in zip(grid, column[first:] + column[:first]):
            row[line] = number
