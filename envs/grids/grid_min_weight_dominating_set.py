"""Cheap cells of a grid next to all others."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.grids import Cell, cells, neighbours
from rlve.envs.verdict import Infeasible

OPEN, COVERED, CHOSEN = 0, 1, 2
Borders = dict[tuple[int, ...], tuple[int, tuple[Cell, ...]]]  # the least cost and its cells, by states


@dataclass(frozen=True)
class GridMinWeightDominatingSet(Problem[list[list[int]]]):
    """Choose cells of a grid at the least cost such that every cell is chosen or next to a chosen one."""

    max_difficulty = 60  # up to 35 rows of 6 cells

    costs: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {
            "most_rows": 5 + difficulty // 2,
            "most_columns": 5 + min(difficulty // 6, 1),
            "largest": 9 + difficulty,
        }

    @classmethod
    def generate(cls, rng: Random, most_rows: int, most_columns: int, largest: int) -> Self:
        rows, columns = rng.randint(max(3, most_rows - 2), most_rows), rng.randint(3, most_columns)
        problem = cls([[rng.randint(1, largest) for _ in range(columns)] for _ in range(rows)])
        if problem.total(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose("""
            The grid below gives the costs of its cells. Choose cells such that every cell of the grid is chosen itself
            or has a chosen cell directly above, below, left or right of it (cells that only touch at a corner do not
            count, and nothing wraps around). The total cost of the chosen cells is to be as small as possible. If
            several choices are equally good, any of them will do.""")
        question = prose(f"""
            Rows are numbered 1..{len(self.costs)} from top to bottom, columns 1..{len(self.costs[0])} from left to
            right. Give the row and the column of each chosen cell, one cell a line, in any order.""")
        return f"{rules}\n{table(self.costs)}\n{question}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(low=1), count=2))

    def total(self, answer: list[list[int]]) -> int:
        return sum(self.costs[row - 1][column - 1] for row, column in answer)

    def naive(self) -> int:
        """What greedy choices cost."""
        return min(self.total(self.greedy()), self.total(self.thinned()))

    def near(self) -> dict[Cell, set[Cell]]:
        """What each cell covers."""
        places = {*cells(len(self.costs), len(self.costs[0]))}
        return {cell: {cell, *neighbours(cell)} & places for cell in sorted(places)}

    def thinned(self) -> list[list[int]]:
        """All cells but the dearest one that is not needed, again and again."""
        near = self.near()
        chosen = set(near)
        for cell in sorted(near, key=lambda cell: (-self.costs[cell[0]][cell[1]], cell)):
            if all(near[other] & chosen - {cell} for other in near[cell]):
                chosen.remove(cell)
        return [[row + 1, column + 1] for row, column in sorted(chosen)]

    def greedy(self) -> list[list[int]]:
        """The cell that costs least for each cell it covers, again and again; then those that are not needed go."""
        near = self.near()
        places = [*near]
        left, chosen = set(places), list[Cell]()
        while left:
            gains = {cell: len(left.intersection(near[cell])) for cell in places}
            best = min((c for c in places if gains[c]), key=lambda c: (self.costs[c[0]][c[1]] * 60 // gains[c], c))
            chosen.append(best)
            left.difference_update(near[best])
        for cell in sorted(chosen, key=lambda c: -self.costs[c[0]][c[1]]):
            others = {other for x in chosen if x != cell for other in near[x]}
            if len(others) == len(places):
                chosen.remove(cell)
        return [[row + 1, column + 1] for row, column in sorted(chosen)]

    def solve(self) -> list[list[int]]:
        """Cell by cell; what counts of the cells before are the states of the last ones, as many as there are columns.

        A cell that is still open when it leaves this border would stay open for ever.
        """
        columns = len(self.costs[0])
        best: Borders = {(COVERED,) * columns: (0, ())}
        for row, column in cells(len(self.costs), columns):
            following: Borders = {}
            for border, (cost, chosen) in best.items():
                above, left = border[0], border[-1] if column else COVERED
                if above != OPEN:
                    state = COVERED if CHOSEN in (above if row else OPEN, left) else OPEN
                    _offer(following, (*border[1:], state), cost, chosen)
                kept = border[1:]
                if column and left == OPEN:
                    kept = (*kept[:-1], COVERED)
                _offer(following, (*kept, CHOSEN), cost + self.costs[row][column], (*chosen, (row, column)))
            best = following
        chosen = min(value for border, value in best.items() if OPEN not in border)[1]
        return [[row + 1, column + 1] for row, column in chosen]

    def score(self, answer: list[list[int]]) -> float:
        height, width = len(self.costs), len(self.costs[0])
        covered: set[Cell] = set()
        for row, column in answer:
            if row > height or column > width:
                raise Infeasible(f"there is no cell in row {row}, column {column}")
            covered |= {(row, column), *neighbours((row, column))}
        if len({(row, column) for row, column in answer}) < len(answer):
            raise Infeasible("a cell is chosen twice")
        for row, column in cells(height, width):
            if (row + 1, column + 1) not in covered:
                raise Infeasible(f"the cell in row {row + 1}, column {column + 1} is neither chosen nor next to one")
        return minimized(self.total(answer), self.total(self.solution), naive=self.naive())


def _offer(
    best: dict[tuple[int, ...], tuple[int, tuple[Cell, ...]]],
    border: tuple[int, ...],
    cost: int,
    chosen: tuple[Cell, ...],
) -> None:
    if border not in best or cost < best[border][0]:
        best[border] = cost, chosen
