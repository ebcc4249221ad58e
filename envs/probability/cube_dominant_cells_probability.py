"""Cells of a box that exceed all in their layers."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from random import Random
from typing import Self

from rlve.envs.answers import Rational
from rlve.envs.problem import Problem
from rlve.envs.prose import prose


@dataclass(frozen=True)
class CubeDominantCellsProbability(Problem[Fraction]):
    """Find the probability that a given number of cells of a randomly filled box exceed all cells in their layers."""

    max_difficulty = 30

    sides: list[int]
    dominant: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_layers": 3 + difficulty // 3, "most_side": 12 + difficulty}

    @classmethod
    def generate(cls, rng: Random, most_layers: int, most_side: int) -> Self:
        """Fewer dominant cells than there can be: for as many as there can be, one product is the answer."""
        least = rng.randint(max(2, most_layers - 2), most_layers)
        sides = [least, *(rng.randint(least, most_side) for _ in range(2))]
        rng.shuffle(sides)
        return cls(sides, rng.randint(1, least - 1))

    def statement(self) -> str:
        x, y, z = self.sides
        cells = "1 cell is" if self.dominant == 1 else f"{self.dominant} cells are"
        return prose(f"""
            A box consists of the cells (x, y, z) with 1 <= x <= {x}, 1 <= y <= {y} and 1 <= z <= {z}. The numbers
            1..{x * y * z} are written into its {x * y * z} cells, one into each, all orders being equally likely. A
            cell is dominant if its number is larger than the number of every other cell that agrees with it in at least
            one of the three coordinates; so (1, 1, 1) is compared with (1, 2, 2), for example, but not with (2, 2, 2).
            What is the probability that exactly {cells} dominant?""")

    def answer_format(self) -> Rational:
        return Rational()

    def solve(self) -> Fraction:
        """From the expected numbers of sets of dominant cells, by inclusion and exclusion.

        Of the cells of a set in ascending order, the j-th one must exceed all that share a layer with it or with a
        smaller one, of which there are whole box - rest(j).
        """
        x, y, z = self.sides

        def rest(j: int) -> int:
            return (x - j) * (y - j) * (z - j)

        expected, probability = Fraction(1), Fraction(0)
        for size in range(1, min(self.sides) + 1):
            expected *= Fraction(rest(size - 1), rest(0) - rest(size))
            if size >= self.dominant:
                probability += (-1) ** (size - self.dominant) * comb(size, self.dominant) * expected
        return probability
