from itertools import product

from rlve.envs.combinatorics.min_equals_length_partition_count import MODULUS, MinEqualsLengthPartitionCount
from tests.envs.drawing import drawn, reward


def good(array):
    if not array:
        return True
    return any(min(array[:length]) == length and good(array[length:]) for length in range(1, len(array) + 1))


def test_worked_example():
    # 1 1 1; 1 and one of 2 2, 2 3, 3 2, and the other way round; 3 3 3
    problem = MinEqualsLengthPartitionCount(size=3, entries=[1, 2, 3])
    assert reward(problem, "8") == 1.0
    assert reward(problem, "4") == reward(problem, "27") == 0.0
    assert reward(problem, "10000") == reward(problem, "-8") == -0.5
    assert MinEqualsLengthPartitionCount(size=3, entries=[2, 4]).solution == 0
    assert good([2, 5, 1]) and not good([2, 5, 2])  # noqa: PT018


def test_all_arrays():
    for size, entries in (
        (3, [1, 2]),
        (4, [1, 3, 4]),
        (4, [1, 2, 5, 6]),
        (5, [2, 3, 5]),
        (6, [1, 2, 4]),
        (6, [2, 3, 7]),
    ):
        found = sum(good(array) for array in product(entries, repeat=size))
        assert MinEqualsLengthPartitionCount(size, entries).arrays() == found


def test_drawn_problems_have_good_arrays():
    for problem in drawn(MinEqualsLengthPartitionCount, seeds=30, size=9):
        assert problem.arrays() >= 90
        assert problem.solution == problem.arrays() % MODULUS


def counted(problem, block):
    ways = [1]
    for end in range(1, problem.size + 1):
        ways.append(sum(ways[end - length] * block(length) for length in problem.entries if length <= end))
    return ways[-1] % MODULUS


def at_least(problem, length):
    return sum(entry >= length for entry in problem.entries)


def shortcut_lengths_only(problem):
    """Counts the ways to cut, as if there were one block of each length."""
    return counted(problem, lambda length: 1)


def shortcut_smallest_entry_at_least_the_length(problem):
    """Counts the ways to cut and fill so that no entry is below the length of its block."""
    return counted(problem, lambda length: at_least(problem, length) ** length)


def shortcut_smallest_entry_once(problem):
    """Lets the smallest entry of a block stand in it only once."""
    return counted(problem, lambda length: length * (at_least(problem, length) - 1) ** (length - 1))
