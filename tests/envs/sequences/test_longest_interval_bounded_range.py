from itertools import combinations

from rlve.envs.sequences.longest_interval_bounded_range import LongestIntervalBoundedRange
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LongestIntervalBoundedRange([5, 3, 4, 6, 4, 1], bound=2)
    assert reward(problem, "0 3") == reward(problem, "2 5") == 1.0  # 5 3 4 and 4 6 4
    assert reward(problem, "0 4") == -0.5  # 3 and 6
    assert 0.0 < reward(problem, "0 2") < 0.1  # the same block with both ends included
    assert reward(problem, "2 2") == reward(problem, "3 2") == reward(problem, "0 7") == -0.5


def test_agrees_with_all_blocks():
    for size in (4, 9, 14):
        for problem in drawn(LongestIntervalBoundedRange, seeds=20, size=size):
            blocks = list(combinations(range(size + 1), 2))
            feasible = [
                (left, right)
                for left, right in blocks
                if all(abs(a - b) <= problem.bound for a, b in combinations(problem.numbers[left:right], 2))
            ]
            longest = max(right - left for left, right in feasible)
            for left, right in blocks:
                earned = reward(problem, f"{left} {right}")
                assert (earned > 0.0) == ((left, right) in feasible)
                assert (earned == 1.0) == ((left, right) in feasible and right - left == longest)
