from math import gcd

from rlve.envs.number_theory.cototient_range_sum import CototientRangeSum
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = CototientRangeSum(4, 6)  # 2 4; 5; 2 3 4 6
    assert reward(problem, "7") == 1.0
    assert reward(problem, "3") == reward(problem, "8") == 0.0
    assert CototientRangeSum(1, 2).solution == 1  # 1 is coprime to itself


def test_equals_the_definition():
    for span in (5, 9, 14):
        for problem in drawn(CototientRangeSum, seeds=20, span=span):
            numbers = range(problem.low, problem.high + 1)
            assert problem.solution == sum(gcd(t, x) > 1 for x in numbers for t in range(1, x + 1))


def shortcut_smallest_prime_factor(problem):
    """Counts the multiples of the smallest prime factor of each number only."""
    numbers = range(problem.low, min(problem.high, problem.low + 500) + 1)
    return sum(x // next((p for p in range(2, 100) if x % p == 0), x) for x in numbers)
