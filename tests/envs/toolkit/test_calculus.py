import math
from random import Random

import pytest

from rlve.envs.problem import Redraw
from rlve.envs.toolkit.calculus import (
    draw_function,
    real_dual,
    same_slopes,
    same_values,
    sample_points,
    size_of_terms,
    slopes,
)
from rlve.envs.toolkit.expressions import parse_expression, subexpressions

FUNCTIONS = ("sin", "cos", "exp", "log", "sqrt")


def parsed(text):
    return parse_expression(text, variables=("x", "y"), functions=FUNCTIONS)


def test_value_and_slope_by_hand():
    assert real_dual(parsed("x**3/y"), {"x": -2.0, "y": 4.0}, "x") == (-2.0, 3.0)
    assert real_dual(parsed("-sqrt(x)"), {"x": 4.0}, "x") == (-2.0, -0.25)
    value, slope = real_dual(parsed("x**x"), {"x": 2.0}, "x")
    assert value == 4.0
    assert slope == pytest.approx(4 * (math.log(2) + 1))


@pytest.mark.parametrize(
    "text", ["sqrt(x)", "log(x)", "sqrt(x)**2", "x**(1/3)", "exp(log(x))", "2**x - x**x", "1/(x + 1)"]
)
def test_parts_that_are_not_real_have_no_value(text):
    assert real_dual(parsed(text), {"x": -1.0}, "x") is None


@pytest.mark.parametrize("text", ["exp(exp(9*x))", "exp(20*x)", "9**9**9**x"])
def test_large_values_do_not_count(text):
    assert real_dual(parsed(text), {"x": 1.0}, "x") is None


def test_slopes_equal_differences_of_values():
    points, step = sample_points(["x", "y"]), 1e-6
    for seed in range(60):
        try:
            function = draw_function(Random(seed), 2 + seed % 7, ["x", "y"])
        except Redraw:
            continue
        for point, slope in zip(points, slopes(function, points, "x")):
            ends = [real_dual(function, point | {"x": point["x"] + h}, "x") for h in (-step, step)]
            if slope is not None and all(ends) and abs(slope) < 10:
                difference = (ends[1][0] - ends[0][0]) / (2 * step)
                assert difference == pytest.approx(slope, rel=1e-2, abs=1e-2)


def test_comparison():
    points = sample_points(["x"])
    values = slopes(parsed("x**3"), points, "x")
    assert same_values(parsed("3*x*x"), points, values)
    assert same_slopes(parsed("x**3 + log(x - 9)*0"), points, values, "x")
    assert not same_values(parsed("3*x*x + 1/100000"), points, values)
    assert not same_slopes(parsed("3*x*x"), points, values, "x")
    assert not same_values(parsed("3*sqrt(x)**4 + 0/(x - x)"), points, values)


def test_zero_is_compared_with_the_size_of_the_terms():
    points = sample_points(["x"])
    function = parsed("1000*x/x")
    values, terms = slopes(function, points, "x"), size_of_terms(function, points, "x", 1)
    assert 1000 < terms < 1e6
    assert same_values(parsed("0"), points, values, terms)
    assert same_values(parsed("3 - 3*x/x"), points, values, terms)
    assert not same_values(parsed("1/100000"), points, values, terms)
    assert size_of_terms(parsed("x - x"), points, "x", 0) == max(2 * abs(point["x"]) for point in points)
    assert not same_values(parsed("0"), points, [None] * len(points))


def test_the_size_of_terms_is_not_less_than_the_value():
    points = sample_points(["x", "y"])
    for seed in range(200):
        try:
            function = draw_function(Random(seed), 2 + seed % 7, ["x", "y"])
        except Redraw:
            continue
        for part in (0, 1):
            duals = [dual for point in points if (dual := real_dual(function, point, "x"))]
            largest = max((abs(dual[part]) for dual in duals), default=0.0)
            assert size_of_terms(function, points, "x", part) >= largest * (1 - 1e-9)


def test_points_differ_in_every_coordinate():
    points = sample_points(["x", "y", "z"])
    assert len(points) == 24
    for name in ("x", "y", "z"):
        assert len({point[name] for point in points}) == 24
        assert all(-2 <= point[name] <= 2 for point in points)


def test_a_drawn_function_has_so_many_nodes():
    for nodes in range(1, 4):
        for seed in range(30):
            try:
                function = draw_function(Random(seed), nodes)
            except Redraw:
                continue
            assert "x" in subexpressions(function)
            assert sum(part == "x" for part in subexpressions(function)) <= (nodes + 1) // 2
