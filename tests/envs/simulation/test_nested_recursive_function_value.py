import pytest

from rlve.envs.simulation.nested_recursive_function_value import NestedRecursiveFunctionValue
from tests.envs.drawing import drawn, reward


def value(problem: NestedRecursiveFunctionValue, m: int, n: int) -> int:
    """Straight from the rules, without remembering anything."""
    if m == 0:
        return n + problem.increment
    if n == 0:
        return value(problem, m - 1, problem.restart)
    inner = [value(problem, m // 2, k) for k in (n // 2, n - 1)]
    return sum(value(problem, m // 2, k) for k in inner) + problem.extra


def test_worked_example():
    # f(1, 1) = f(0, f(0, 0)) + f(0, f(0, 0)) = 4 if f(0, n) = n + 1
    problem = NestedRecursiveFunctionValue(increment=1, restart=1, extra=0, m=1, n=1)
    assert reward(problem, "4") == 1.0
    assert reward(problem, "3") == reward(problem, "5") == 0.0


@pytest.mark.parametrize(("m", "n", "expected"), [(3, 1, 12), (2, 2, 18), (3, 3, 21)])
def test_known_values(m, n, expected):
    assert NestedRecursiveFunctionValue(increment=1, restart=1, extra=0, m=m, n=n).solution == expected


def test_the_constants_are_used_and_shown():
    problem = NestedRecursiveFunctionValue(increment=2, restart=3, extra=4, m=2, n=1)
    # f(1, 0) = f(0, 3) = 5, f(1, 5) = f(0, f(0, 2)) + f(0, f(0, 4)) + 4 = 6 + 8 + 4
    assert problem.solution == 18 + 18 + 4
    assert "f(0, n) = n + 2 " in problem.statement()
    assert "f(m, 0) = f(m - 1, 3) " in problem.statement()
    assert "n - 1)) + 4 for" in problem.statement()
    assert " + 0" not in NestedRecursiveFunctionValue(1, 1, 0, 2, 2).statement()


def test_equals_the_plain_recursion():
    for largest in (2, 4, 8):
        for problem in drawn(NestedRecursiveFunctionValue, seeds=30, largest_m=largest, largest_n=largest + 2):
            assert problem.solution == value(problem, problem.m, problem.n)
            assert 2 * problem.m >= largest


def shortcut_inner_calls_left_out(problem):
    """Takes [n/2] and n - 1 for the inner calls."""

    def f(m, n):
        if m == 0:
            return n + problem.increment
        if n == 0:
            return f(m - 1, problem.restart)
        return f(m // 2, n // 2) + f(m // 2, n - 1) + problem.extra

    return f(problem.m, min(problem.n, 400))


def shortcut_as_if_m_were_one(problem):
    """Takes f(0, x) = x + increment for both outer and inner calls."""
    return problem.n // 2 + problem.n - 1 + 4 * problem.increment + problem.extra
