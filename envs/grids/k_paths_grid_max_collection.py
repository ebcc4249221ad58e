"""Several walks through a grid that collect numbers."""

from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.grids import Cell, cells


@dataclass(frozen=True)
class KPathsGridMaxCollection(Problem[int]):
    """How much can several walks down and to the right through a grid collect together?"""

    max_difficulty = 30  # up to 14 rows of 14 cells

    grid: list[list[int]]
    walks: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 4 + difficulty // 4, "longest_side": 5 + difficulty // 3, "largest": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int, largest: int) -> Self:
        height, width = (rng.randint(shortest_side, longest_side) for _ in range(2))
        grid = [[rng.randint(0, largest) for _ in range(width)] for _ in range(height)]
        problem = cls(grid, rng.randint(2, max(2, min(height, width) // 3)))
        if problem.in_turn() == problem.solution:
            raise Redraw
        return problem

    def statement(self) -> str:
        height, width = len(self.grid), len(self.grid[0])
        rules = prose(f"""
            Through the grid of {height} rows and {width} columns below, {self.walks} walks are made one after another.
            Each begins in the top left cell and ends in the bottom right cell, and each of its steps leads to the next
            cell to the right or to the next cell below. A walk collects the numbers in all cells that it visits, the
            first and the last included, and leaves 0 there, so that each number is collected at most once; walks may
            share cells. What is the largest total that the {self.walks} walks can collect together?""")
        return f"{rules}\n{table(self.grid)}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def in_turn(self) -> int:
        """What is collected if each walk takes as much as it can."""
        grid = [row.copy() for row in self.grid]
        total = 0
        for _ in range(self.walks):
            best: dict[Cell, tuple[int, Cell]] = {}
            for r, c in cells(len(grid), len(grid[0])):
                before = [(best[cell][0], cell) for cell in ((r - 1, c), (r, c - 1)) if cell in best]
                value, cell = max(before, default=(0, (0, 0)))
                best[r, c] = value + grid[r][c], cell
            cell = len(grid) - 1, len(grid[0]) - 1
            total += best[cell][0]
            while cell != (0, 0):
                grid[cell[0]][cell[1]] = 0
                cell = best[cell][1]
            grid[0][0] = 0
        return total

    def solve(self) -> int:
        """The dearest flow of as many units, by dearest augmenting paths; what a cell holds is paid to one unit only.

        Cell number x is entered at 2x and left at 2x + 1. Potentials, at first by the order of the cells, keep what a
        step costs from being negative.
        """
        height, width = len(self.grid), len(self.grid[0])
        arcs: list[list[int]] = []  # head, room, cost; arc a ^ 1 is the reverse of arc a
        leaving: list[list[int]] = [[] for _ in range(2 * height * width)]

        def join(tail: int, head: int, room: int, cost: int) -> None:
            leaving[tail].append(len(arcs))
            leaving[head].append(len(arcs) + 1)
            arcs.extend(([head, room, cost], [tail, 0, -cost]))

        for r, c in cells(height, width):
            here = 2 * (r * width + c)
            join(here, here + 1, 1, -self.grid[r][c])
            join(here, here + 1, self.walks, 0)
            if r + 1 < height:
                join(here + 1, here + 2 * width, self.walks, 0)
            if c + 1 < width:
                join(here + 1, here + 2, self.walks, 0)
        potentials = _first_potentials(leaving, arcs)
        total, sink = 0, len(leaving) - 1
        for _ in range(self.walks):
            lengths, way = {0: 0}, dict[int, int]()
            queue = [(0, 0)]
            while queue:
                length, place = heappop(queue)
                if length > lengths[place]:
                    continue
                for number in leaving[place]:
                    head, room, cost = arcs[number]
                    there = length + cost + potentials[place] - potentials[head]
                    if room and there < lengths.get(head, there + 1):
                        lengths[head], way[head] = there, number
                        heappush(queue, (there, head))
            potentials = [old + lengths[place] for place, old in enumerate(potentials)]
            total -= potentials[sink] - potentials[0]
            place = sink
            while place:
                number = way[place]
                arcs[number][1] -= 1
                arcs[number ^ 1][1] += 1
                place = arcs[number ^ 1][0]
        return total


def _first_potentials(leaving: list[list[int]], arcs: list[list[int]]) -> list[int]:
    """The least cost of a way to each place from the first one; all arcs lead to places with higher numbers."""
    potentials = [0] + [10**12] * (len(leaving) - 1)
    for place, numbers in enumerate(leaving):
        for head, room, cost in (arcs[number] for number in numbers):
            if room:
                potentials[head] = min(potentials[head], potentials[place] + cost)
    return potentials
