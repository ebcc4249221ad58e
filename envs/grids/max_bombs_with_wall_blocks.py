"""Bombs in a grid with walls."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.grids import Cell, marked
from rlve.envs.verdict import Infeasible

WALL, CRATE, FREE, BOMB = "#", "x", "*", "B"


@dataclass(frozen=True)
class MaxBombsWithWallBlocks(Problem[list[str]]):
    """Place as many bombs as possible such that walls keep those of the same row or column apart."""

    max_difficulty = 40  # up to 28 rows of 28 cells

    grid: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 6 + difficulty // 3, "longest_side": 8 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        """A grid with few walls and long lines, of which cells are changed until greedy passes miss the optimum."""
        height, width = (rng.randint(shortest_side, longest_side) for _ in range(2))
        weights = [rng.randint(6, 12), rng.randint(45, 58)]
        weights.append(100 - sum(weights))
        rows = [rng.choices([WALL, CRATE, FREE], weights, k=width) for _ in range(height)]
        for _ in range(60):
            problem = cls(["".join(row) for row in rows])
            segments = problem.segments()
            begun = problem.greedily(segments)
            most = min(len({*part}) for part in zip(*segments.values())) if segments else 0
            if len(begun) < most and len(begun) < len(problem.placed(segments, begun)):
                return problem
            rng.choice(rows)[rng.randrange(width)] = rng.choices([WALL, CRATE, FREE], weights)[0]
        raise Redraw

    def statement(self) -> str:
        rules = prose(f"""
            In the grid below ({len(self.grid)} rows of {len(self.grid[0])} cells), {WALL} is a wall, {CRATE} is a crate
            and {FREE} is a free cell. Bombs can be placed on free cells only, at most one on each. Between any two
            bombs in the same row there must be at least one wall of this row, and between any two bombs in the same
            column at least one wall of this column. Crates do not keep bombs apart. Place as many bombs as possible; if
            several ways are equally good, any of them will do.""")
        question = f"Give the whole grid, one row a line, with {BOMB} instead of {FREE} where a bomb is placed."
        return f"{rules}\n{table(self.grid, '')}\n{question}"

    def answer_format(self) -> Rows[str]:
        return Rows(Letters(WALL + CRATE + FREE + BOMB, length=len(self.grid[0])), count=len(self.grid))

    def segments(self) -> dict[Cell, Cell]:
        """For each free cell the numbers of its stretch without walls in the row and in the column."""
        across, down = _stretches(self.grid), _stretches(["".join(column) for column in zip(*self.grid)])
        return {(r, c): (across[r, c], down[c, r]) for r, c in sorted(marked(self.grid, FREE))}

    def naive(self) -> int:
        return len(self.greedily(self.segments()))

    def greedily(self, segments: dict[Cell, Cell]) -> list[Cell]:
        """The best of four greedy passes: by rows from both ends, by columns, and first where few cells compete."""
        busy = [Counter(part) for part in zip(*segments.values())]
        orders = [
            [*segments],
            [*segments][::-1],
            sorted(segments, key=lambda cell: (cell[1], cell[0])),
            sorted(segments, key=lambda cell: sum(part[x] for part, x in zip(busy, segments[cell]))),
        ]
        return max((_greedy(segments, order) for order in orders), key=len)

    def placed(self, segments: dict[Cell, Cell], begun: list[Cell]) -> set[Cell]:
        """A largest matching of stretches of rows and of columns: a greedy one, and augmenting paths from there."""
        crossing: dict[int, list[Cell]] = {}
        for cell, (across, _) in segments.items():
            crossing.setdefault(across, []).append(cell)
        chosen = {segments[cell][1]: cell for cell in begun}  # by the stretch of the column

        def augment(across: int, tried: set[int]) -> bool:
            for cell in crossing[across]:
                down = segments[cell][1]
                if down not in tried:
                    tried.add(down)
                    if down not in chosen or augment(segments[chosen[down]][0], tried):
                        chosen[down] = cell
                        return True
            return False

        for across in crossing.keys() - {segments[cell][0] for cell in begun}:
            augment(across, set())
        return {*chosen.values()}

    def solve(self) -> list[str]:
        segments = self.segments()
        bombs = self.placed(segments, self.greedily(segments))
        return ["".join(BOMB if (r, c) in bombs else x for c, x in enumerate(row)) for r, row in enumerate(self.grid)]

    def score(self, answer: list[str]) -> float:
        for r, (before, after) in enumerate(zip(self.grid, answer), start=1):
            for c, (old, new) in enumerate(zip(before, after), start=1):
                if old != new and (old, new) != (FREE, BOMB):
                    raise Infeasible(f"the cell in row {r}, column {c} was changed from {old} to {new}")
        for lines, what in ((answer, "row"), (["".join(column) for column in zip(*answer)], "column")):
            for number, line in enumerate(lines, start=1):
                if any(part.count(BOMB) > 1 for part in line.split(WALL)):
                    raise Infeasible(f"two bombs in {what} {number} have no wall between them")
        bombs = len(marked(answer, BOMB))
        return maximized(bombs, len(marked(self.solution, BOMB)), naive=self.naive())


def _stretches(rows: list[str]) -> dict[Cell, int]:
    """For each cell the number of its stretch; a wall belongs to the stretch behind it."""
    number, found = 0, {}
    for r, row in enumerate(rows):
        number += 1
        for c, character in enumerate(row):
            number += character == WALL
            found[r, c] = number
    return found


def _greedy(segments: dict[Cell, Cell], order: list[Cell]) -> list[Cell]:
    taken: tuple[set[int], set[int]] = set(), set()
    placed = []
    for cell in order:
        across, down = segments[cell]
        if across not in taken[0] and down not in taken[1]:
            placed.append(cell)
            taken[0].add(across)
            taken[1].add(down)
    return placed
