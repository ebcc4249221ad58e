from math import gcd

from rlve.envs.number_theory.sum_of_gcd_powers import SumOfGcdPowers
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SumOfGcdPowers([1, 2], [1, 3], exponent=2)  # 1 1 1 and 1 4 1
    assert reward(problem, "9") == 1.0
    assert reward(problem, "7") == reward(problem, "10") == 0.0
    assert "gcd(x, y)^2" in problem.statement()
    assert "^" not in SumOfGcdPowers([1, 2], [1, 3], 1).statement()


def test_equals_the_double_loop():
    for largest in (5, 12, 30):
        for problem in drawn(SumOfGcdPowers, seeds=25, largest=largest):
            xs, ys = (range(low, high + 1) for low, high in (problem.x_range, problem.y_range))
            assert problem.solution == sum(gcd(x, y) ** problem.exponent for x in xs for y in ys)


def shortcut_all_coprime(problem):
    """Counts the pairs, as if all were coprime."""
    (x_low, x_high), (y_low, y_high) = problem.x_range, problem.y_range
    return (x_high - x_low + 1) * (y_high - y_low + 1)


def shortcut_equal_numbers_apart(problem):
    """Takes x^K where x = y and 1 for all other pairs."""
    (x_low, x_high), (y_low, y_high) = problem.x_range, problem.y_range
    shared = range(max(x_low, y_low), min(x_high, y_high) + 1)
    return shortcut_all_coprime(problem) + sum(x**problem.exponent - 1 for x in shared)
