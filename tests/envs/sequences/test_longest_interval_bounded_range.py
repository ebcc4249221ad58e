from itertools import combinations

from rlve.envs.sequences.longest_interval_bounded_range import LongestIntervalBoundedRange
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LongestIntervalBoundedRange([5, 3, 4, 6, 4, 1], bound=2)
    assert reward(problem, "0 3") == reward(problem, "2 5") == 1.0  # 5 3 4 and 4 6 4
    assert reward(problem, "0 4") == -0.5  # 3 and 6
    assert reward(problem, "0 2") == 0.0  # the same block with both ends included
    assert reward(problem, "2 2") == reward(problem, "3 2") == reward(problem, "0 7") == -0.5


def test_agrees_with_all_blocks():
    for size in (12, 15):
        for problem in drawn(LongestIntervalBoundedRange, seeds=10, size=size):
            blocks = list(combinations(range(size + 1), 2))
            feasible = [
                (left, right)
                for left, right in blocks
                if all(abs(a - b) <= problem.bound for a, b in combinations(problem.numbers[left:right], 2))
            ]
            longest = max(right - left for left, right in feasible)
            for left, right in blocks:
                earned = reward(problem, f"{left} {right}")
                assert (earned >= 0.0) == ((left, right) in feasible)
                assert (earned == 1.0) == ((left, right) in feasible and right - left == longest)


def shortcut_from_the_middle(problem):
    """Extends the middle element to both sides."""
    return problem.extended(len(problem.numbers) // 2)


def shortcut_from_the_flattest_place(problem):
    """Extends the two neighbours that differ least to both sides."""
    steps = [abs(a - b) for a, b in zip(problem.numbers, problem.numbers[1:])]
    return problem.extended(steps.index(min(steps)))


def shortcut_one_pass(problem):
    """Begins a new block where the last one could not go on."""
    best, start = [0, 1], 0
    for end in range(1, len(problem.numbers) + 1):
        if max(problem.numbers[start:end]) - min(problem.numbers[start:end]) > problem.bound:
            start = end - 1
        if end - start > best[1] - best[0]:
            best = [start, end]
    return best
