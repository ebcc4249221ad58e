"""Rectangles in a matrix whose sums are multiples of a number."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table


@dataclass(frozen=True)
class CountSubmatricesDivisibleSum(Problem[int]):
    """Count the rectangular blocks of a matrix whose sum is a multiple of a given number."""

    max_difficulty = 60  # up to 35 rows of 35 entries

    matrix: list[list[int]]
    divisor: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 3 + difficulty // 3, "longest_side": 5 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        """Not just the share of all blocks that is to be expected, and not too few."""
        rows, columns = (rng.randint(shortest_side, longest_side) for _ in range(2))
        divisor = rng.randint(3, max(4, rows * columns // 3))
        low = -rng.randint(0, divisor)
        problem = cls([[rng.randint(low, 2 * divisor) for _ in range(columns)] for _ in range(rows)], divisor)
        blocks = rows * (rows + 1) * columns * (columns + 1) // 4
        if problem.solution < 5 or problem.solution in (blocks // divisor, -(-blocks // divisor)):
            raise Redraw
        return problem

    def statement(self) -> str:
        rows, columns = len(self.matrix), len(self.matrix[0])
        rules = prose(f"""
            A block of the matrix of {rows} rows and {columns} columns below consists of the entries in one or more
            consecutive rows and one or more consecutive columns; single entries and the whole matrix are blocks, too.
            How many blocks have a sum that is a multiple of {self.divisor}? Multiples may be negative, and 0 is one.
            Blocks in different places are different, even if they hold the same numbers.""")
        return f"{rules}\n{table(self.matrix)}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """For each choice of the first and the last row, pairs of columns up to which the sums leave the same rest."""
        total = 0
        for top in range(len(self.matrix)):
            heights = [0] * len(self.matrix[0])
            for row in self.matrix[top:]:
                heights = [above + value for above, value in zip(heights, row)]
                before, rest = Counter([0]), 0
                for value in heights:
                    rest = (rest + value) % self.divisor
                    total += before[rest]
                    before[rest] += 1
        return total
