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
