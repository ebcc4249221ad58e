"""Skyscrapers, with the numbers of visible ones."""

from dataclasses import dataclass
from random import Random
from typing import Self

from envs.answers import Integer, Items, Rows
from envs.difficulty import schedule
from envs.problem import Problem
from envs.prose import prose
from envs.scoring import proportion
from envs.toolkit.latin_squares import latin_square, require_latin, seen_from_all_sides

SIZES = [4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9]


@dataclass(frozen=True)
class SkyscrapersPuzzle(Problem[list[list[int]]]):
    """Build a grid of houses from the numbers of houses that are seen from its four sides."""

    left: list[int]
    right: list[int]
    top: list[int]
    bottom: list[int]
    planted: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": schedule(SIZES, difficulty)}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        planted = latin_square(rng, size)
        left, right, top, bottom = _counts(planted)
        return cls(left, right, top, bottom, planted)

    def statement(self) -> str:
        size = len(self.left)
        rules = prose(f"""
            Fill a {size} x {size} grid with houses of the heights 1..{size}, so that every row and every column
            contains each height exactly once. Looking along a row or column from one of its ends, one sees a house if
            all houses nearer to that end are lower. The numbers of houses that are seen must be these:""")
        return "\n".join(
            (
                rules,
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
        counts = [count for side in _counts(answer) for count in side]
        return proportion(sum(a == b for a, b in zip(counts, wanted)), len(wanted))


def _counts(square: list[list[int]]) -> list[list[int]]:
    """How many houses are seen from the left, the right, the top and the bottom."""
    return [[len(heights) for heights in side] for side in seen_from_all_sides(square)]
