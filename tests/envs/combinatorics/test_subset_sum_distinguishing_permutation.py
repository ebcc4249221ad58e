from itertools import combinations, permutations

from rlve.envs.combinatorics.subset_sum_distinguishing_permutation import SubsetSumDistinguishingPermutation
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SubsetSumDistinguishingPermutation([4, 1, 7, 2])
    assert reward(problem, "7 2 1 4") == 1.0  # +3 +1 -6 +2
    assert reward(problem, "2 4 1 7") == 1.0  # -2 +3 -6 +5
    assert reward(problem, "1 4 2 7") == reward(problem, "4 2 1 7") == 0.0  # places 1 and 2; place 1
    assert reward(problem, "7 2 1 1") == reward(problem, "7 2 1") == -0.5


def test_equals_all_sets_of_places():
    for size in (3, 4, 5):
        for problem in drawn(SubsetSumDistinguishingPermutation, seeds=4, size=size + (size == 3)):
            numbers = problem.numbers
            for order in permutations(numbers):
                keeps = any(
                    sum(numbers[i] for i in places) == sum(order[i] for i in places)
                    for count in range(1, len(numbers))
                    for places in combinations(range(len(numbers)), count)
                )
                assert problem.score(list(order)) == float(not keeps)
            assert problem.score(problem.solution) == 1.0


def shortcut_rotation(problem):
    """Moves every number to the place of its right neighbour."""
    return problem.numbers[-1:] + problem.numbers[:-1]


def shortcut_reversed(problem):
    """Writes the numbers from right to left."""
    return problem.numbers[::-1]


def shortcut_two_apart(problem):
    """Moves every number by two places."""
    return problem.numbers[2:] + problem.numbers[:2]


def shortcut_sorted(problem):
    """Sorts the numbers."""
    return sorted(problem.numbers)


def shortcut_next_but_one(problem):
    """Gives each place the next but one larger number, around the end."""
    return problem.larger(by=2)


def shortcut_next_larger(problem):
    """The skill: each number gives way to the next larger one, the largest to the smallest."""
    return problem.solution
