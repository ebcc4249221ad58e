from functools import reduce
from itertools import permutations
from math import perm
from operator import xor

from rlve.envs.combinatorics.zero_xor_distinct_subset_sequences import ZeroXorDistinctSubsetSequences
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # {1}, {2}, {1, 2} in any order
    problem = ZeroXorDistinctSubsetSequences(elements=2, length=3, modulus=100)
    assert reward(problem, "6") == 1.0
    assert reward(problem, "1") == reward(problem, "3") == 0.0
    assert ZeroXorDistinctSubsetSequences(3, 3, 100).solution == 42
    assert ZeroXorDistinctSubsetSequences(3, 2, 100).solution == 0
    assert reward(problem, "100") == -0.5


def test_equals_all_sequences():
    for elements, longest in ((2, 3), (3, 7), (4, 5)):
        for length in range(1, longest + 1):
            orders = permutations(range(1, 2**elements), min(length, 4))  # the fifth set follows from four
            if length <= 4 or elements < 4:
                orders = permutations(range(1, 2**elements), length)
                count = sum(reduce(xor, order) == 0 for order in orders)
            else:
                count = sum((last := reduce(xor, order)) != 0 and last not in order for order in orders)
            assert ZeroXorDistinctSubsetSequences(elements, length, 10**6).solution == count


def test_drawn_problems_have_sequences():
    for problem in drawn(ZeroXorDistinctSubsetSequences, seeds=60, most_elements=5, longest=14):
        assert ZeroXorDistinctSubsetSequences(problem.elements, problem.length, 10**15).solution > 0


def shortcut_last_set_follows(problem):
    """All sets but the last are free to differ, and the last one follows from them."""
    return perm(2**problem.elements - 1, problem.length - 1) % problem.modulus


def shortcut_last_set_is_not_empty(problem):
    """Takes away the sequences whose last set would be empty, but not those in which it is there already."""
    sets = 2**problem.elements - 1
    count = 0
    for length in range(2, problem.length + 1):
        count = perm(sets, length - 1) - count
    return count % problem.modulus
