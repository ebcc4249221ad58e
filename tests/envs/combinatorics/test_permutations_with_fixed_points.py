from itertools import permutations
from math import comb, factorial

from rlve.envs.combinatorics.permutations_with_fixed_points import PermutationsWithFixedPoints
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # of 1..3, exactly one of 1 and 2 is fixed: 1 3 2 and 3 2 1; none of them: 2 1 3, 2 3 1, 3 1 2
    problem = PermutationsWithFixedPoints(3, [1, 2], fixed=1, modulus=100)
    assert reward(problem, "2") == 1.0
    assert reward(problem, "3") == reward(problem, "4") == 0.0
    assert PermutationsWithFixedPoints(3, [1, 2], 0, 100).solution == 3
    assert PermutationsWithFixedPoints(4, [1, 2, 3, 4], 0, 100).solution == 9
    assert reward(problem, "-1") == -0.5


def test_equals_all_permutations():
    for size in (4, 5, 6):
        orders = list(permutations(range(1, size + 1)))
        for problem in drawn(PermutationsWithFixedPoints, seeds=12, size=size):
            fitting = sum(sum(order[i - 1] == i for i in problem.places) == problem.fixed for order in orders)
            assert problem.solution == fitting % problem.modulus


def test_all_numbers_of_fixed_points_together():
    for problem in drawn(PermutationsWithFixedPoints, seeds=20, size=20):
        by_count = [
            PermutationsWithFixedPoints(20, problem.places, fixed, problem.modulus).solution
            for fixed in range(len(problem.places) + 1)
        ]
        assert sum(by_count) % problem.modulus == factorial(20) % problem.modulus


def derangements(size):
    return sum((-1) ** k * factorial(size) // factorial(k) for k in range(size + 1))


def shortcut_every_place(problem):
    """Counts the permutations with so many fixed points of any kind."""
    others = problem.size - problem.fixed
    return comb(problem.size, problem.fixed) * derangements(others) % problem.modulus


def shortcut_rest_inside(problem):
    """Deranges the other places of S among themselves, and orders the rest freely."""
    others, outside = len(problem.places) - problem.fixed, problem.size - len(problem.places)
    return comb(len(problem.places), problem.fixed) * derangements(others) * factorial(outside) % problem.modulus


def shortcut_at_least(problem):
    """Fixes so many places of S and orders all others freely."""
    return comb(len(problem.places), problem.fixed) * factorial(problem.size - problem.fixed) % problem.modulus
