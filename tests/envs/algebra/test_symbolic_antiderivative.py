import pytest
import sympy

from rlve.envs.algebra.symbolic_antiderivative import POINTS, SymbolicAntiderivative
from rlve.envs.toolkit.expressions import subexpressions
from tests.envs.drawing import drawn, reward

COSINE = SymbolicAntiderivative(integrand="cos(x)/2 + 3*x**2", planted="sin(x)/2 + x**3")
RECIPROCAL = SymbolicAntiderivative(integrand="1/(x - 1)", planted="log(x - 1)")


@pytest.mark.parametrize("right", ["x**3 + sin(x)/2", "x*x*x - (7 - sin(x))/2", "x^3 + sin(x/2)*cos(x/2) - 10**9"])
def test_worked_example_with_any_constant(right):
    assert reward(COSINE, right) == 1.0


@pytest.mark.parametrize(
    "wrong", ["sin(x)/2 + x**2", "sin(x)/2 + x**3 + x/10000", "cos(x)/2 + 3*x**2", "0", "log(x - 9)", "x**3 - sin(x)/2"]
)
def test_near_misses(wrong):
    assert reward(COSINE, wrong) == 0.0


def test_logarithms_of_negative_numbers_and_of_absolute_values():
    for right in ("log(x - 1)", "log(1 - x)", "log(sqrt((x - 1)**2))", "log((7*x - 7)**2)/2"):
        assert reward(RECIPROCAL, right) == 1.0
    assert reward(RECIPROCAL, "log(x + 1)") == reward(RECIPROCAL, "-log(1 - x)") == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "integrate(x)",
        "Integral(cos(x), x)",
        "y",
        "x**",
        "x.real",
        "x2",
        "G(x)",
        "C*x**3",
        "C + x",
        "x**3 + D",
        "(" * 3000 + "x",
    ],
)
def test_reads_nothing_but_the_grammar(text):
    assert reward(COSINE, text) == -1.0


def test_small_integrands_are_compared_by_their_own_size():
    tiny = SymbolicAntiderivative(integrand="x/10**9", planted="x**2/(2*10**9)")
    assert reward(tiny, "x**2/(2*10**9)") == 1.0
    assert reward(tiny, "0") == reward(tiny, "x**2/10**9") == 0.0


def test_huge_powers_end_at_once():
    assert reward(COSINE, "9**9**9**9**x") == 0.0


def test_the_integrand_is_the_derivative_according_to_sympy():
    x = sympy.Symbol("x")
    for nodes in range(2, 10):
        for problem in drawn(SymbolicAntiderivative, seeds=4, nodes=nodes):
            difference = sympy.sympify(problem.integrand) - sympy.diff(sympy.sympify(problem.planted), x)
            for point, value in list(zip(POINTS, problem.values))[::6]:
                if value is not None:
                    assert abs(difference.evalf(30, subs={x: sympy.Float(point["x"], 30)})) < 1e-9 * max(1, abs(value))
            assert reward(problem, f"{problem.planted} - 17/3") == 1.0
            assert reward(problem, problem.integrand) == reward(problem, f"{problem.planted} + x/1000") == 0.0


def test_a_constant_may_be_written():
    for right in ("x**3 + sin(x)/2 + C", "G(x) = x^3 + 0.5\\sin(x) + c", "1.0*x**3 + sin(x)/2", "sin(x)/2 + x**3 + 7"):
        assert reward(COSINE, right) == 1.0
    tangent = SymbolicAntiderivative(integrand="1/cos(x)**2", planted="sin(x)/cos(x)")
    assert reward(tangent, "tan(x) + C") == reward(tangent, "tan(x)") == 1.0


def test_an_integrand_that_is_0_up_to_rounding():
    zero = SymbolicAntiderivative(integrand="x*(9/x) - 9 + 1/7 - 1/7", planted="0")
    assert max(abs(value) for value in zero.values) < 1e-14
    assert reward(zero, "0") == reward(zero, "17") == reward(zero, "x - x") == 1.0
    assert reward(zero, "x") == reward(zero, "x/10**6") == 0.0


def test_an_integrand_that_is_never_real_gets_a_verdict():
    assert reward(SymbolicAntiderivative(integrand="log(-9 - x**2)", planted="x"), "x") == 0.0


def shortcut_times_x(problem):
    """The integrand times x."""
    return f"x*({problem.integrand})"


def shortcut_without_coefficients(problem):
    """A function inside of the integrand, as it is."""
    parts = [
        part for part in subexpressions(problem.answer_format().parse(problem.integrand)) if isinstance(part, tuple)
    ]
    return parts[-1]
