"""Drawing several things at once."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from rlve.envs.problem import Redraw

T = TypeVar("T")


def two_ranges(rng: Random, largest: int) -> list[list[int]]:
    """Two ranges [low, high] of positive integers, each ending in the upper half of 2..largest."""
    ends = [rng.randint(max(2, largest // 2), largest) for _ in range(2)]
    return [[rng.randint(1, end // 2), end] for end in ends]


def distinct(draw: Callable[[], T | None], count: int) -> list[T]:
    """The first `count` different results of `draw`, not counting None. Raises `Redraw` if they come too slowly."""
    found: list[T] = []
    for _ in range(20 * count + 100):
        if len(found) == count:
            return found
        result = draw()
        if result is not None and result not in found:
            found.append(result)
    raise Redraw
