from itertools import combinations

from rlve.envs.combinatorics.interval_subset_overlap_counting import IntervalSubsetOverlapCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # alone the first three; together first and second 4..6, first and third 2..5, but second and third only 4..5
    problem = IntervalSubsetOverlapCounting([[0, 6], [4, 9], [2, 5], [7, 8]], length=2)
    assert reward(problem, "5") == 1.0
    assert reward(problem, "6") == reward(problem, "2") == 0.0
    assert IntervalSubsetOverlapCounting([[0, 2], [0, 2], [0, 2]], 2).solution == 7
    assert reward(problem, "-5") == -0.5


def test_equals_all_subsets():
    for count in (3, 5, 8):
        for problem in drawn(IntervalSubsetOverlapCounting, seeds=15, count=count):
            found = 0
            for size in range(1, count + 1):
                for chosen in combinations(problem.intervals, size):
                    found += min(high for _, high in chosen) - max(low for low, _ in chosen) >= problem.length
            assert problem.solution == found


def shortcut_up_to_pairs(problem):
    """Counts the single intervals and the pairs."""
    good = [(low, high) for low, high in problem.intervals if high - low >= problem.length]
    pairs = combinations(good, 2)
    return len(good) + sum(min(a[1], b[1]) - max(a[0], b[0]) >= problem.length for a, b in pairs)


def shortcut_busiest_place(problem):
    """Counts the subsets of the intervals that share the busiest stretch of the wanted length."""
    places = [low for low, _ in problem.intervals]
    most = max(sum(low <= p and p + problem.length <= high for low, high in problem.intervals) for p in places)
    return 2**most - 1


def shortcut_touching_is_enough(problem):
    """Counts the subsets of the long enough intervals that have any common part of positive length."""
    good = [[low, high] for low, high in problem.intervals if high - low >= problem.length]
    return IntervalSubsetOverlapCounting(good, 1).solution if problem.length > 1 else 0
