"""Heavy cells of a grid, no two side by side."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.flows import maximum_flow
from rlve.envs.toolkit.grids import Cell, cells, neighbours
from rlve.envs.verdict import Infeasible

CHOSEN = "1"


@dataclass(frozen=True)
class GridMaxWeightIndependentSet(Problem[list[str]]):
    """Choose cells of a grid, never two that share a side, with the largest total."""

    max_difficulty = 30  # up to 20 rows of 20 cells

    grid: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 3 + difficulty // 3, "longest_side": 5 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        """Values of very different sizes, or one of the two chessboard colours would be best."""
        height, width = (rng.randint(shortest_side, longest_side) for _ in range(2))
        grid = [[rng.randint(1, 10) ** 2 for _ in range(width)] for _ in range(height)]
        problem = cls(grid)
        if problem.total(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Choose cells of the grid below ({len(self.grid)} rows of {len(self.grid[0])} cells) such that no two chosen
            cells are side by side or one directly above the other; they may touch at a corner. The total of the numbers
            in the chosen cells is to be as large as possible. If several choices are equally good, any of them will
            do.""")
        question = "Give the grid, one row a line, with 1 for each chosen cell and 0 for each other one."
        return f"{rules}\n{table(self.grid)}\n{question}"

    def answer_format(self) -> Rows[str]:
        return Rows(Letters("01", length=len(self.grid[0])), count=len(self.grid))

    def total(self, answer: list[str]) -> int:
        return sum(x for row, marks in zip(self.grid, answer) for x, mark in zip(row, marks) if mark == CHOSEN)

    def drawn(self, chosen: set[Cell]) -> list[str]:
        return ["".join("01"[(r, c) in chosen] for c in range(len(row))) for r, row in enumerate(self.grid)]

    def greedy(self) -> list[str]:
        """Takes the largest number that is still allowed, again and again."""
        places = cells(len(self.grid), len(self.grid[0]))
        chosen: set[Cell] = set()
        for cell in sorted(places, key=lambda cell: (-self.grid[cell[0]][cell[1]], cell)):
            if chosen.isdisjoint(neighbours(cell)):
                chosen.add(cell)
        return self.drawn(chosen)

    def naive(self) -> int:
        """The better chessboard colour, or the largest numbers first."""
        places = cells(len(self.grid), len(self.grid[0]))
        colours = [{cell for cell in places if sum(cell) % 2 == odd} for odd in (0, 1)]
        return max(self.total(answer) for answer in (self.greedy(), *map(self.drawn, colours)))

    def solve(self) -> list[str]:
        """Two cells of different chessboard colours: what is not chosen is a minimum cut between the colours."""
        width = len(self.grid[0])
        places = cells(len(self.grid), width)
        number = {cell: place for place, cell in enumerate(places)}
        source, sink = len(places), len(places) + 1
        arcs = []
        for (r, c), place in number.items():
            if (r + c) % 2:
                arcs.append((place, sink, self.grid[r][c]))
            else:
                arcs.append((source, place, self.grid[r][c]))
                arcs += [(place, number[other], 10**9) for other in neighbours((r, c)) if other in number]
        reached = maximum_flow(len(places) + 2, arcs, source, sink)[1]
        return self.drawn({cell for cell in places if (number[cell] in reached) == (sum(cell) % 2 == 0)})

    def score(self, answer: list[str]) -> float:
        for r, row in enumerate(answer):
            for c, mark in enumerate(row):
                if mark == CHOSEN and CHOSEN in (row[c + 1 : c + 2], answer[r + 1][c] if r + 1 < len(answer) else ""):
                    raise Infeasible(f"the cell in row {r + 1}, column {c + 1} touches another chosen one")
        return maximized(self.total(answer), self.total(self.solution), naive=self.naive())
