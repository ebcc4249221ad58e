"""Rectangles of ones in a matrix."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table

ONE = "1"


@dataclass(frozen=True)
class CountAllOnesSubmatrices(Problem[int]):
    """Count the rectangular blocks of a binary matrix that hold ones only."""

    rows: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 4 + difficulty // 3, "longest_side": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        """The larger the matrix, the rarer the zeros, so that large blocks are left."""
        height, width = (rng.randint(shortest_side, longest_side) for _ in range(2))
        size = height * width
        zeros = {*rng.sample(range(size), rng.randint(1 + size // 12, size // 4))}
        cells = "".join("0" if place in zeros else ONE for place in range(size))
        problem = cls([cells[start : start + width] for start in range(0, size, width)])
        if problem.solution <= 2 * cells.count(ONE):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            A block of the matrix of {len(self.rows)} rows and {len(self.rows[0])} columns below consists of the cells
            in one or more consecutive rows and one or more consecutive columns; single cells and the whole matrix are
            blocks, too. How many blocks contain no 0? Blocks that differ in place or size are different, also if one
            lies inside the other.""")
        return f"{rules}\n{table(self.rows, '')}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """Blocks by their bottom right cell; the stack holds the lower edges of a skyline of ones, and their widths."""
        total = 0
        heights = [0] * len(self.rows[0])
        for row in self.rows:
            heights = [height + 1 if cell == ONE else 0 for height, cell in zip(heights, row)]
            stack: list[tuple[int, int]] = []
            ending = 0
            for height in heights:
                width = 1
                while stack and stack[-1][0] >= height:
                    lower, more = stack.pop()
                    ending -= lower * more
                    width += more
                stack.append((height, width))
                ending += height * width
                total += ending
        return total
