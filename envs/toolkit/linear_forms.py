"""Sums of multiples of the unknowns x1, x2, x3, ..."""

from collections.abc import Sequence


def dot(factors: Sequence[int], values: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(factors, values))


def unknown_names(count: int) -> str:
    """Their names: `x1, x2, x3`."""
    return ", ".join(f"x{number}" for number in range(1, count + 1))


def in_words(factors: Sequence[int]) -> str:
    """Text such as `3*x1 - x4`, without the terms that are 0."""
    text = ""
    for number, factor in enumerate(factors, start=1):
        if factor:
            sign = (" - " if factor < 0 else " + ") if text else "-" * (factor < 0)
            text += f"{sign}x{number}" if abs(factor) == 1 else f"{sign}{abs(factor)}*x{number}"
    return text or "0"
