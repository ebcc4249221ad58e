from itertools import combinations

from rlve.envs.combinatorics.subset_sum import SubsetSum
from tests.envs.drawing import drawn, reward

EXAMPLE = SubsetSum(numbers=[7, 3, 9, 4, 1], target=12)


def test_worked_example():
    assert reward(EXAMPLE, "1 2") == reward(EXAMPLE, "2, 1") == reward(EXAMPLE, "0 3 4") == 1.0
    assert reward(EXAMPLE, "0 3") == reward(EXAMPLE, "0") == 0.0
    assert (
        reward(EXAMPLE, "3 3 3") == reward(EXAMPLE, "9 3") == reward(EXAMPLE, "3 9") == -0.5
    )  # the numbers themselves
    assert reward(EXAMPLE, "") == -1.0


def test_all_choices():
    for size in (5, 9):
        for problem in drawn(SubsetSum, seeds=20, size=size):
            found = 0
            for count in range(1, size + 1):
                for chosen in combinations(range(size), count):
                    right = sum(problem.numbers[index] for index in chosen) == problem.target
                    found += right
                    assert problem.score(list(chosen)) == float(right)
            assert found >= 1
            assert problem.score(problem.solution) == 1.0


def test_taking_the_largest_that_fits_fails():
    for problem in drawn(SubsetSum, size=8):
        left, chosen = problem.target, []
        for index in sorted(range(8), key=lambda index: -problem.numbers[index]):
            if problem.numbers[index] <= left:
                left -= problem.numbers[index]
                chosen.append(index)
        assert problem.score(chosen) == 0.0


def filled(problem, order):
    chosen, left = [], problem.target
    for index in order:
        if problem.numbers[index] <= left:
            left -= problem.numbers[index]
            chosen.append(index)
    return chosen, left


def shortcut_smallest_first(problem):
    """Take the numbers from the smallest up as long as they fit."""
    order = sorted(range(len(problem.numbers)), key=problem.numbers.__getitem__)
    return filled(problem, order)[0] or None


def shortcut_without_the_largest(problem):
    """Take the numbers from the second largest down as long as they fit."""
    order = sorted(range(len(problem.numbers)), key=problem.numbers.__getitem__, reverse=True)
    return filled(problem, order[1:])[0] or None


def shortcut_in_order(problem):
    """Take the numbers in the order of the list as long as they fit."""
    return filled(problem, range(len(problem.numbers)))[0] or None
