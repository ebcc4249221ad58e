"""Distances in a grid with walls."""

from collections import deque
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import matching
from rlve.envs.toolkit.grids import cells, distances, marked, neighbours

FREE, SOURCE, WALL = "0", "1", "X"


@dataclass(frozen=True)
class GridMultiSourceDistances(Problem[list[list[int]]]):
    """Give the number of steps from every cell of a grid with walls to the nearest source."""

    max_difficulty = 30  # up to 20 rows of 20 cells

    rows: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 4 + difficulty // 3, "longest_side": 5 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        """Sources lie at the ends of a long way, so that walls make detours."""
        height, width = (rng.randint(shortest_side, longest_side) for _ in range(2))
        walls = rng.randint(25, 38)  # percent
        free = {cell for cell in cells(height, width) if rng.randrange(100) >= walls}
        if not free:
            raise Redraw
        start = rng.choice(sorted(free))
        steps = distances(start, free)
        far = max(steps, key=lambda cell: (steps[cell], cell))
        sources = {far, *rng.sample(sorted(free), rng.randint(0, 2))}
        problem = cls(
            ["".join(_character((r, c), free, sources) for c in range(width)) for r in range(height)],
        )
        if max(map(max, problem.solution)) < max(height, width) or problem.swept() == problem.solution:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            In the grid below ({len(self.rows)} rows of {len(self.rows[0])} cells), 0 is a free cell, 1 is a source
            (free as well) and X is a wall. A step leads from a cell to the cell directly above, below, left or right of
            it, inside the grid and never onto a wall. For each cell give the least number of steps from it to a source:
            0 for the sources themselves, and -1 for walls and for cells from which no source can be reached.""")
        return f"{rules}\n{table(self.rows, '')}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(low=-1), count=len(self.rows[0])), count=len(self.rows))

    def swept(self) -> list[list[int]]:
        """What one pass from the top left corner and one from the bottom right corner find."""
        steps = dict.fromkeys(sorted(marked(self.rows, SOURCE)), 0)
        places = cells(len(self.rows), len(self.rows[0]))
        for order in (places, places[::-1]):
            for cell in order:
                near = [steps[other] + 1 for other in neighbours(cell) if other in steps]
                if near and self.rows[cell[0]][cell[1]] != WALL:
                    steps[cell] = min([steps.get(cell, near[0]), *near])
        return [[steps.get((r, c), -1) for c in range(len(row))] for r, row in enumerate(self.rows)]

    def solve(self) -> list[list[int]]:
        """Breadth-first search from all sources at once."""
        passable = marked(self.rows, FREE)
        steps = dict.fromkeys(sorted(marked(self.rows, SOURCE)), 0)
        queue = deque(steps)
        while queue:
            cell = queue.popleft()
            for other in neighbours(cell):
                if other in passable and other not in steps:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        return [[steps.get((r, c), -1) for c in range(len(row))] for r, row in enumerate(self.rows)]

    def score(self, answer: list[list[int]]) -> float:
        return matching([*chain(*answer)], [*chain(*self.solution)], power=20)


def _character(cell: tuple[int, int], free: set[tuple[int, int]], sources: set[tuple[int, int]]) -> str:
    return SOURCE if cell in sources else FREE if cell in free else WALL
