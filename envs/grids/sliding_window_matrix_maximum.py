"""The largest entries of square blocks."""

from collections import deque
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import matching


@dataclass(frozen=True)
class SlidingWindowMatrixMaximum(Problem[list[list[int]]]):
    """Give the largest entry of every square block of a matrix."""

    max_difficulty = 40  # up to 25 rows of 25 entries

    matrix: list[list[int]]
    side: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 4 + difficulty // 3, "longest_side": 5 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        """No few large entries may decide: half of all entries in the answer are different."""
        rows, columns = (rng.randint(shortest_side, longest_side) for _ in range(2))
        entries = rng.sample(range(2 * rows * columns), rows * columns)
        matrix = [entries[start : start + columns] for start in range(0, rows * columns, columns)]
        problem = cls(matrix, rng.randint(2, max(2, min(rows, columns) // 3)))
        if 4 * len({*chain(*problem.solution)}) < len([*chain(*problem.solution)]):
            raise Redraw
        return problem

    def statement(self) -> str:
        rows, columns, side = len(self.matrix), len(self.matrix[0]), self.side
        rules = prose(f"""
            In the matrix of {rows} rows and {columns} columns below, look at every block of {side} neighbouring rows
            and {side} neighbouring columns; blocks overlap, each lies inside the matrix. Give the matrix of
            {rows - side + 1} rows and {columns - side + 1} columns that holds the largest entry of each block: the
            entry in row i and column j belongs to the block whose top left entry lies in row i and column j of the
            matrix below.""")
        return f"{rules}\n{table(self.matrix)}"

    def answer_format(self) -> Rows[list[int]]:
        width = len(self.matrix[0]) - self.side + 1
        return Rows(Items(Integer(), count=width), count=len(self.matrix) - self.side + 1)

    def solve(self) -> list[list[int]]:
        """The maxima of windows in each row, and of these in each column."""
        wide = [_maxima(row, self.side) for row in self.matrix]
        return [[*row] for row in zip(*(_maxima(column, self.side) for column in zip(*wide)))]

    def score(self, answer: list[list[int]]) -> float:
        return matching([*chain(*answer)], [*chain(*self.solution)])


def _maxima(values: tuple[int, ...] | list[int], width: int) -> list[int]:
    """The largest of each `width` consecutive values; the queue keeps the places of those that no later one exceeds."""
    queue = deque[int]()
    found = []
    for place, value in enumerate(values):
        while queue and values[queue[-1]] <= value:
            queue.pop()
        queue.append(place)
        if queue[0] <= place - width:
            queue.popleft()
        if place >= width - 1:
            found.append(values[queue[0]])
    return found
