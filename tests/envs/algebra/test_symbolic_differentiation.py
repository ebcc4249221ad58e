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


def test_a_derivative_that_is_0_up_to_rounding():
    """x*(9/x) is 9: seeds 1 and 9 at difficulty 1 once refused 0 and took only what was written in the same way."""
    zero = SymbolicDifferentiation(function="x*(9/x)", variables=["x"], by="x")
    for right in ("0", "9/x - x*9/x**2", "x - x", "1/x - 1/x"):
        assert reward(zero, right) == 1.0
    for wrong in ("1", "x/10**6", "1/10**9", "9"):
        assert reward(zero, wrong) == 0.0


def test_small_derivatives_are_compared_by_their_own_size():
    tiny = SymbolicDifferentiation(function="x/10**9", variables=["x"], by="x")
    assert reward(tiny, "1/10**9") == 1.0
    assert reward(tiny, "0") == reward(tiny, "2/10**9") == 0.0


def test_degenerate_functions_are_not_drawn():
    for nodes in range(4, 8):
        for problem in drawn(SymbolicDifferentiation, seeds=60, nodes=nodes, variables=1):
            assert reward(problem, "0") == 0.0


def test_a_function_that_is_never_real_gets_a_verdict():
    assert reward(SymbolicDifferentiation(function="log(-9 - x**2)", variables=["x"], by="x"), "0") == 0.0


def test_forms_that_people_write():
    for right in ("f'(x) = sin(2x) + 2x*cos(2x)", "1.0*\\sin(2x) + 2.0*x*\\cos(2x)", "(tan(2x) + 2*x)*cos(2x)"):
        assert reward(PRODUCT, right) == 1.0
    assert reward(PRODUCT, "sin(2x) + 2x*cos(2x) + C") == -1.0


def naive(expression, by):
    """As if every product, quotient and function were differentiated part by part."""
    if not isinstance(expression, tuple):
        return int(expression == by)
    if expression[0] in ("sin", "cos", "exp", "log", "sqrt"):
        return {"sin": ("cos", expression[1]), "cos": ("-", ("sin", expression[1])), "exp": expression,
                "log": ("/", 1, expression[1]), "sqrt": ("/", 1, ("*", 2, expression))}[expression[0]]  # fmt: skip
    return (expression[0], *(naive(part, by) for part in expression[1:]))


def shortcut_outer_derivative(problem):
    """Differentiate the outermost function only, without the chain and product rules."""
    return naive(problem.answer_format().parse(problem.function), problem.by)
