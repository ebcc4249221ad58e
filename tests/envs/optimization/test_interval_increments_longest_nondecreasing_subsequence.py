from itertools import combinations_with_replacement

from rlve.envs.optimization.interval_increments_longest_nondecreasing_subsequence import (
    IntervalIncrementsLongestNondecreasingSubsequence as Increments,
)
from tests.envs.drawing import drawn, reward


def longest(heights):
    best = []
    for i, height in enumerate(heights):
        best.append(1 + max((best[j] for j in range(i) if heights[j] <= height), default=0))
    return max(best)


def raised(heights, intervals):
    return [height + sum(left <= i <= right for left, right in intervals) for i, height in enumerate(heights)]


def test_worked_example():
    # 3 2 4 3 4 has length 3; one operation gives 4 at most, as in 3 3 5 4 5; two give 3 3 5 5 6
    problem = Increments([3, 2, 4, 3, 4], operations=2)
    assert reward(problem, "1 4\n3 4") == reward(problem, "3 4\n1 4") == reward(problem, "1 1\n3 3") == 1.0
    assert reward(problem, "1 4") == reward(problem, "0 4\n2 4") == 0.0
    assert reward(problem, "1 4\n3 4\n3 4") == reward(problem, "4 1") == reward(problem, "1 5") == -0.5
    assert reward(problem, "none") == -1.0


def test_all_operations():
    for drawn_one in drawn(Increments, seeds=10, **Increments.parameters(0)):
        problem = Increments(drawn_one.heights[:6], operations=2)
        intervals = [(a, b) for a in range(6) for b in range(a, 6)]
        best = max(longest(raised(problem.heights, two)) for two in combinations_with_replacement(intervals, 2))
        assert problem.length(problem.solution) == best
        for two in combinations_with_replacement(intervals, 2):
            assert problem.length([list(interval) for interval in two]) == longest(raised(problem.heights, two))


def shortcut_greedy(problem):
    """One operation after the other, each the best at the moment."""
    return problem.greedy()


def shortcut_one_place(problem):
    """All operations from the one best place to the end."""
    return problem.repeated()


def shortcut_first_falls(problem):
    """Raises all that follows at the first falls."""
    last = len(problem.heights) - 1
    falls = [i for i in range(1, last + 1) if problem.heights[i] < problem.heights[i - 1]]
    return [[i, last] for i in falls[: problem.operations]]
