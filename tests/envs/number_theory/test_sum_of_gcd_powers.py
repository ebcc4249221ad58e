from math import gcd

from rlve.envs.number_theory.sum_of_gcd_powers import SumOfGcdPowers
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SumOfGcdPowers(rows=2, columns=3, exponent=2)  # 1 1 1 and 1 4 1
    assert reward(problem, "9") == 1.0
    assert reward(problem, "7") == reward(problem, "10") == 0.0
    assert "gcd(i, j)^2" in problem.statement()
    assert "^" not in SumOfGcdPowers(2, 3, 1).statement()


def test_equals_the_double_loop():
    for largest in (5, 12, 30):
        for problem in drawn(SumOfGcdPowers, seeds=25, largest=largest):
            pairs = [(i, j) for i in range(1, problem.rows + 1) for j in range(1, problem.columns + 1)]
            assert problem.solution == sum(gcd(i, j) ** problem.exponent for i, j in pairs)
