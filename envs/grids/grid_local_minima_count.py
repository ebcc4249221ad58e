"""Numberings of a grid with given local minima."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.grids import Cell, cells, marked, surrounding

MINIMUM, OTHER = "X", "."


@dataclass(frozen=True)
class GridLocalMinimaCount(Problem[list[int]]):
    """Count the ways to number the cells of a grid such that given cells are the local minima, for two grids."""

    max_difficulty = 15  # up to 24 cells

    grids: list[list[str]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_cells": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, most_cells: int) -> Self:
        return cls([_drawn(rng, most_cells) for _ in range(2)])

    def statement(self) -> str:
        rules = prose("""
            The numbers 1, 2, ..., s are written into the s cells of a grid, each once. The neighbours of a cell are the
            up to eight cells that share a side or a corner with it. A cell is a local minimum if its number is smaller
            than those of all its neighbours. For each of the two grids below, count the ways to write the numbers such
            that the cells marked X are local minima and no other cell is. Give the two exact counts, that of grid A
            first.""")
        first, second = (table(grid, "") for grid in self.grids)
        return f"{rules}\nGrid A:\n{first}\nGrid B:\n{second}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=0), count=2)

    def solve(self) -> list[int]:
        return [_Grid(grid).numberings() for grid in self.grids]


def _drawn(rng: Random, most_cells: int) -> list[str]:
    """The local minima of a random numbering, on a grid of more than half as many cells as allowed."""
    shapes = [
        (height, size // height)
        for size in range(most_cells // 2 + 1, most_cells + 1)
        for height in range(2, size // 2 + 1)
        if size % height == 0 and max(height, size // height) <= 4 * min(height, size // height)
    ]
    height, width = rng.choice(shapes)
    places = cells(height, width)
    numbers = dict(zip(places, rng.sample(range(len(places)), len(places))))
    return [
        "".join(OTHER if any(numbers.get(x, len(places)) < numbers[r, c] for x in surrounding((r, c))) else MINIMUM
                for c in range(width))
        for r in range(height)
    ]  # fmt: skip


@dataclass(frozen=True)
class _Grid:
    rows: list[str]

    @cached_property
    def places(self) -> list[Cell]:
        return cells(len(self.rows), len(self.rows[0]))

    def numberings(self) -> int:
        """By inclusion and exclusion over the sets of cells that are at least as much as minima."""
        wanted = sorted(marked(self.rows, MINIMUM))
        if any(other in wanted for cell in wanted for other in surrounding(cell)):
            return 0
        return sum((-1) ** (len(minima) - len(wanted)) * self.with_minima(minima) for minima in self.supersets(wanted))

    def supersets(self, wanted: list[Cell]) -> Iterator[list[Cell]]:
        """The sets of cells around the wanted ones of which no two are neighbours."""
        last = max((cell for cell in wanted if self.rows[cell[0]][cell[1]] == OTHER), default=(-1, -1))
        yield wanted
        near = {other for cell in wanted for other in surrounding(cell)}
        for cell in self.places:
            if cell > last and cell not in near and cell not in wanted:
                yield from self.supersets([*wanted, cell])

    def with_minima(self, minima: list[Cell]) -> int:
        """Numbers are placed in rising order; other cells only when all the minima beside them have theirs."""
        bits = {cell: 1 << number for number, cell in enumerate(minima)}
        waits = [sum(bits.get(other, 0) for other in surrounding(cell)) for cell in self.places if cell not in bits]
        full = (1 << len(minima)) - 1
        open_cells = [sum(wait & ~placed == 0 for wait in waits) for placed in range(full + 1)]
        ways = {0: 1}  # by the set of the minima that have their numbers
        for number in range(len(self.places)):
            following: dict[int, int] = {}
            for placed, count in ways.items():
                others = open_cells[placed] - (number - placed.bit_count())
                if others > 0:
                    following[placed] = following.get(placed, 0) + count * others
                for bit in bits.values():
                    if not placed & bit:
                        following[placed | bit] = following.get(placed | bit, 0) + count
            ways = following
        return ways.get(full, 0)
