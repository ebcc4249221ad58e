from math import lcm

from rlve.envs.number_theory.lcm_table_sum import LcmTableSum
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LcmTableSum(rows=2, columns=4)  # 1 2 3 4 and 2 2 6 4
    assert reward(problem, "24") == 1.0
    assert reward(problem, "21") == reward(problem, "30") == 0.0  # without i = j, and the sum of products


def test_equals_the_double_loop():
    for largest in (5, 12, 40):
        for problem in drawn(LcmTableSum, seeds=25, largest=largest):
            pairs = [(i, j) for i in range(1, problem.rows + 1) for j in range(1, problem.columns + 1)]
            assert problem.solution == sum(lcm(i, j) for i, j in pairs)


def test_estimates_earn_nothing():
    problem = LcmTableSum(300, 300)
    assert reward(problem, str(problem.solution + 1)) == reward(problem, str(problem.solution - 1)) == 0.0
