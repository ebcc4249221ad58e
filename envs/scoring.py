"""Partial credit: from 0 to 1, and 1 only for an answer that is right.

An answer that is short of right earns at most `ALMOST`: a float such as (n - 1) / n can round to 1.0. All functions are
safe for integers of any size, for zero and for negative numbers.
"""

from collections.abc import Collection, Hashable, Sequence

ALMOST = 0.99


class BetterThanReference(Exception):
    """An answer beat the reference: the reference, or the measure, is wrong."""


def proportion(part: float, whole: float, power: int = 10) -> float:
    """The share of `whole` that is right, sharpened by `power`: 1 only for all of it, 0 for none or less."""
    if part == whole:
        return 1.0
    return min((part / whole) ** power, ALMOST) if 0 < part < whole else 0.0


def matching(answer: Sequence[object], reference: Sequence[object], power: int = 10) -> float:
    """The share of places that agree; 0 if the lengths differ."""
    if len(answer) != len(reference):
        return 0.0
    return proportion(sum(a == b for a, b in zip(answer, reference)), len(reference), power)


def penalized(faults: int, factor: float = 0.25) -> float:
    """1 without faults, and `factor` of it for each: where the share of faults would shrink as problems grow."""
    return factor**faults


def overlap(answer: Collection[Hashable], reference: Collection[Hashable], power: int = 5) -> float:
    """The size of the intersection over the size of the union, as sets: let the caller refuse repeated elements."""
    left, right = set(answer), set(reference)
    return proportion(len(left & right), len(left | right), power)


def closeness(answer: int, reference: int, power: int = 10) -> float:
    """The smaller over the larger of two non-negative numbers. Not for counts that can be estimated."""
    return proportion(min(answer, reference), max(answer, reference), power)


def minimized(
    cost: float, optimum: float, power: int = 5, *, naive: float | None = None, tolerance: int | float = 0
) -> float:
    """`optimum / cost` for costs >= 0 of which the least is asked.

    With `naive`, the cost of an obvious answer: the part of the way from there to the optimum; 0 for that answer.
    """
    if cost < optimum - 2 * tolerance:  # the default is the int 0: with 0.0 large ints would be compared as floats
        raise BetterThanReference("a cost below the optimum")
    if cost <= optimum + tolerance:
        return 1.0
    return proportion(optimum, cost, power) if naive is None else proportion(naive - cost, naive - optimum, power)


def maximized(value: float, optimum: float, power: int = 5, *, naive: float = 0, tolerance: int | float = 0) -> float:
    """`(value - naive) / (optimum - naive)` for values of which the largest is asked."""
    if value > optimum + 2 * tolerance:
        raise BetterThanReference("a value above the optimum")
    return 1.0 if value >= optimum - tolerance else proportion(value - naive, optimum - naive, power)
