import pytest
import sympy

from rlve.envs.algebra.symbolic_differentiation import SymbolicDifferentiation
from tests.envs.drawing import drawn, reward

PRODUCT = SymbolicDifferentiation(function="x*sin(2*x)", variables=["x"], by="x")
QUOTIENT = SymbolicDifferentiation(function="y**2/x", variables=["x", "y"], by="y")
LOGARITHM = SymbolicDifferentiation(function="log(x**2)", variables=["x"], by="x")


def test_worked_example():
    assert reward(PRODUCT, "sin(2*x) + 2*x*cos(2*x)") == 1.0
    assert reward(PRODUCT, "2*sin(x)*cos(x) + 2*x*(1 - 2*sin(x)^2)") == 1.0
    assert reward(PRODUCT, "\\frac{4*x*\\cos(2*x)}{2} + sin(2*x)".replace("\\cos", "cos")) == 1.0
    for wrong in ("sin(2*x) + x*cos(2*x)", "2*cos(2*x)", "x*sin(2*x)", "sin(2*x) + 2*x*cos(2*x) + 1/10000", "0", "1/0"):
        assert reward(PRODUCT, wrong) == 0.0


def test_other_variables_are_constants():
    assert "partial derivative of the function f(x, y) below with respect to y" in QUOTIENT.statement()
    assert reward(QUOTIENT, "2*y/x") == 1.0
    assert reward(QUOTIENT, "-y**2/x**2") == 0.0
    assert reward(QUOTIENT, "z") == -1.0


def test_must_agree_on_both_sides_of_zero():
    assert reward(LOGARITHM, "2/x") == 1.0
    assert reward(LOGARITHM, "2/sqrt(x**2)") == reward(LOGARITHM, "1/sqrt(x)**2") == 0.0


@pytest.mark.parametrize(
    "text", ["diff(x*sin(2*x), x)", "Derivative(x*sin(2*x), x)", "f'(x)", "x.diff()", "x2", "(" * 999]
)
def test_reads_nothing_but_the_grammar(text):
    assert reward(PRODUCT, text) == -1.0


def test_huge_powers_end_at_once():
    assert reward(PRODUCT, "9**9**9**9**x") == 0.0


def test_agrees_with_sympy():
    for nodes in range(2, 9):
        for problem in drawn(SymbolicDifferentiation, seeds=4, nodes=nodes, variables=1 + nodes // 5):
            derivative = sympy.diff(sympy.sympify(problem.function), problem.by)
            assert reward(problem, str(derivative)) == 1.0
            assert reward(problem, f"{derivative} + {problem.by}/10000") == 0.0
            assert derivative.free_symbols
