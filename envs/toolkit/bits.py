"""Bitwise operations on ranges of numbers."""

from collections.abc import Iterator


def aligned_blocks(end: int) -> Iterator[tuple[int, int]]:
    """0..end - 1 in blocks (first, size), one for each one bit of `end`: size is a power of two that divides first."""
    first = 0
    for place in reversed(range(end.bit_length())):
        if end >> place & 1:
            yield first, 1 << place
            first += 1 << place


def xor_blocks(first_end: int, second_end: int) -> Iterator[tuple[int, int, int]]:
    """How i XOR j is distributed over 0 <= i < first_end and 0 <= j < second_end: as (first, size, times).

    Each value of first..first + size - 1 occurs `times` times, where size is a power of two that divides first; of what
    several blocks hold the times add up. There are as many blocks as pairs of one bits of the two ends.
    """
    for first, size in aligned_blocks(first_end):
        for second, other in aligned_blocks(second_end):
            larger = max(size, other)
            yield (first ^ second) // larger * larger, larger, min(size, other)
