"""Paintings in which no two colours share a row or column."""

from dataclasses import dataclass
from math import comb
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]  # above 1000


@dataclass(frozen=True)
class SeparatedColorGridCount(Problem[int]):
    """Count the ways to paint so many cells of a grid in each colour, no two colours in one row or column."""

    max_difficulty = 40

    rows: int
    columns: int
    cells: list[int]
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": 5 + difficulty // 3, "colours": 2 + difficulty // 5, "most_cells": 3 + difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, largest: int, colours: int, most_cells: int) -> Self:
        rows, columns = rng.randint(largest - 1, largest), rng.randint(largest - 1, largest)
        most = max(2, min(most_cells, rows * columns // (colours * colours)))
        cells = [rng.randint(1 + (most > 2), most) for _ in range(min(colours, rows - 1))]
        problem = cls(rows, columns, cells, rng.choice(MODULI))
        if problem.paintings() < 100:
            raise Redraw
        return problem

    def statement(self) -> str:
        amounts = ", ".join(f"{count} in colour {colour}" for colour, count in enumerate(self.cells, 1))
        return prose(f"""
            Some cells of a grid with {self.rows} rows and {self.columns} columns are painted: exactly {amounts}; all
            other cells stay empty. No row and no column contains cells of two different colours (one colour may occur
            in it several times, and empty cells do not matter). How many such paintings are there? Paintings that are
            turned or mirrored images of one another are different. Give the number modulo {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def paintings(self) -> int:
        """Colour after colour takes rows and columns of its own, all of which it uses."""
        left = {(self.rows, self.columns): 1}
        for count in self.cells:
            after: dict[tuple[int, int], int] = {}
            for a in range(1, min(count, self.rows) + 1):
                for b in range(1, min(count, self.columns) + 1):
                    if filled := _filled(a, b, count):
                        for (rows, columns), ways in left.items():
                            if a <= rows and b <= columns:
                                state = rows - a, columns - b
                                chosen = comb(rows, a) * comb(columns, b)
                                after[state] = after.get(state, 0) + ways * chosen * filled
            left = after
        return sum(left.values())

    def solve(self) -> int:
        return self.paintings() % self.modulus


def _filled(rows: int, columns: int, count: int) -> int:
    """The sets of so many cells with one in every row and every column, by inclusion and exclusion over empty ones."""
    if not max(rows, columns) <= count <= rows * columns:
        return 0
    return sum(
        (-1) ** (rows - a + columns - b) * comb(rows, a) * comb(columns, b) * comb(a * b, count)
        for a in range(1, rows + 1)
        for b in range(1, columns + 1)
    )
