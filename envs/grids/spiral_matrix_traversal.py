"""Reading a matrix in a spiral."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem
from rlve.envs.prose import prose, table
from rlve.envs.scoring import matching


@dataclass(frozen=True)
class SpiralMatrixTraversal(Problem[list[int]]):
    """List the entries of a matrix clockwise from the top left corner inwards."""

    max_difficulty = 60  # up to 64 rows of 64 entries

    matrix: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 3 + difficulty // 2, "longest_side": 4 + difficulty}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        rows, columns = rng.randint(shortest_side, longest_side), rng.randint(shortest_side, longest_side)
        entries = rng.sample(range(1, 2 * rows * columns + 1), rows * columns)
        return cls([entries[row * columns : (row + 1) * columns] for row in range(rows)])

    def statement(self) -> str:
        rows, columns = len(self.matrix), len(self.matrix[0])
        rules = prose(f"""
            List all entries of the matrix of {rows} rows and {columns} columns below in clockwise spiral order: from
            the top left corner along the top row to the right, down the last column, along the bottom row to the left,
            up the first column as far as the entry below the corner; then in the same way around the matrix that is
            left inside, and so on. Each entry is listed exactly once.""")
        return f"{rules}\n{table(self.matrix)}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=len(self.matrix) * len(self.matrix[0]))

    def solve(self) -> list[int]:
        top, bottom, left, right = 0, len(self.matrix) - 1, 0, len(self.matrix[0]) - 1
        spiral: list[int] = []
        while top <= bottom and left <= right:
            spiral += self.matrix[top][left : right + 1]
            spiral += [self.matrix[row][right] for row in range(top + 1, bottom + 1)]
            if top < bottom and left < right:  # a single row or column is not walked back
                spiral += [self.matrix[bottom][column] for column in range(right - 1, left - 1, -1)]
                spiral += [self.matrix[row][left] for row in range(bottom - 1, top, -1)]
            top, bottom, left, right = top + 1, bottom - 1, left + 1, right - 1
        return spiral

    def score(self, answer: list[int]) -> float:
        return matching(answer, self.solution)
