"""Stars that do not touch."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.grids import cells, lines, marked, surrounding
from rlve.envs.verdict import Infeasible

FREE, BLOCKED, STAR = ".", "X", "*"
REDRAWN = 0.9  # of the grids that a solver fills who takes one row after the other and never goes back


@dataclass(frozen=True)
class NoTouchStarPlacement(Problem[list[str]]):
    """Place stars in a grid with blocked cells: one in every row and column, and none touching another."""

    max_difficulty = 60  # larger grids are longer, not harder

    grid: list[str]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + difficulty // 2, "free": 32 * (8 + difficulty // 2) // 10}

    @classmethod
    def generate(cls, rng: Random, size: int, free: int) -> Self:
        planted = _placed_at_random(rng, [list(range(size)) for _ in range(size)])
        if planted is None:
            raise Redraw
        others = [(row, column) for row, column in cells(size, size) if planted[row] != column]
        left = set(rng.sample(others, free - size))  # with more, any way leads to the end; with fewer, only one is open
        rows = [[column for column in range(size) if planted[row] == column or (row, column) in left]
                for row in range(size)]  # fmt: skip
        if any(hurried(rows) for hurried in (_from_the_top, _scarcest_first)) and rng.random() < REDRAWN:
            raise Redraw
        grid = ["".join(FREE if column in columns else BLOCKED for column in range(size)) for columns in rows]
        return cls(grid, [row[:star] + STAR + row[star + 1 :] for row, star in zip(grid, planted)])

    def statement(self) -> str:
        rules = prose(f"""
            In this grid of {len(self.grid)} rows and as many columns, {BLOCKED} is a blocked cell and {FREE} a free
            one. Put stars on free cells so that every row and every column has exactly one star, and no two stars touch
            each other, not even at a corner.""")
        grid = "\n".join(self.grid)
        return f"{rules}\n{grid}\nGive the rows of the grid with {STAR} in place of {FREE} for each star."

    def answer_format(self) -> Rows[str]:
        return Rows(Letters(FREE + STAR + BLOCKED, length=len(self.grid[0])), count=len(self.grid))

    def solve(self) -> list[str]:
        return self.planted

    def score(self, answer: list[str]) -> float:
        if [row.replace(STAR, FREE) for row in answer] != self.grid:
            raise Infeasible("the grid without the stars is not the given one")
        stars = marked(answer, STAR)
        apart = all(stars.isdisjoint(surrounding(star)) for star in stars)
        return float(apart and all(line.count(STAR) == 1 for line in lines(answer)))


def _placed_at_random(rng: Random, free: list[list[int]]) -> list[int] | None:
    """The column of a star for each row, any that fits the rows above; None if a row has none."""
    stars: list[int] = []
    for columns in free:
        fitting = [column for column in columns if column not in stars and (not stars or abs(column - stars[-1]) > 1)]
        if not fitting:
            return None
        stars.append(rng.choice(fitting))
    return stars


def _from_the_top(free: list[list[int]]) -> bool:
    """Whether row by row the leftmost fitting cell, the rightmost, or that of the scarcest column will do."""
    in_column = Counter(column for columns in free for column in columns)
    for prefer in (int, int.__neg__, in_column.__getitem__):
        stars: list[int] = []
        for columns in free:
            fits = [column for column in columns if column not in stars and (not stars or abs(column - stars[-1]) > 1)]
            stars += [min(fits, key=prefer)] if fits else []
        if len(stars) == len(free):
            return True
    return False


def _scarcest_first(free: list[list[int]]) -> bool:
    """Whether taking the leftmost cell of the row with the fewest cells left leaves one in every row."""
    left = dict(enumerate(free))
    while left:
        row = min(left, key=lambda row: len(left[row]))
        if not left[row]:
            return False
        star = left.pop(row)[0]
        for other, columns in left.items():
            near = (star - 1, star, star + 1) if abs(other - row) == 1 else (star,)
            left[other] = [column for column in columns if column not in near]
    return True
