"""Elementary functions of real variables: drawing them, and telling where they are real.

Functions are expressions (envs/toolkit/expressions.py). Over the reals u**v exists for u > 0, and for u < 0 only if v
is an integer; log needs a positive and sqrt a non-negative argument.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random

from rlve.envs.problem import Redraw
from rlve.envs.toolkit.expressions import Expression, over, plus, power, times, value_and_slope

FUNCTIONS = ("sin", "cos", "exp", "log", "sqrt")
LARGEST_VALUE = 1e4
SMALL = 1e-3
NOISE = 1e-12  # what rounding leaves of a sum that is 0, against the size of its terms
NOTATION = (
    "Write every multiplication with * and powers with **; sqrt(u) is the square root and log(u) the natural logarithm."
)

Point = Mapping[str, float]

# a Weyl sequence
_PLACES = [[4 * (k * math.sqrt(prime) % 1) - 2 for prime in (2, 3, 5)] for k in range(1, 25)]

_UNARY = {
    "sin": 10, "cos": 10, "exp": 8, "log": 8, "sqrt": 5, "power": 12, "add": 15, "multiply": 18, "divide": 6,
    "reciprocal": 8,
}  # fmt: skip
_BINARY = {"+": 20, "-": 20, "*": 35, "/": 20, "**": 5}
_COLLAPSING = {
    ("exp", "log"), ("log", "exp"), ("add", "+"), ("add", "-"), ("multiply", "*"), ("multiply", "/"), ("divide", "/"),
    ("divide", "*"), ("reciprocal", "/"), ("power", "sqrt"), ("power", "**"), ("sqrt", "**"),
}  # fmt: skip


def draw_function(rng: Random, nodes: int, variables: Sequence[str] = ("x",)) -> Expression:
    """A random expression of so many variables, operations with a constant, functions and operators, all counted.

    No two of them collapse into one. Raises `Redraw` for an operator between two equal operands.
    """
    if nodes == 1:
        return rng.choice(variables)
    if nodes >= 3 and rng.random() < 0.5:
        left_nodes = rng.randint(1, nodes - 2)
        left, right = draw_function(rng, left_nodes, variables), draw_function(rng, nodes - 1 - left_nodes, variables)
        if left == right:
            raise Redraw  # x - x, x/x
        [operator] = rng.choices([*_BINARY], [*_BINARY.values()])
        return (operator, left, right)
    inner = draw_function(rng, nodes - 1, variables)
    outermost = inner[0] if isinstance(inner, tuple) else ""
    kinds = {kind: weight for kind, weight in _UNARY.items() if (kind, outermost) not in _COLLAPSING}
    [kind] = rng.choices([*kinds], [*kinds.values()])
    match kind:
        case "power":
            return power(inner, rng.randint(2, 5))
        case "add":
            return plus(inner, rng.randint(1, 20) * rng.choice([-1, 1]))
        case "multiply":
            return times(rng.randint(2, 15) * rng.choice([-1, 1]), inner)
        case "divide":
            return over(inner, rng.randint(2, 12))
        case "reciprocal":
            return over(rng.randint(1, 15), inner)
    return (kind, inner)


def sample_points(variables: Sequence[str]) -> list[Point]:
    """24 fixed points of the cube [-2, 2]^n for n up to 3, at none of which anything special happens."""
    return [dict(zip(variables, place)) for place in _PLACES]


def slopes(expression: Expression, points: Sequence[Point], variable: str) -> list[float | None]:
    """The derivative by `variable`; None where a part of the expression is not real, or one of both is too large."""
    return [dual[1] if (dual := real_dual(expression, point, variable)) else None for point in points]


def real_dual(expression: Expression, point: Point, variable: str) -> tuple[float, float] | None:
    """Value and derivative; None unless both are at most 1e4 in size and every part of the expression is real."""
    try:
        value, slope = _dual(expression, point, variable)
    except (ZeroDivisionError, OverflowError, ValueError):
        return None
    return (value, slope) if abs(value) <= LARGEST_VALUE and abs(slope) <= LARGEST_VALUE else None


def size_of_terms(expression: Expression, points: Sequence[Point], variable: str, part: int) -> float:
    """How large the numbers are that the value (part 0) or the derivative (part 1) is made of, where it is real.

    x - x is 0, but made of numbers as large as x: what rounding leaves of it is measured against those.
    """
    largest = 0.0
    for point in points:
        if real_dual(expression, point, variable) is not None:
            with suppress(ZeroDivisionError, OverflowError, ValueError):
                largest = max(largest, _sizes(expression, point, variable)[part])
    return largest


def rounded_terms(
    expression: Expression, points: Sequence[Point], values: Sequence[float | None], variable: str, part: int
) -> float:
    """`size_of_terms` if the values are so small that they may be what rounding has left, else 0: then they tell."""
    if max((abs(value) for value in values if value is not None), default=0.0) >= SMALL:
        return 0.0
    return size_of_terms(expression, points, variable, part)


def same_values(
    answer: Expression, points: Sequence[Point], values: Sequence[float | None], terms: float = 0.0
) -> bool:
    """Whether an expression has these values, made of numbers of the size `terms`, at the points where there is one."""
    return _close(answer, points, values, "", 0, terms)


def same_slopes(
    answer: Expression, points: Sequence[Point], values: Sequence[float | None], variable: str, terms: float = 0.0
) -> bool:
    """Whether the derivative of an expression, which need not be real itself, has these values where there is one."""
    return _close(answer, points, values, variable, 1, terms)


def _close(
    answer: Expression, points: Sequence[Point], values: Sequence[float | None], variable: str, part: int, terms: float
) -> bool:
    real = [abs(value) for value in values if value is not None]
    if not real:
        return False  # nothing was asked that could be compared
    scale = max(real)
    for point, value in zip(points, values):
        if value is None:
            continue
        dual = value_and_slope(answer, point, variable)
        # errors of rounding are far below, those of a wrong answer somewhere far above this
        if dual is None or not abs(dual[part] - value) <= max(1e-7 * abs(value), 1e-9 * scale, NOISE * terms):
            return False
    return True


_RULES: dict[str, tuple[Callable[[float], float], Callable[[float], float]]] = {
    "sin": (math.sin, math.cos),
    "cos": (math.cos, lambda u: -math.sin(u)),
    "exp": (math.exp, math.exp),
    "log": (math.log, lambda u: 1 / u),
    "sqrt": (math.sqrt, lambda u: 0.5 / math.sqrt(u)),
}


def _dual(expression: Expression, point: Point, variable: str) -> tuple[float, float]:
    if isinstance(expression, int):
        return float(expression), 0.0
    if isinstance(expression, str):
        return point[expression], float(expression == variable)
    operator, *operands = expression
    if operator in _RULES:
        u, du = _dual(operands[0], point, variable)
        function, derivative = _RULES[operator]
        return function(u), derivative(u) * du
    (u, du), *rest = [_dual(operand, point, variable) for operand in operands]
    if not rest:
        return -u, -du
    v, dv = rest[0]
    match operator:
        case "+":
            return u + v, du + dv
        case "-":
            return u - v, du - dv
        case "*":
            return u * v, du * v + u * dv
        case "/":
            return u / v, (du * v - u * dv) / (v * v)
    if u < 0 and (dv or not v.is_integer()):
        raise ValueError("a power that is not real")
    return u**v, v * u ** (v - 1) * du + (u**v * math.log(u) * dv if dv else 0.0)


def _sizes(expression: Expression, point: Point, variable: str) -> tuple[float, float]:
    """Value and derivative with every sum replaced by the sum of the absolute values of its terms."""
    if not isinstance(expression, tuple):
        value, slope = _dual(expression, point, variable)
        return abs(value), abs(slope)
    operator, *operands = expression
    u = abs(_dual(operands[0], point, variable)[0])
    (size, slope), *rest = [_sizes(operand, point, variable) for operand in operands]
    if operator in _RULES:
        function, derivative = _RULES[operator]
        inner = _dual(operands[0], point, variable)[0]
        factor = abs(derivative(inner))
        return abs(function(inner)) + factor * size, factor * slope
    if not rest:
        return size, slope
    v = abs(_dual(operands[1], point, variable)[0])
    other, other_slope = rest[0]
    match operator:
        case "+" | "-":
            return size + other, slope + other_slope
        case "*":
            return size * other, slope * other + size * other_slope
        case "/":
            return size / v * (1 + other / v) / 2, slope / v + size * other_slope / (v * v)
    power = u ** _dual(operands[1], point, variable)[0]
    return power * (1 + v * size / u), v * power / u * slope + power * abs(math.log(u)) * other_slope
