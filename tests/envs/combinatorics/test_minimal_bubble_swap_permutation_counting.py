from itertools import combinations, permutations
from math import comb

from rlve.envs.combinatorics.minimal_bubble_swap_permutation_counting import MinimalBubbleSwapPermutationCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # of 1..3 all but 3 2 1; after 1 3 2 come 2 1 3, 2 3 1, 3 1 2
    problem = MinimalBubbleSwapPermutationCounting([1, 3, 2])
    assert reward(problem, "3") == 1.0
    assert reward(problem, "4") == reward(problem, "5") == 0.0
    assert MinimalBubbleSwapPermutationCounting([1, 2, 3, 4]).solution == 13
    assert MinimalBubbleSwapPermutationCounting([4, 3, 2, 1]).solution == 0
    assert reward(problem, "-1") == -0.5


def reaches_the_bound(order) -> bool:
    inversions = sum(a > b for a, b in combinations(order, 2))
    return 2 * inversions == sum(abs(place - number) for place, number in enumerate(order, 1))


def test_equals_all_permutations():
    for size in (4, 5, 6, 7):
        minimal = [list(order) for order in permutations(range(1, size + 1)) if reaches_the_bound(order)]
        for problem in drawn(MinimalBubbleSwapPermutationCounting, seeds=20, size=size):
            assert problem.solution == sum(order > problem.order for order in minimal)
    for order in permutations(range(1, 6)):
        later = [other for other in permutations(range(1, 6)) if other > order and reaches_the_bound(other)]
        assert MinimalBubbleSwapPermutationCounting(list(order)).solution == len(later)


def shortcut_all_minimal(problem):
    """Counts all permutations that reach the bound, a Catalan number."""
    size = len(problem.order)
    return comb(2 * size, size) // (size + 1)


def shortcut_larger_first_entry(problem):
    """Counts only those whose first entry is larger."""
    size, first = len(problem.order), problem.order[0]
    return MinimalBubbleSwapPermutationCounting(
        [first, *sorted(set(range(1, size + 1)) - {first}, reverse=True)]
    ).solution
