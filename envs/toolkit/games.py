"""Games of two players in which whoever cannot move loses (theory of Sprague and Grundy)."""

from collections.abc import Collection


def mex(values: Collection[int]) -> int:
    """The least whole number, from 0 up, that is not among the values."""
    number = 0
    while number in values:
        number += 1
    return number
