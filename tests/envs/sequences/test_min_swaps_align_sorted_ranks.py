from itertools import permutations

from rlve.envs.sequences.min_swaps_align_sorted_ranks import MinSwapsAlignSortedRanks
from tests.envs.drawing import drawn, reward

Arrays = tuple[tuple[int, ...], tuple[int, ...]]


def swapped(array: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*array[:i], array[i + 1], array[i], *array[i + 2 :]) for i in range(len(array) - 1)]


def distance(arrays: Arrays) -> int:
    return sum((a - b) ** 2 for a, b in zip(*arrays))


def fewest(left: list[int], right: list[int]) -> int:
    """By breadth-first search over all arrangements of both arrays."""
    least = min(distance((order, tuple(right))) for order in permutations(left))
    reached: set[Arrays] = {(tuple(left), tuple(right))}
    newest, moves = reached, 0
    while all(distance(arrays) > least for arrays in newest):
        following = {(a, right) for left, right in newest for a in swapped(left)}
        following |= {(left, b) for left, right in newest for b in swapped(right)}
        newest = following - reached
        reached = reached | newest
        moves += 1
    return moves


def test_worked_example():
    # ranks 2 3 1 and 3 1 2: the 3 of A must go to the front, past both others
    problem = MinSwapsAlignSortedRanks([5, 9, 0], [5, 1, 2])
    assert reward(problem, "2") == 1.0
    assert reward(problem, "1") == reward(problem, "3") == 0.0


def test_equals_breadth_first_search():
    for size in (2, 3, 4):
        for problem in drawn(MinSwapsAlignSortedRanks, seeds=25, size=size):
            assert problem.solution == fewest(problem.left, problem.right)


def inversions(numbers):
    return sum(a > b for i, a in enumerate(numbers) for b in numbers[i + 1 :])


def shortcut_sort_both(problem):
    """Sorts both arrays by swaps."""
    return inversions(problem.left) + inversions(problem.right)


def shortcut_difference_of_the_inversions(problem):
    """Takes the difference of the swaps that would sort each array."""
    return abs(inversions(problem.left) - inversions(problem.right))


def shortcut_places_that_differ(problem):
    """Counts the places at which the ranks differ."""
    ranks = [[sorted(array).index(number) for number in array] for array in (problem.left, problem.right)]
    return sum(a != b for a, b in zip(*ranks))
