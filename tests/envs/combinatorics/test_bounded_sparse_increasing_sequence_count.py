from itertools import pairwise, product
from math import prod

from rlve.envs.combinatorics.bounded_sparse_increasing_sequence_count import (
    MODULUS,
    BoundedSparseIncreasingSequenceCount,
)
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = BoundedSparseIncreasingSequenceCount([[1, 2], [2, 3]])
    assert reward(problem, "7") == 1.0  # 0 2, 0 3, 1 0, 2 0, 1 2, 1 3, 2 3
    assert reward(problem, "8") == reward(problem, "3") == 0.0  # with 0 0, or 2 2; without zeros
    assert reward(problem, "10000") == reward(problem, "-7") == -0.5


def test_all_sequences():
    for size in (3, 4, 5):
        for problem in drawn(BoundedSparseIncreasingSequenceCount, seeds=12, size=size):
            found = 0
            for entries in product(*([0, *range(low, high + 1)] for low, high in problem.intervals)):
                others = [entry for entry in entries if entry]
                found += others != [] and all(a < b for a, b in pairwise(others))
            assert problem.solution == found % MODULUS


def sequences(problem, strict, zeros):
    ways = [1] + [0] * max(high for _, high in problem.intervals)
    for low, high in problem.intervals:
        ways = [
            count * zeros + (sum(ways[: value + (not strict)]) if low <= value <= high else 0)
            for value, count in enumerate(ways)
        ]
    return sum(ways)


def shortcut_equal_entries_allowed(problem):
    """Lets entries other than zero be equal."""
    return (sequences(problem, strict=False, zeros=True) - 1) % MODULUS


def shortcut_without_zeros(problem):
    """Counts the increasing sequences that have no zero."""
    return sequences(problem, strict=True, zeros=False) % MODULUS


def shortcut_with_nothing_but_zeros(problem):
    """Counts the sequence of zeros as well."""
    return sequences(problem, strict=True, zeros=True) % MODULUS


def shortcut_any_order(problem):
    """Forgets that the entries increase."""
    return (prod(high - low + 2 for low, high in problem.intervals) - 1) % MODULUS
