"""Subsequences that go up."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


def increasing_lengths(numbers: Sequence[int], strict: bool = True) -> list[int]:
    """The length of the longest increasing (if not `strict`, non-decreasing) subsequence that ends at each position.

    By patience sorting: the k-th of `last` is the least number in which a subsequence of length k + 1 can end.
    """
    find = bisect_left if strict else bisect_right
    last: list[int] = []
    lengths = []
    for number in numbers:
        place = find(last, number)
        last[place : place + 1] = [number]
        lengths.append(place + 1)
    return lengths
