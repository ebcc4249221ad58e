"""Skyscrapers, with the total heights of visible ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from rlve.envs.difficulty import schedule
from rlve.envs.toolkit.skyscrapers import Skyscrapers

SIZES = [4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9]


@dataclass(frozen=True)
class SkyscrapersSumPuzzle(Skyscrapers):
    """Build a grid of houses from the total heights of the houses that are seen from its four sides."""

    CLUES = (
        "The clue at this end is the sum of the heights of the houses that are seen (their heights are added up, they "
        "are not counted). The clues must be these:"
    )

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": schedule(SIZES, difficulty)}

    @staticmethod
    def clue(heights: Sequence[int]) -> int:
        return sum(heights)
