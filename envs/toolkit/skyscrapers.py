"""Grids of houses of which some hide others."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem
from rlve.envs.scoring import proportion
from rlve.envs.toolkit.latin_squares import latin_square, require_latin, seen_from_all_sides


@dataclass(frozen=True)
class Skyscrapers(Problem[list[list[int]]]):
    """Build a grid of houses from clues at its four sides; what a clue says of the houses seen, a subclass decides."""

    left: list[int]
    right: list[int]
    top: list[int]
    bottom: list[int]
    planted: list[list[int]]

    CLUES: ClassVar[str]  # the last sentences of the rules

    @staticmethod
    def clue(heights: Sequence[int]) -> int:
        """The clue of a line from whose end these houses are seen."""
        raise NotImplementedError

    @classmethod
    def clues(cls, square: list[list[int]]) -> list[list[int]]:
        """From the left, the right, the top and the bottom."""
        return [[cls.clue(heights) for heights in side] for side in seen_from_all_sides(square)]

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        planted = latin_square(rng, size)
        left, right, top, bottom = cls.clues(planted)
        return cls(left, right, top, bottom, planted)

    def statement(self) -> str:
        size = len(self.left)
        return "\n".join(
            (
                f"Fill a {size} x {size} grid with houses of the heights 1..{size}, so that every row and every column "
                "contains each height exactly once. Looking along a row or column from one of its ends, one sees a "
                f"house if all houses nearer to that end are lower. {self.CLUES}",
                f"From the left, for the rows from top to bottom: {' '.join(map(str, self.left))}",
                f"From the right, for the rows from top to bottom: {' '.join(map(str, self.right))}",
                f"From the top, for the columns from left to right: {' '.join(map(str, self.top))}",
                f"From the bottom, for the columns from left to right: {' '.join(map(str, self.bottom))}",
                "Give the heights, row by row.",
            )
        )

    def answer_format(self) -> Rows[list[int]]:
        size = len(self.left)
        return Rows(Items(Integer(1, size), count=size), count=size)

    def solve(self) -> list[list[int]]:
        return self.planted

    def score(self, answer: list[list[int]]) -> float:
        require_latin(answer)
        wanted = self.left + self.right + self.top + self.bottom
        found = [clue for side in self.clues(answer) for clue in side]
        return proportion(sum(a == b for a, b in zip(found, wanted)), len(wanted))
