"""Regions of ones in a grid."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table


@dataclass(frozen=True)
class LargestGridComponent(Problem[int]):
    """Count the cells of the largest connected region of ones in a grid."""

    rows: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 4 + difficulty // 2, "longest_side": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        """About as many ones as make regions of all sizes."""
        height, width = rng.randint(shortest_side, longest_side), rng.randint(shortest_side, longest_side)
        density = rng.uniform(0.48, 0.62)
        rows = ["".join("01"[rng.random() < density] for _ in range(width)) for _ in range(height)]
        problem = cls(rows)
        if problem.solution == sum(row.count("1") for row in rows):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Two cells of the grid below ({len(self.rows)} rows of {len(self.rows[0])} cells) are neighbours if they
            share a side; cells that only touch at a corner are not. Two cells that contain 1 belong to the same region
            if one can go from one to the other by steps between neighbours that all contain 1. How many cells has the
            largest region of ones? If there is no 1, the answer is 0.""")
        return f"{rules}\n{table(self.rows, '')}"

    def answer_format(self) -> Integer:
        return Integer(0, len(self.rows) * len(self.rows[0]))

    def solve(self) -> int:
        """Flood region after region; the cells are the bits of an integer, with a zero between the rows."""
        down = len(self.rows[0]) + 1
        ones = int("0".join(self.rows), 2)
        largest = 0
        while ones:
            flooded, region = 0, ones & -ones
            while region != flooded:
                flooded = region
                region |= (region << 1 | region >> 1 | region << down | region >> down) & ones
            largest = max(largest, region.bit_count())
            ones ^= region
        return largest
