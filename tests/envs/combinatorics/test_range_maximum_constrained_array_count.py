from itertools import product

from rlve.envs.combinatorics.range_maximum_constrained_array_count import RangeMaximumConstrainedArrayCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # at most 2 everywhere, a 2 at 1 or 2 and at 2 or 3: 1 2 1, 1 2 2, 2 1 2, 2 2 1, 2 2 2
    problem = RangeMaximumConstrainedArrayCount(length=3, largest=4, maxima=[[1, 2, 2], [2, 3, 2]], rank=3)
    assert problem.arrays() == 5
    assert reward(problem, "2 1 2") == 1.0
    assert reward(problem, "2 2 1") == reward(problem, "1 2 1") == 0.0
    assert reward(problem, "2 1") == reward(problem, "2 1 5") == reward(problem, "0 1 2") == -0.5


def test_equals_all_arrays():
    for length, ranges in ((5, 3), (6, 3), (6, 5)):
        for problem in drawn(RangeMaximumConstrainedArrayCount, seeds=4, length=length, ranges=ranges):
            cut = RangeMaximumConstrainedArrayCount(
                length, min(4, problem.largest), [[a, b, min(v, 4)] for a, b, v in problem.maxima], 1
            )
            right = [
                array
                for array in product(range(1, cut.largest + 1), repeat=length)
                if all(max(array[left - 1 : right]) == v for left, right, v in cut.maxima)
            ]
            assert cut.arrays() == len(right)
            for rank in range(1, len(right) + 1, max(1, len(right) // 5)):
                other = RangeMaximumConstrainedArrayCount(length, cut.largest, cut.maxima, rank)
                assert other.solution == list(right[rank - 1])


def test_ranges_that_no_place_can_serve():
    problem = RangeMaximumConstrainedArrayCount(3, 5, [[1, 3, 2], [2, 3, 4]], 1)
    assert problem.arrays() == 0


def shortcut_least_maxima(problem):
    """Gives every place the least maximum over it."""
    return [min(cap, problem.largest) for cap in problem.caps()]


def shortcut_first_array(problem):
    """Gives the first array of all."""
    return RangeMaximumConstrainedArrayCount(problem.length, problem.largest, problem.maxima, 1).solution


def shortcut_counts_from_zero(problem):
    """Gives the array one place later."""
    rank = min(problem.rank + 1, problem.arrays())
    return RangeMaximumConstrainedArrayCount(problem.length, problem.largest, problem.maxima, rank).solution


def shortcut_number_in_a_base(problem):
    """Reads the rank in mixed bases, as if every place could be any number up to its least maximum."""
    left, found = problem.rank - 1, []
    for cap in reversed(problem.caps()):
        left, digit = divmod(left, min(cap, problem.largest))
        found.append(digit + 1)
    return found[::-1]
