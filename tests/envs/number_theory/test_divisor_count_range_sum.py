from math import log

from rlve.envs.number_theory.divisor_count_range_sum import DivisorCountRangeSum
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = DivisorCountRangeSum(4, 8)  # 3 + 2 + 4 + 2 + 4
    assert reward(problem, "15") == 1.0
    assert reward(problem, "12") == reward(problem, "11") == reward(problem, "16") == 0.0
    assert DivisorCountRangeSum(1, 1).solution == 1


def test_equals_trial_division():
    for largest in (8, 30, 120):
        for problem in drawn(DivisorCountRangeSum, seeds=25, largest=largest):
            numbers = range(problem.low, problem.high + 1)
            assert problem.solution == sum(n % k == 0 for n in numbers for k in range(1, n + 1))


def shortcut_logarithm(problem):
    """Takes Dirichlet's estimate n * (ln n + 2 * gamma - 1)."""
    low, high = (n * (log(n) + 0.15443133) if n else 0.0 for n in (problem.low - 1, problem.high))
    return round(high - low)
