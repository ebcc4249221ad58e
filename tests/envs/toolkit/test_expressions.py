from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from rlve.envs.toolkit.expressions import (
    differentiate,
    exact_value,
    parse_expression,
    render_expression,
    value_and_slope,
)

FUNCTIONS = ("sin", "cos", "exp", "log", "sqrt")
EXPRESSIONS = st.recursive(
    st.one_of(st.integers(1, 5), st.sampled_from(["x", "y"])),
    lambda part: st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*", "/"]), part, part),
        st.tuples(st.just("**"), part, st.integers(1, 3)),
        st.tuples(st.sampled_from(FUNCTIONS), part),
        st.tuples(st.just("-"), part.filter(lambda inner: not isinstance(inner, int))),
    ),
    max_leaves=8,
)


def parsed(text):
    return parse_expression(text, variables=("x", "y"), functions=FUNCTIONS)


def test_exact_values():
    assert exact_value(parsed("8/(3 - 8/3)")) == 24
    assert exact_value(parsed("-(1/2) + x"), {"x": Fraction(1, 3)}) == Fraction(-1, 6)
    with pytest.raises(ZeroDivisionError):
        exact_value(parsed("1/(2 - 2)"))
    with pytest.raises(ValueError, match="no exact value"):
        exact_value(parsed("2**3"))


@given(EXPRESSIONS, st.sampled_from(["x", "y"]))
def test_derivatives_agree_with_sympy_and_with_dual_numbers(expression, variable):
    point = {"x": 0.7, "y": 1.3}
    dual = value_and_slope(expression, point, variable)
    derivative = value_and_slope(differentiate(expression, variable), point)
    if dual is None or derivative is None or abs(dual[0]) > 1e6 or abs(dual[1]) > 1e6:
        return
    assert abs(derivative[0] - dual[1]) <= 1e-7 * max(1.0, abs(dual[1]))
    symbols = {name: sympy.Symbol(name) for name in point}
    reference = sympy.diff(sympy.sympify(render_expression(expression), locals=symbols), symbols[variable])
    value = complex(reference.evalf(30, subs={symbols[name]: sympy.Float(x, 30) for name, x in point.items()}))
    assert abs(value - dual[1]) <= 1e-6 * max(1.0, abs(value))


def test_hostile_expressions_have_no_value():
    assert value_and_slope(parsed("9**9**9**9**x"), {"x": 1.0, "y": 1.0}) is None
    assert value_and_slope(parsed("1/(x - x)"), {"x": 1.0, "y": 1.0}) is None
    assert value_and_slope(parsed("log(0)"), {"x": 1.0, "y": 1.0}) is None
