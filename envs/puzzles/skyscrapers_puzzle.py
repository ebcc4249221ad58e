"""Skyscrapers, with the numbers of visible ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from rlve.envs.difficulty import schedule
from rlve.envs.toolkit.skyscrapers import Skyscrapers

SIZES = [size for size in range(5, 13) for _ in range(3)]


@dataclass(frozen=True)
class SkyscrapersPuzzle(Skyscrapers):
    """Build a grid of houses from the numbers of houses that are seen from its four sides."""

    max_difficulty = 23  # larger grids are longer, not harder

    CLUES = "The numbers of houses that are seen must be these:"

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": schedule(SIZES, difficulty)}

    @staticmethod
    def clue(heights: Sequence[int]) -> int:
        return len(heights)
