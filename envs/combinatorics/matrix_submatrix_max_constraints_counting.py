"""Matrices with given maxima of rectangles."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table

MODULUS = 10_007


@dataclass(frozen=True)
class MatrixSubmatrixMaxConstraintsCounting(Problem[int]):
    """Count the matrices in which the maxima of some rectangles are given."""

    max_difficulty = 20

    height: int
    width: int
    largest: int
    maxima: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"constraints": 2 + difficulty // 2, "side": 3 + (difficulty + 1) // 2}

    @classmethod
    def generate(cls, rng: Random, constraints: int, side: int) -> Self:
        height, width = rng.randint(side - 1, side + 1), rng.randint(side - 1, side + 1)
        largest = rng.randint(side, 2 * side + 2)
        # low in most rows, so that the maxima differ
        rows = [[rng.randint(1, rng.randint(2, largest)) for _ in range(width)] for _ in range(height)]
        maxima = []
        for _ in range(constraints):
            (top, bottom), (left, right) = (_part(rng, length) for length in (height, width))
            inside = [entry for row in rows[top - 1 : bottom] for entry in row[left - 1 : right]]
            maxima.append([top, left, bottom, right, max(inside)])
        problem = cls(height, width, largest, maxima)
        if not any(_overlap(one, other) for one in maxima for other in maxima) or problem.matrices() < 100:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            A matrix has the rows 1..{self.height} and the columns 1..{self.width}; its entries are integers in
            1..{self.largest}. Each line x1 y1 x2 y2 v below says: the largest entry in the rows x1..x2 and columns
            y1..y2 (both ends included) is exactly v.""")
        return f"{rules}\n{table(self.maxima)}\nHow many such matrices are there? Give their number modulo {MODULUS}."

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def matrices(self) -> int:
        """No entry is above the least maximum over it; a maximum is reached only where it is that least one.

        So the cells fall into groups that do not concern each other, by their bound. In each, the ways in which some
        constraints are not reached are added and subtracted.
        """
        cells: dict[int, Counter[int]] = {v: Counter() for *_, v in self.maxima}  # bound -> set of constraints -> cells
        total = 1
        for row in range(1, self.height + 1):
            for column in range(1, self.width + 1):
                over = [k for k, (top, left, bottom, right, _) in enumerate(self.maxima)
                        if top <= row <= bottom and left <= column <= right]  # fmt: skip
                if over:
                    bound = min(self.maxima[k][-1] for k in over)
                    cells[bound][sum(1 << k for k in over if self.maxima[k][-1] == bound)] += 1
                else:
                    total *= self.largest
        for bound, sets in cells.items():
            unreached = {0: 1}  # set of constraints that are missed on purpose -> sign
            for k in (k for k, (*_, v) in enumerate(self.maxima) if v == bound):
                unreached |= {chosen | 1 << k: -sign for chosen, sign in unreached.items()}
            ways = 0
            for chosen, sign in unreached.items():
                lower = sum(count for over_set, count in sets.items() if over_set & chosen)
                ways += sign * (bound - 1) ** lower * bound ** (sets.total() - lower)
            total *= ways
        return total

    def solve(self) -> int:
        return self.matrices() % MODULUS


def _part(rng: Random, length: int) -> tuple[int, int]:
    size = rng.randint((length + 2) // 3, length - 1)
    first = rng.randint(1, length - size + 1)
    return first, first + size - 1


def _overlap(one: list[int], other: list[int]) -> bool:
    """Do two rectangles of different maxima share a cell?"""
    shared = all(max(one[k], other[k]) <= min(one[k + 2], other[k + 2]) for k in (0, 1))
    return shared and one[-1] != other[-1]
