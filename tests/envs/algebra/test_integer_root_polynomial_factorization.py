import pytest
import sympy

from rlve.envs.algebra.integer_root_polynomial_factorization import IntegerRootPolynomialFactorization
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = IntegerRootPolynomialFactorization([2, -3, 2, 0])  # (x - 2)^2 (x + 3) x
    assert "x^4 - x^3 - 8*x^2 + 12*x" in problem.statement()
    assert reward(problem, "0 2 2 -3") == reward(problem, "-3, 2, 0, 2") == 1.0
    assert reward(problem, "0 2 -3 -3") == pytest.approx(0.75**10)
    assert reward(problem, "0 -2 -2 3") == pytest.approx(0.25**10)
    assert reward(problem, "0 2 -3") == reward(problem, "0 0 2 2 -3") == -0.5


def test_partial_credit_counts_each_root_once():
    assert reward(IntegerRootPolynomialFactorization([1, 2, 3]), "1 1 1") == pytest.approx((1 / 3) ** 10)


def test_the_answer_expands_to_the_printed_polynomial():
    x = sympy.Symbol("x")
    for degree in (2, 3, 5, 9, 18):
        for problem in drawn(IntegerRootPolynomialFactorization, seeds=5, degree=degree):
            printed = sympy.Poly(sympy.sympify(problem.statement().split("\n")[1]), x)
            assert printed == sympy.prod(sympy.Poly(x - a, x) for a in problem.solution)
            assert printed.degree() == degree
            assert problem.planted.count(0) <= 1


def shortcut_small_roots(problem):
    """Try the roots -3..3, and repeat what was found."""
    tried = [root for root in range(-3, 4) if root in problem.planted] or [0]
    return [tried[i % len(tried)] for i in range(len(problem.planted))]


def shortcut_equal_roots(problem):
    """All roots equal to the mean that the second coefficient gives."""
    return [round(sum(problem.planted) / len(problem.planted))] * len(problem.planted)
