"""Skyscrapers, with the total heights of visible ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from rlve.envs.difficulty import schedule
from rlve.envs.toolkit.skyscrapers import Skyscrapers

SIZES = [5, 5, *(size for size in range(6, 13) for _ in range(3))]


@dataclass(frozen=True)
class SkyscrapersSumPuzzle(Skyscrapers):
    """Build a grid of houses from the total heights of the houses that are seen from its four sides."""

    max_difficulty = 22  # larger grids are longer, not harder

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
