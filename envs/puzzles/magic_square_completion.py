"""Magic squares with empty cells."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.difficulty import schedule
from rlve.envs.problem import Problem
from rlve.envs.prose import prose, table
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.grids import blanked, lines, require_kept
from rlve.envs.verdict import Infeasible

# size and empty cells
STEPS = [(3, 5), (4, 7), (4, 9), (4, 10), (4, 11), (5, 14), (5, 16), (5, 17), (5, 18), (5, 19)]
STEPS += [(7, empty) for empty in range(22, 44, 2)]
LO_SHU = [[2, 7, 6], [9, 5, 1], [4, 3, 8]]
TIMES = {2: [0, 2, 3, 1], 3: [0, 3, 1, 2]}  # multiplication in the field of four elements


@dataclass(frozen=True)
class MagicSquareCompletion(Problem[list[list[int]]]):
    """Complete a magic square."""

    max_difficulty = 20  # with still fewer numbers given, almost any square fits

    grid: list[list[int]]
    planted: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        size, empty = schedule(STEPS, difficulty)
        return {"size": size, "empty": empty}

    @classmethod
    def generate(cls, rng: Random, size: int, empty: int) -> Self:
        planted = _magic_square(rng, size)
        return cls(blanked(rng, planted, empty, 0), planted)

    def statement(self) -> str:
        size = len(self.grid)
        rules = prose(f"""
            Complete this magic square of size {size} x {size}: replace every 0 by a number in 1..{size * size}, and
            leave the other numbers as they are, so that each of 1..{size * size} occurs exactly once, and every row,
            every column and both main diagonals have the sum {_line_sum(size)}.""")
        return f"{rules}\n{table(self.grid)}"

    def answer_format(self) -> Rows[list[int]]:
        size = len(self.grid)
        return Rows(Items(Integer(1, size * size), count=size), count=size)

    def solve(self) -> list[list[int]]:
        return self.planted

    def score(self, answer: list[list[int]]) -> float:
        require_kept(self.grid, answer, 0)
        size = len(self.grid)
        if len({number for row in answer for number in row}) < size * size:
            raise Infeasible("a number occurs twice")
        falling, rising = [answer[i][i] for i in range(size)], [answer[i][-1 - i] for i in range(size)]
        sums = [sum(line) for line in (*lines(answer), falling, rising)]
        return proportion(sums.count(_line_sum(size)), len(sums))


def _line_sum(size: int) -> int:
    return size * (size * size + 1) // 2


def _magic_square(rng: Random, size: int) -> list[list[int]]:
    """A random magic square. Sizes: 3, 4, and primes from 5 up."""
    square = LO_SHU if size == 3 else _from_latin_squares(rng, size)
    half = rng.sample(range(size // 2), size // 2)
    ends = [rng.choice([(i, size - 1 - i), (size - 1 - i, i)]) for i in half]
    # the same order of rows and columns, symmetric about the middle, leaves the diagonals diagonals
    order = [i for i, _ in ends] + [size // 2] * (size % 2) + [i for _, i in reversed(ends)]
    columns = order[:: rng.choice((1, -1))]
    square = [[square[i][j] for j in columns] for i in order]
    return [list(column) for column in zip(*square)] if rng.random() < 0.5 else square


def _from_latin_squares(rng: Random, size: int) -> list[list[int]]:
    """The digits in base `size` come from two orthogonal Latin squares i + slope * j whose diagonals are Latin too."""
    slopes = rng.sample([2, 3] if size == 4 else range(2, size - 1), 2)
    digits = [rng.sample(range(size), size) for _ in slopes]
    square = [[1] * size for _ in range(size)]
    for slope, symbols, weight in zip(slopes, digits, (size, 1)):
        for i in range(size):
            for j in range(size):
                symbol = i ^ TIMES[slope][j] if size == 4 else (i + slope * j) % size
                square[i][j] += weight * symbols[symbol]
    return square
