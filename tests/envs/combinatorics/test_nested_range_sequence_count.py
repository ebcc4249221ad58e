from itertools import product
from math import prod

from rlve.envs.combinatorics.nested_range_sequence_count import MODULUS, NestedRangeSequenceCount
from tests.envs.drawing import drawn, reward


def allowed(entries):
    """By the nearest earlier values around the one before."""
    for i in range(2, len(entries)):
        low = max((a for a in entries[: i - 1] if a <= entries[i - 1]), default=float("-inf"))
        high = min((a for a in entries[: i - 1] if a >= entries[i - 1]), default=float("inf"))
        if not low <= entries[i] <= high:
            return False
    return True


def test_worked_example():
    # 1 1 then 1; 1 2 then 1, 2 or 3; 2 1 then 1 or 2; 2 2 then 2
    problem = NestedRangeSequenceCount([2, 2, 3])
    assert reward(problem, "7") == 1.0
    assert reward(problem, "12") == reward(problem, "5") == 0.0  # no rule; bounds of the first two only
    assert reward(problem, "10000") == reward(problem, "-7") == -0.5
    assert NestedRangeSequenceCount([2, 2, 1]).solution == 3  # 1 1 1, 1 2 1 and 2 1 1


def test_all_sequences():
    for bounds in product(range(1, 4), repeat=3):
        found = sum(allowed(entries) for entries in product(*(range(1, bound + 1) for bound in bounds)))
        assert NestedRangeSequenceCount(list(bounds)).sequences() == found
    for size, seeds in ((4, 12), (5, 8)):
        for problem in drawn(NestedRangeSequenceCount, seeds=seeds, size=size):
            found = sum(allowed(entries) for entries in product(*(range(1, bound + 1) for bound in problem.bounds)))
            assert problem.sequences() == found


def shortcut_without_bounds(problem):
    """Lets all entries be as large as the largest bound."""
    return NestedRangeSequenceCount([max(problem.bounds)] * len(problem.bounds)).solution


def shortcut_without_the_rule(problem):
    """Counts all sequences within the bounds."""
    return prod(problem.bounds) % MODULUS


def shortcut_mean_bound(problem):
    """Takes all bounds to be the mean one."""
    return NestedRangeSequenceCount([sum(problem.bounds) // len(problem.bounds)] * len(problem.bounds)).solution
