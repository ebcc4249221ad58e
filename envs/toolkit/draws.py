"""Drawing several things at once."""

from collections.abc import Callable
from typing import TypeVar

from rlve.envs.problem import Redraw

T = TypeVar("T")


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
