"""A matrix from the parities around its cells."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Letters, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table


@dataclass(frozen=True)
class NeighborhoodParityReconstruction(Problem[list[str]]):
    """Find a binary matrix whose cells have given parities together with their neighbours."""

    max_difficulty = 80  # up to 44 rows of 44 cells

    parities: list[str]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"shortest_side": 3 + difficulty // 3, "longest_side": 4 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, shortest_side: int, longest_side: int) -> Self:
        height, width = (rng.randint(shortest_side, longest_side) for _ in range(2))
        percent = rng.randint(30, 70)
        hidden = ["".join("01"[rng.randrange(100) < percent] for _ in range(width)) for _ in range(height)]
        parities = _parities(hidden)
        problem = cls(parities)
        if problem.score(parities) or problem.score(problem.continued([0] * width)):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Below is a matrix Q of {len(self.parities)} rows and {len(self.parities[0])} columns of zeros and ones. Find
            a matrix A of the same size, also of zeros and ones, such that for every cell the number of ones of A among
            the cell itself and the cells directly above, below, left and right of it (those that exist) is odd where Q
            has 1 and even where Q has 0. There is at least one such matrix; if there are several, any of them will
            do.""")
        return f"{rules}\n{table(self.parities, '')}\nGive A, one row a line."

    def answer_format(self) -> Rows[str]:
        return Rows(Letters("01", length=len(self.parities[0])), count=len(self.parities))

    def solve(self) -> list[str]:
        """The first row determines all others; that the row behind the last is zero is a linear system for it.

        Rows are bits of integers. Each unknown of the first row is carried along as a bit above those of the constants.
        """
        width = len(self.parities[0])
        above, row = [0] * width, [1 << (column + 1) for column in range(width)]  # bit 0: the constant part
        for text in self.parities:
            sides = [0, *row, 0]
            below = [int(text[c]) ^ sides[c] ^ sides[c + 1] ^ sides[c + 2] ^ above[c] for c in range(width)]
            above, row = row, below
        return self.continued(_solved(row, width))

    def continued(self, first: list[int]) -> list[str]:
        """The rows that follow from a first row, each by the parities of the row above."""
        width = len(first)
        lines, previous = [first], [0] * width
        for text in self.parities[:-1]:
            sides = [0, *lines[-1], 0]
            following = [int(text[c]) ^ sides[c] ^ sides[c + 1] ^ sides[c + 2] ^ previous[c] for c in range(width)]
            previous = lines[-1]
            lines.append(following)
        return ["".join(map(str, line)) for line in lines]

    def score(self, answer: list[str]) -> float:
        """All or nothing: row by row, all parities but those of the last row are easily had."""
        return float(_parities(answer) == self.parities)


def _parities(rows: list[str]) -> list[str]:
    width = len(rows[0])
    numbers = [0, *(int(row, 2) for row in rows), 0]
    around = [a ^ b ^ c ^ b << 1 ^ b >> 1 for a, b, c in zip(numbers, numbers[1:], numbers[2:])]
    return [f"{number & (1 << width) - 1:0{width}b}" for number in around]


def _solved(equations: list[int], width: int) -> list[int]:
    """Values of the unknowns for which every equation, a sum of bit 0 and of the bits 1..width, is zero."""
    pivots: dict[int, int] = {}
    for equation in equations:
        for bit, pivot in pivots.items():
            if equation >> bit & 1:
                equation ^= pivot
        if equation > 1:
            bit = equation.bit_length() - 1
            pivots = {b: p ^ equation if p >> bit & 1 else p for b, p in pivots.items()} | {bit: equation}
    return [pivots[bit] & 1 if bit in pivots else 0 for bit in range(1, width + 1)]
