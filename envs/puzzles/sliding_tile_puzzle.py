"""Sliding tiles."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters
from rlve.envs.difficulty import schedule
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.grids import MOVES, Cell
from rlve.envs.verdict import Infeasible

SHAPES = [(2, 3), (2, 4), (3, 3), (3, 3), (3, 4), (3, 4), (3, 4), (3, 5), (4, 4), (4, 4), (4, 4), (4, 5)]
OPPOSITE = {"L": "R", "R": "L", "U": "D", "D": "U"}


@dataclass(frozen=True)
class SlidingTilePuzzle(Problem[str]):
    """Slide numbered tiles from one arrangement of a board into another."""

    start: list[list[int]]
    goal: list[list[int]]
    limit: int
    planted: str

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        height, width = schedule(SHAPES, difficulty)
        return {"height": height, "width": width, "steps": 9 + 4 * difficulty}

    @classmethod
    def generate(cls, rng: Random, height: int, width: int, steps: int) -> Self:
        if rng.random() < 0.5:
            height, width = width, height
        numbers = rng.sample(range(height * width), height * width)
        start = [numbers[row * width : (row + 1) * width] for row in range(height)]
        goal, blank, walk = [row[:] for row in start], _blank(start), ""
        for _ in range(steps):
            moves = [move for move in MOVES if OPPOSITE[move] != walk[-1:] and _inside(start, _moved(blank, move))]
            walk += rng.choice(moves)
            blank = _swap(goal, blank, walk[-1])
        differing = sum(a != b for before, after in zip(start, goal) for a, b in zip(before, after))
        if 3 * differing < height * width:
            raise Redraw
        return cls(start, goal, 20 + 3 * steps, walk)

    def statement(self) -> str:
        rules = prose(f"""
            A board of {len(self.start)} rows and {len(self.start[0])} columns holds numbered tiles and one blank
            cell, which is written 0. A move swaps the blank with the tile above it (U), below it (D), to its left
            (L) or to its right (R): the letter names the direction in which the blank travels. The blank may not
            leave the board. Find a sequence of at most {self.limit} moves that leads from the start to the goal. It
            need not be the shortest.""")
        return f"{rules}\nStart:\n{table(self.start)}\nGoal:\n{table(self.goal)}"

    def answer_format(self) -> Letters:
        return Letters("UDLR")

    def solve(self) -> str:
        return self.planted

    def score(self, answer: str) -> float:
        if len(answer) > self.limit:
            raise Infeasible(f"{len(answer)} moves, not at most {self.limit}")
        board, blank = [row[:] for row in self.start], _blank(self.start)
        for step, move in enumerate(answer, start=1):
            if not _inside(board, _moved(blank, move)):
                raise Infeasible(f"move {step} leaves the board")
            blank = _swap(board, blank, move)
        return float(board == self.goal)


def _blank(board: list[list[int]]) -> Cell:
    return next((row, numbers.index(0)) for row, numbers in enumerate(board) if 0 in numbers)


def _moved(cell: Cell, move: str) -> Cell:
    down, right = MOVES[move]
    return cell[0] + down, cell[1] + right


def _inside(board: list[list[int]], cell: Cell) -> bool:
    return 0 <= cell[0] < len(board) and 0 <= cell[1] < len(board[0])


def _swap(board: list[list[int]], blank: Cell, move: str) -> Cell:
    """Makes a move that stays on the board; returns where the blank is then."""
    row, column = _moved(blank, move)
    board[blank[0]][blank[1]], board[row][column] = board[row][column], 0
    return row, column
