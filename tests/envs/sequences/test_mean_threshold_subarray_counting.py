from fractions import Fraction

from rlve.envs.sequences.mean_threshold_subarray_counting import MeanThresholdSubarrayCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 4; 1 4 and 4 1 have the means 5/2; 1 4 1 has the mean 2, which counts too
    problem = MeanThresholdSubarrayCounting([1, 4, 1], threshold=2)
    assert reward(problem, "4") == 1.0
    assert reward(problem, "3") == reward(problem, "5") == 0.0


def test_equals_the_count_of_all_subarrays():
    for size in (2, 3, 7, 12):
        for problem in drawn(MeanThresholdSubarrayCounting, seeds=40, size=size):
            numbers = problem.numbers
            means = [Fraction(sum(numbers[i:j]), j - i) for i in range(size) for j in range(i + 1, size + 1)]
            assert problem.solution == sum(mean >= problem.threshold for mean in means)


def shortcut_half_of_the_subarrays(problem):
    """Takes half of all subarrays."""
    size = len(problem.numbers)
    return size * (size + 1) // 4


def shortcut_short_subarrays(problem):
    """Counts those of up to three elements, and lets the same share of the others count."""
    size = len(problem.numbers)
    short = [problem.numbers[i : i + length] for length in (1, 2, 3) for i in range(size - length + 1)]
    found = sum(sum(part) >= problem.threshold * len(part) for part in short)
    return round(found * size * (size + 1) / 2 / len(short))
