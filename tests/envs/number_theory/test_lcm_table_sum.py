from math import lcm

from rlve.envs.number_theory.lcm_table_sum import LcmTableSum
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LcmTableSum([1, 2], [1, 4])  # 1 2 3 4 and 2 2 6 4
    assert reward(problem, "24") == 1.0
    assert reward(problem, "21") == reward(problem, "30") == 0.0  # without i = j, and the sum of products

    assert reward(LcmTableSum([2, 3], [4, 5]), "41") == 1.0  # 4 10 and 12 15


def test_equals_the_double_loop():
    for largest in (5, 12, 40):
        for problem in drawn(LcmTableSum, seeds=25, largest=largest):
            xs, ys = (range(low, high + 1) for low, high in (problem.x_range, problem.y_range))
            assert problem.solution == sum(lcm(x, y) for x in xs for y in ys)


def test_estimates_earn_nothing():
    problem = LcmTableSum([1, 300], [1, 300])
    assert reward(problem, str(problem.solution + 1)) == reward(problem, str(problem.solution - 1)) == 0.0


def shortcut_products(problem):
    """Takes x * y for lcm(x, y)."""
    (x_low, x_high), (y_low, y_high) = problem.x_range, problem.y_range
    return sum(range(x_low, x_high + 1)) * sum(range(y_low, y_high + 1))
