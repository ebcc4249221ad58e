"""Two matrices that are equal up to the order of rows and columns."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Lines, Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import proportion


@dataclass(frozen=True)
class BinaryMatrixRowColumnEquivalence(Problem[list[list[int]]]):
    """Find the orders of rows and columns that turn one binary matrix into another."""

    max_difficulty = 70  # up to 73 rows of 73 cells

    first: list[str]
    second: list[str]
    planted: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 3 + difficulty // 2, "longest_side": 4 + difficulty}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        """Rows with the same number of ones occur: sorting by this number alone must not be enough."""
        height, width = (rng.randint(shortest_side, longest_side) for _ in range(2))
        percent = rng.randint(30, 70)
        first = ["".join("01"[rng.randrange(100) < percent] for _ in range(width)) for _ in range(height)]
        row_order, column_order = rng.sample(range(height), height), rng.sample(range(width), width)
        problem = cls(first, _reordered(first, row_order, column_order), [row_order, column_order])
        if height * width in map(problem.equal_cells, (problem.sorted_by_counts(), problem.rows_first())):
            raise Redraw
        return problem

    def statement(self) -> str:
        height, width = len(self.first), len(self.first[0])
        rules = prose(f"""
            The matrices A and B below have the rows 0..{height - 1} and the columns 0..{width - 1}. B can be made from
            A by reordering rows and columns. Find a permutation a of the rows and a permutation b of the columns such
            that for all i and j the entry of B in row i and column j is the entry of A in row a[i] and column b[j]. If
            there are several solutions, any of them will do.""")
        question = prose(f"""
            Give a[0], a[1], ..., a[{height - 1}] in the first line and b[0], b[1], ..., b[{width - 1}] in the
            second.""")
        return f"{rules}\nA:\n{table(self.first, '')}\nB:\n{table(self.second, '')}\n{question}"

    def answer_format(self) -> Lines:
        return Lines((Permutation(len(self.first)), Permutation(len(self.first[0]))))

    def equal_cells(self, answer: list[list[int]]) -> int:
        made = _reordered(self.first, *answer)
        return sum(x == y for row, other in zip(made, self.second) for x, y in zip(row, other))

    def sorted_by_counts(self) -> list[list[int]]:
        """What comes of giving rows and columns of equal numbers of ones to one another, in their order."""
        rows = _by_counts(self.first, self.second)
        columns = _by_counts(["".join(x) for x in zip(*self.first)], ["".join(x) for x in zip(*self.second)])
        return [rows, columns]

    def rows_first(self) -> list[list[int]]:
        """Rows by their number of ones, then for each column in turn the free one that agrees best with it."""
        rows = self.sorted_by_counts()[0]
        columns: list[int] = []
        for wanted in zip(*self.second):
            left = [c for c in range(len(self.first[0])) if c not in columns]
            columns.append(max(left, key=lambda c: sum(self.first[r][c] == x for r, x in zip(rows, wanted))))
        return [rows, columns]

    def solve(self) -> list[list[int]]:
        return self.planted

    def score(self, answer: list[list[int]]) -> float:
        return proportion(self.equal_cells(answer), len(self.first) * len(self.first[0]), power=20)


def _reordered(matrix: list[str], rows: list[int], columns: list[int]) -> list[str]:
    return ["".join(matrix[row][column] for column in columns) for row in rows]


def _by_counts(first: list[str], second: list[str]) -> list[int]:
    """For each line of `second` a line of `first` of the same rank by the number of ones."""
    ranked, wanted = (sorted(range(len(each)), key=lambda i: each[i].count("1")) for each in (first, second))
    return [line for _, line in sorted(zip(wanted, ranked))]
