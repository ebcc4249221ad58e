"""Stars that do not touch."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.grids import cells, lines, marked, surrounding
from rlve.envs.verdict import Infeasible

FREE, BLOCKED, STAR = ".", "X", "*"


@dataclass(frozen=True)
class NoTouchStarPlacement(Problem[list[str]]):
    """Place stars in a grid with blocked cells: one in every row and column, and none touching another."""

    grid: list[str]
    planted: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + difficulty // 2, "blocked_percent": 45, "searches": 4 * (6 + difficulty)}

    @classmethod
    def generate(cls, rng: Random, size: int, blocked_percent: int, searches: int) -> Self:
        planted = _placed_at_random(rng, [list(range(size)) for _ in range(size)])
        if planted is None:
            raise Redraw
        others = [(row, column) for row, column in cells(size, size) if planted[row] != column]
        blocked = set(rng.sample(others, len(others) * blocked_percent // 100))
        free = [[column for column in range(size) if (row, column) not in blocked] for row in range(size)]
        for _ in range(searches):  # every placement that luck finds loses a cell, so that luck finds few
            found = _placed_at_random(rng, free)
            if found is not None and found != planted:
                row = rng.choice([row for row in range(size) if found[row] != planted[row]])
                free[row].remove(found[row])
        grid = ["".join(FREE if column in columns else BLOCKED for column in range(size)) for columns in free]
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
