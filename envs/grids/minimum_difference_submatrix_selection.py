"""Rows and columns whose crossings differ little."""

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Lines
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinimumDifferenceSubmatrixSelection(Problem[list[list[int]]]):
    """Choose rows and columns of a matrix such that neighbours in the matrix of their crossings differ least."""

    max_difficulty = 30  # 9 rows of up to 34 entries

    matrix: list[list[int]]
    rows: int
    columns: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_rows": 5 + min(difficulty // 4, 4), "most_columns": 5 + difficulty, "largest": 20 + difficulty}

    @classmethod
    def generate(cls, rng: Random, most_rows: int, most_columns: int, largest: int) -> Self:
        """No block of neighbouring rows and columns is best, nor what a greedy pass leaves."""
        height = rng.randint(4, most_rows)
        width = rng.randint(max(4, most_columns - 2), most_columns)
        matrix = [[rng.randint(1, largest) for _ in range(width)] for _ in range(height)]
        problem = cls(matrix, rng.randint(2, height - 1), rng.randint(2, min(width - 1, 6)))
        if problem.cost(problem.solution) in (0, problem.naive()):
            raise Redraw
        return problem

    def statement(self) -> str:
        height, width = len(self.matrix), len(self.matrix[0])
        rules = prose(f"""
            The matrix below has the rows 0..{height - 1} and the columns 0..{width - 1}. Choose {self.rows} different
            rows and {self.columns} different columns. The entries in which they cross, in the order in which they
            stand, make a smaller matrix of {self.rows} rows and {self.columns} columns. Its cost is the sum of the
            absolute differences of all pairs of entries that are next to one another, side by side or one above the
            other, in this smaller matrix. The cost is to be as small as possible. If several choices are equally good,
            any of them will do.""")
        question = (
            "Give the chosen rows in the first line and the chosen columns in the second, each in ascending order."
        )
        return f"{rules}\n{table(self.matrix)}\n{question}"

    def answer_format(self) -> Lines:
        row, column = Integer(0, len(self.matrix) - 1), Integer(0, len(self.matrix[0]) - 1)
        return Lines((Items(row, count=self.rows), Items(column, count=self.columns)))

    def cost(self, answer: list[list[int]]) -> int:
        rows, columns = answer
        small = [[self.matrix[row][column] for column in columns] for row in rows]
        lines = [*small, *zip(*small)]
        return sum(abs(a - b) for line in lines for a, b in zip(line, line[1:]))

    def naive(self) -> int:
        """The least cost of a block of neighbouring rows and columns, and of what is left when line after line goes."""
        tops, lefts = len(self.matrix) - self.rows + 1, len(self.matrix[0]) - self.columns + 1
        blocks = (
            self.cost([[*range(top, top + self.rows)], [*range(left, left + self.columns)]])
            for top in range(tops)
            for left in range(lefts)
        )
        return min(*blocks, self.cost(self.thinned()))

    def thinned(self) -> list[list[int]]:
        """All rows and columns but the one whose loss lowers the cost most, again and again."""
        chosen = [[*range(len(self.matrix))], [*range(len(self.matrix[0]))]]
        while len(chosen[0]) > self.rows or len(chosen[1]) > self.columns:
            ways = []
            for kind, least in ((0, self.rows), (1, self.columns)):
                for line in chosen[kind] if len(chosen[kind]) > least else []:
                    left = [other for other in chosen[kind] if other != line]
                    ways.append([left, chosen[1]] if kind == 0 else [chosen[0], left])
            chosen = min(ways, key=self.cost)
        return chosen

    def solve(self) -> list[list[int]]:
        """For each choice of rows the best columns, from left to right by the last one and their number."""
        width = len(self.matrix[0])
        best: tuple[int, list[list[int]]] | None = None
        for rows in combinations(range(len(self.matrix)), self.rows):
            lines = [[self.matrix[row][column] for row in rows] for column in range(width)]
            inside = [sum(abs(a - b) for a, b in zip(line, line[1:])) for line in lines]
            ways = [(cost, [column]) for column, cost in enumerate(inside)]
            between = [[sum(abs(a - b) for a, b in zip(lines[i], lines[j])) for i in range(j)] for j in range(width)]
            for number in range(1, self.columns):
                ways = [
                    min(
                        (
                            (ways[i][0] + between[j][i] + inside[j], [*ways[i][1], j])
                            for i in range(number - 1, j)
                            if len(ways[i][1]) == number
                        ),
                        default=(0, []),
                    )
                    for j in range(width)
                ]
            cost, columns = min(way for way in ways if len(way[1]) == self.columns)
            if best is None or cost < best[0]:
                best = cost, [[*rows], columns]
        return best[1] if best else []

    def score(self, answer: list[list[int]]) -> float:
        for chosen, what in zip(answer, ("rows", "columns")):
            if any(a >= b for a, b in zip(chosen, chosen[1:])):
                raise Infeasible(f"the {what} are not in ascending order, each once")
        return minimized(self.cost(answer), self.cost(self.solution), naive=self.naive())
