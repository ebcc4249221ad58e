import pytest
import sympy

from rlve.envs.algebra.polynomial_division_remainder import PolynomialDivisionRemainder
from tests.envs.drawing import drawn, reward

# (2x^2 - 3) * (x + 4) + (5x - 1)
EXAMPLE = PolynomialDivisionRemainder(dividend=[-13, 2, 8, 2], divisor=[-3, 0, 2])


def test_worked_example():
    assert "P(x) = 2*x^3 + 8*x^2 + 2*x - 13\nQ(x) = 2*x^2 - 3\n" in EXAMPLE.statement()
    for text in ("5*x - 1", "5x - 1", "-1 + 5*x", "-1+5x^1", "$5x-1$"):
        assert reward(EXAMPLE, text) == 1.0
    assert reward(EXAMPLE, "5*x + 1") == reward(EXAMPLE, "5*x") == 0.5**10
    assert reward(EXAMPLE, "x + 4") == reward(EXAMPLE, "0") == 0.0


def test_a_remainder_of_too_high_a_degree_is_infeasible():
    assert reward(EXAMPLE, "5*x - 1 + x^2") == reward(EXAMPLE, "2*x^3 + 8*x^2 + 2*x - 13") == -0.5


@pytest.mark.parametrize(
    "text", ["[-1, 5]", "4*x + x - 1", "P(x) - Q(x)*(x + 4)", "(5*x - 1)", "5*y - 1", "5*x - 1 + 0*x^9", ""]
)
def test_anything_but_an_expanded_polynomial_is_malformed(text):
    assert reward(EXAMPLE, text) == -1.0


def test_equals_the_remainder_according_to_sympy():
    x = sympy.Symbol("x")
    for degree in (2, 3, 4, 7, 12, 18):
        for problem in drawn(PolynomialDivisionRemainder, seeds=5, degree=degree):
            printed = [line.split(" = ")[1] for line in problem.statement().split("\n")[1:3]]
            dividend, divisor = (sympy.Poly(sympy.sympify(text), x, domain="QQ") for text in printed)
            remainder = dividend.rem(divisor)
            assert reward(problem, str(remainder.as_expr())) == 1.0
            assert divisor.degree() == max(2, min(divisor.degree(), degree - 2))
            assert not remainder.is_ground


def shortcut_lowest_terms(problem):
    """The terms of the dividend below the degree of the divisor."""
    kept = problem.dividend[: len(problem.divisor) - 1]
    return {(power,): coefficient for power, coefficient in enumerate(kept) if coefficient}


def shortcut_one_step(problem):
    """One step of long division, then the lowest terms."""
    rest = problem.dividend[:]
    factor, shift = rest[-1] // problem.divisor[-1], len(rest) - len(problem.divisor)
    for i, coefficient in enumerate(problem.divisor):
        rest[i + shift] -= factor * coefficient
    kept = rest[: len(problem.divisor) - 1]
    return {(power,): coefficient for power, coefficient in enumerate(kept) if coefficient}
