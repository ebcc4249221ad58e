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


def next_places(text: str, alphabet: str) -> list[dict[str, int]]:
    """For each place of the text, and its end, one place behind the next occurrence of each letter that still comes."""
    following: list[dict[str, int]] = [{}]
    for place in range(len(text), 0, -1):
        following.append(following[-1] | {text[place - 1]: place})
    return [{letter: row[letter] for letter in alphabet if letter in row} for row in reversed(following)]
