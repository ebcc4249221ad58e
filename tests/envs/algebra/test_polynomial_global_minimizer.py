import pytest
import sympy

from rlve.envs import registry
from rlve.envs.algebra.polynomial_global_minimizer import PolynomialGlobalMinimizer
from tests.envs.drawing import drawn, reward

PARABOLA = PolynomialGlobalMinimizer([1, -3, 4])  # 4x^2 - 3x + 1, least at 3/8


def test_worked_example():
    assert "f(x) = 4*x^2 - 3*x + 1" in PARABOLA.statement()
    assert reward(PARABOLA, "0.375") == reward(PARABOLA, "0.376") == reward(PARABOLA, "0.374") == 1.0
    assert reward(PARABOLA, "0.38") == 0.2
    assert reward(PARABOLA, "0.4375") == reward(PARABOLA, "-0.375") == reward(PARABOLA, "0") == 0.0  # 0.4375 = f(0.375)


def test_a_minimum_at_zero_or_far_away():
    assert reward(PolynomialGlobalMinimizer([5, 0, 1]), "0.0001") == 1.0
    assert reward(PolynomialGlobalMinimizer([0, 250, 1]), "-125") == 1.0


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "3/8", "x = 0.375 or 1", "1e9999"])
def test_only_finite_decimal_numbers_are_read(text):
    assert reward(PARABOLA, text) == -1.0


def test_no_value_of_the_polynomial_is_smaller_according_to_sympy():
    x = sympy.Symbol("x")
    for degree in (4, 6, 10):
        for problem in drawn(PolynomialGlobalMinimizer, seeds=4, degree=degree, largest_shift=4):
            printed = sympy.Poly(sympy.sympify(problem.statement().split(" = ")[1]), x)
            critical = [root for root in printed.diff(x).nroots(n=30, maxsteps=200) if root.is_real]
            best = min(critical, key=printed.eval)
            assert abs(problem.solution - best) < 2e-6
            assert all(reward(problem, str(n)) < 0.3 for n in range(-5, 6))


def test_coefficients_fit_into_64_bits_at_every_difficulty():
    environment = registry.get("polynomial_global_minimizer")
    for difficulty in (15, 18, 19, 40):
        for seed in range(20):
            assert max(map(abs, environment.problem(difficulty, seed).coefficients)) < 2**63


def shortcut_of_the_highest_terms(problem):
    """The vertex of the two highest terms, -b/(na)."""
    *_, b, a = problem.coefficients
    return -b / ((len(problem.coefficients) - 1) * a)


def shortcut_best_integer(problem):
    """The integer of least value."""
    return float(min(range(-9, 10), key=lambda x: sum(c * x**k for k, c in enumerate(problem.coefficients))))
