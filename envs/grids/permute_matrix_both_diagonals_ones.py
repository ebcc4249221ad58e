"""Ones on both diagonals of a matrix."""

from dataclasses import dataclass
from math import isqrt
from random import Random
from typing import Self

from rlve.envs.answers import Lines, Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized


@dataclass(frozen=True)
class PermuteMatrixBothDiagonalsOnes(Problem[list[list[int]]]):
    """Reorder the rows and columns of a binary matrix such that both diagonals hold only ones."""

    max_difficulty = 80  # 86 rows of 86 cells

    rows: list[str]
    planted: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """So many further ones that most rows share two columns with several others."""
        row_order, column_order = (rng.sample(range(size), size) for _ in range(2))
        ones = {(row_order[i], column_order[j]) for i in range(size) for j in (i, size - 1 - i)}
        for _ in range(size * isqrt(6 * size) // 3):
            ones.add((rng.randrange(size), rng.randrange(size)))
        rows = ["".join("01"[(r, c) in ones] for c in range(size)) for r in range(size)]
        problem = cls(rows, [row_order, column_order])
        if problem.naive() == len(problem.diagonals()):
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.rows) - 1
        rules = prose(f"""
            The rows and the columns of the matrix A below are numbered 0..{last}. Reorder its rows and its columns such
            that both diagonals hold only ones: find a permutation a of the rows and a permutation b of the columns such
            that A has a 1 in row a[i] and column b[j] for all i and j in 0..{last} with i = j or i + j = {last}. There
            is at least one solution; if there are several, any of them will do.""")
        question = f"Give a[0], a[1], ..., a[{last}] in the first line and b[0], b[1], ..., b[{last}] in the second."
        return f"{rules}\n{table(self.rows, '')}\n{question}"

    def answer_format(self) -> Lines:
        return Lines((Permutation(len(self.rows)), Permutation(len(self.rows))))

    def diagonals(self) -> list[tuple[int, int]]:
        size = len(self.rows)
        return sorted({(i, j) for i in range(size) for j in (i, size - 1 - i)})

    def ones(self, answer: list[list[int]]) -> int:
        """The number of ones on the two diagonals."""
        rows, columns = answer
        return sum(self.rows[rows[i]][columns[j]] == "1" for i, j in self.diagonals())

    def naive(self) -> int:
        """The ones on the diagonals as things are, or after greedy passes."""
        as_it_is = [*range(len(self.rows))]
        by_ones = sorted(as_it_is, key=lambda row: self.rows[row].count("1"))
        ways = [[as_it_is, as_it_is], self.paired(as_it_is), self.paired(by_ones)]
        return max(map(self.ones, ways))

    def paired(self, order: list[int]) -> list[list[int]]:
        """What a greedy pass finds: each row with the first later one that shares two columns still free."""
        rows, columns = order.copy(), [*range(len(self.rows))]
        row_pairs: list[list[int]] = []
        column_pairs: list[list[int]] = []
        single: list[int] = []
        while rows:
            first = rows.pop(0)
            single.append(first)
            for second in rows:
                common = [c for c in columns if self.rows[first][c] == self.rows[second][c] == "1"][:2]
                if len(common) == 2:
                    rows.remove(second)
                    columns = [c for c in columns if c not in common]
                    single.pop()
                    row_pairs.append([first, second])
                    column_pairs.append(common)
                    break
        parts = ((row_pairs, single), (column_pairs, columns))
        return [[x for x, _ in pairs] + left + [y for _, y in reversed(pairs)] for pairs, left in parts]

    def solve(self) -> list[list[int]]:
        return self.planted

    def score(self, answer: list[list[int]]) -> float:
        return maximized(self.ones(answer), len(self.diagonals()), naive=self.naive())
