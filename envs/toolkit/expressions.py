"""Expressions as nested tuples: parse, render, evaluate, differentiate. Nothing here calls `eval`.

An expression is an int, the name of a variable, or a tuple (operator or function, operand, ...); ("-", e) is -e.
Text is bounded in length, depth and digits, and powers are evaluated in floating point only, so that no hostile text
takes long.
"""

import cmath
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from math import gcd
from typing import Any, TypeAlias

Expression: TypeAlias = int | str | tuple[Any, ...]

MOST_TOKENS = 500  # also bounds the depth of the tree: 1 - 1 - 1 - ... leans to the left
DEEPEST = 100
MOST_DIGITS = 30

_TOKEN = re.compile(r"\s*(?:([0-9]+)|([A-Za-z]+|\\[dt]?frac)|(\*\*|[-+*/^(){}]))", re.ASCII)
_INFORMAL_TOKEN = re.compile(r"\s*(?:([0-9]+(?:\.[0-9]+)?)|([A-Za-z]+|\\[A-Za-z]+)|(\*\*|[-+*/^(){}]))", re.ASCII)
_LATEX = {"\\cdot": "*", "\\times": "*", "\\left": "", "\\right": "", "\u00d7": "*", "\u00b7": "*", "\u00f7": "/"}
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "**": 4}
_NEGATION = 3


class ExpressionError(ValueError):
    """Text that is no expression of the asked kind."""


def parse_expression(
    text: str,
    operators: Collection[str] = ("+", "-", "*", "/", "**"),
    variables: Collection[str] = (),
    functions: Collection[str] = (),
    negation: bool = True,
) -> Expression:
    """The tree of a text. `^` means `**`, and \\frac{a}{b} means (a)/(b). Raises `ExpressionError`.

    Where there are functions, more forms of what people write are read: 6x for 6*x, but not after / and **, where it
    could mean two things; decimal numbers; \\sin, \\sqrt{u} and u^{v}; and ln, tan, cot, sec, csc, abs and e**u, as
    far as the functions allowed express them.
    """
    informal = bool(functions)
    tokens = _tokenize(text, informal)
    position = 0

    def take(expected: str) -> None:
        nonlocal position
        if tokens[position] != expected:
            raise ExpressionError(f"{expected!r} is missing")
        position += 1

    def enclosed(opening: str, closing: str, depth: int) -> Expression:
        take(opening)
        inner = chain(0, depth + 1)
        take(closing)
        return inner

    def operand(depth: int) -> Expression:
        nonlocal position
        if depth > DEEPEST:
            raise ExpressionError(f"nested deeper than {DEEPEST}")
        token = tokens[position]
        if token == "(":
            return enclosed("(", ")", depth)
        if token == "{" and informal and tokens[position - 1] == "**":
            return enclosed("{", "}", depth)
        position += 1
        if token.isdigit():
            return int(token)
        if "." in token:
            return _decimal(token)
        if token in variables:
            return token
        name = token.removeprefix("\\") if informal else token
        if name in functions:
            braces = name == "sqrt" and tokens[position] == "{"
            return (name, enclosed("{", "}", depth) if braces else enclosed("(", ")", depth))
        if name in _BY_OTHERS and functions and _BY_OTHERS[name][0] <= set(functions):
            return _BY_OTHERS[name][1](enclosed("(", ")", depth))
        if name == "e" and "exp" in functions:
            return ("exp", 1)
        if token.startswith("\\") and "/" in operators:
            return ("/", enclosed("{", "}", depth), enclosed("{", "}", depth))
        if token == "-" and negation:
            inner = chain(_NEGATION, depth + 1)
            return -inner if isinstance(inner, int) and inner > 0 else ("-", inner)
        raise ExpressionError(f"{token!r} is not allowed here" if token else "it ends too early")

    def chain(loosest: int, depth: int) -> Expression:
        nonlocal position
        signs = position
        while signs and tokens[signs - 1] == "-":
            signs -= 1
        before = tokens[signs - 1] if signs else ""
        left = operand(depth)
        if informal and tokens[position - 1][0].isdigit() and _begins_factor(tokens[position]):
            if before in ("/", "**"):
                raise ExpressionError(f"a * is missing in front of {tokens[position]!r}")
            tokens.insert(position, "*")
        while (operator := tokens[position]) in operators and _BINDING[operator] >= loosest:
            position += 1
            # ** groups to the right, and its exponent may begin with a minus
            tightest = _NEGATION if operator == "**" else _BINDING[operator] + 1
            left = (operator, left, chain(tightest, depth + 1))
        return left

    expression = chain(0, 0)
    if tokens[position]:
        raise ExpressionError(f"{tokens[position]!r} is not allowed here")
    return expression


def _begins_factor(token: str) -> bool:
    return token.removeprefix("\\").isalpha()


def _decimal(token: str) -> Expression:
    value = Fraction(token)
    return value.numerator if value.denominator == 1 else ("/", value.numerator, value.denominator)


# functions by others: those they need, and how
_BY_OTHERS: dict[str, tuple[set[str], Callable[[Expression], Expression]]] = {
    "ln": ({"log"}, lambda u: ("log", u)),
    "tan": ({"sin", "cos"}, lambda u: ("/", ("sin", u), ("cos", u))),
    "cot": ({"sin", "cos"}, lambda u: ("/", ("cos", u), ("sin", u))),
    "sec": ({"cos"}, lambda u: ("/", 1, ("cos", u))),
    "csc": ({"sin"}, lambda u: ("/", 1, ("sin", u))),
    "abs": ({"sqrt"}, lambda u: ("sqrt", ("**", u, 2))),
}


def _tokenize(text: str, informal: bool) -> list[str]:
    pattern = _INFORMAL_TOKEN if informal else _TOKEN
    for latex, plain in _LATEX.items():
        text = text.replace(latex, plain)
    tokens: list[str] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        match = pattern.match(text, position)
        if match is None:
            raise ExpressionError(f"{text[position]!r} is not allowed")
        digits = match.group(1) or ""
        if len(tokens) >= MOST_TOKENS or len(digits) > MOST_DIGITS:
            raise ExpressionError("it is too long")
        if digits.startswith("0") and digits != "0" and not digits.startswith("0."):
            raise ExpressionError("a number begins with 0")
        tokens.append("**" if match.group(3) == "^" else match.group().strip())
        position = match.end()
    return [*tokens, ""]


def render_expression(expression: Expression, loosest: int = 0) -> str:
    """Text that parses back to the very same tree."""
    if isinstance(expression, int):
        return str(expression) if expression >= 0 or loosest < _NEGATION else f"({expression})"
    if isinstance(expression, str):
        return expression
    operator, *operands = expression
    if operator not in _BINDING:
        return f"{operator}({render_expression(operands[0])})"
    if len(operands) == 1:
        binding, text = _NEGATION, f"-{render_expression(operands[0], _NEGATION + 1)}"
    elif operator == "**":
        binding = _BINDING[operator]
        text = f"{render_expression(operands[0], binding + 1)}**{render_expression(operands[1], binding)}"
    else:
        binding = _BINDING[operator]
        space = " " if binding == 1 else ""
        left, right = render_expression(operands[0], binding), render_expression(operands[1], binding + 1)
        text = f"{left}{space}{operator}{space}{right}"
    return text if binding >= loosest else f"({text})"


def subexpressions(expression: Expression) -> Iterator[Expression]:
    """The expression and all its parts, exponents included."""
    yield expression
    if isinstance(expression, tuple):
        for operand in expression[1:]:
            yield from subexpressions(operand)


def exact_value(expression: Expression, values: Mapping[str, int | Fraction] | None = None) -> Fraction:
    """The value of an expression of integers, variables and + - * /. Raises `ZeroDivisionError`."""
    if isinstance(expression, int):
        return Fraction(expression)
    if isinstance(expression, str):
        return Fraction((values or {})[expression])
    operator, *operands = expression
    match operator, [exact_value(operand, values) for operand in operands]:
        case "-", [value]:
            return -value
        case "+", [left, right]:
            return left + right
        case "-", [left, right]:
            return left - right
        case "*", [left, right]:
            return left * right
        case "/", [left, right]:
            return left / right
    raise ValueError(f"{operator!r} has no exact value")


# Numerical value and derivative ------------------------------------------------------------------------------------

_FUNCTIONS: dict[str, tuple[Callable[[complex], complex], Callable[[complex], complex]]] = {
    "sin": (cmath.sin, cmath.cos),
    "cos": (cmath.cos, lambda z: -cmath.sin(z)),
    "exp": (cmath.exp, cmath.exp),
    "log": (cmath.log, lambda z: 1 / z),
    "sqrt": (cmath.sqrt, lambda z: 0.5 / cmath.sqrt(z)),
}


def value_and_slope(
    expression: Expression, point: Mapping[str, float], variable: str = "x"
) -> tuple[complex, complex] | None:
    """Value and derivative by `variable` at a point, on the principal branches; None where one does not exist."""
    try:
        value, slope = _dual(expression, {name: complex(x) for name, x in point.items()}, variable)
    except (ZeroDivisionError, OverflowError, ValueError):
        return None
    return (value, slope) if cmath.isfinite(value) and cmath.isfinite(slope) else None


def _dual(expression: Expression, point: Mapping[str, complex], variable: str) -> tuple[complex, complex]:
    if isinstance(expression, int):
        return complex(expression), 0j
    if isinstance(expression, str):
        return point[expression], 1 + 0j if expression == variable else 0j
    operator, *operands = expression
    if operator in _FUNCTIONS:
        value, slope = _dual(operands[0], point, variable)
        function, derivative = _FUNCTIONS[operator]
        return function(value), derivative(value) * slope if slope else 0j
    (u, du), *rest = [_dual(operand, point, variable) for operand in operands]
    if not rest:
        return 0 - u, 0 - du  # not -u: the negative zero it makes lies on the other side of branch cuts
    v, dv = rest[0]
    if operator == "+":
        return u + v, du + dv
    if operator == "-":
        return u - v, du - dv
    if operator == "*":
        return u * v, du * v + u * dv
    if operator == "/":
        return u / v, (du * v - u * dv) / (v * v)
    value = u**v
    slope = v * u ** (v - 1) * du if du else 0j
    return value, slope + (value * cmath.log(u) * dv if dv else 0j)


# Symbolic derivative -----------------------------------------------------------------------------------------------


def differentiate(expression: Expression, variable: str = "x") -> Expression:
    """The derivative by one variable, lightly simplified."""
    if not isinstance(expression, tuple):
        return int(expression == variable)

    def d(part: Expression) -> Expression:
        return differentiate(part, variable)

    match expression:
        case "-", u:
            return negated(d(u))
        case "+", u, v:
            return plus(d(u), d(v))
        case "-", u, v:
            return minus(d(u), d(v))
        case "*", u, v:
            return plus(times(d(u), v), times(u, d(v)))
        case "/", u, int(n):
            return over(d(u), n)
        case "/", u, v:
            return over(minus(times(d(u), v), times(u, d(v))), power(v, 2))
        case "**", u, v if variable not in subexpressions(v):
            return times(times(v, power(u, minus(v, 1))), d(u))
        case "**", u, v:
            return times(expression, plus(times(d(v), ("log", u)), over(times(v, d(u)), u)))
        case "sin", u:
            return times(d(u), ("cos", u))
        case "cos", u:
            return negated(times(d(u), ("sin", u)))
        case "exp", u:
            return times(d(u), expression)
        case "log", u:
            return over(d(u), u)
        case "sqrt", u:
            return over(d(u), times(2, expression))
    raise ValueError(f"no derivative of {expression!r}")


# Constructors that simplify ----------------------------------------------------------------------------------------


def negated(u: Expression) -> Expression:
    match u:
        case int():
            return -u
        case "-", (int() | str() | tuple()) as v:
            return v
        case "-", v, w:
            return ("-", w, v)
        case "*", int(n), v:
            return times(-n, v)
    return ("-", u)


def plus(u: Expression, v: Expression) -> Expression:
    match u, v:
        case int(), int():
            return u + v
        case 0, _:
            return v
        case _, 0:
            return u
        case _, int() if v < 0:
            return ("-", u, -v)
        case _, ("-", w):
            return minus(u, w)
    return ("+", u, v)


def minus(u: Expression, v: Expression) -> Expression:
    match u, v:
        case int(), int():
            return u - v
        case _, 0:
            return u
        case 0, _:
            return negated(v)
        case _, int() if v < 0:
            return ("+", u, -v)
        case _, ("-", w):
            return plus(u, w)
        case ("/", int(p), int(q)), int():
            return over(p - v * q, q)
    return 0 if u == v else ("-", u, v)


def times(u: Expression, v: Expression) -> Expression:
    match u, v:
        case int(), int():
            return u * v
        case (0, _) | (_, 0):
            return 0
        case 1, _:
            return v
        case _, 1:
            return u
        case -1, _:
            return negated(v)
        case _, int():
            return times(v, u)
        case int(), ("*", int(n), w):
            return times(u * n, w)
        case int(), ("/", w, int(n)):
            return over(times(u, w), n)
        case ("-", w), _:
            return negated(times(w, v))
        case _, ("-", w):
            return negated(times(u, w))
        case _, ("*", int(n), w):
            return times(n, times(u, w))
        case ("/", 1, w), _:
            return over(v, w)
        case _, ("/", 1, w):
            return over(u, w)
    return ("*", u, v)


def over(u: Expression, v: Expression) -> Expression:
    match u, v:
        case int(), int() if v != 0:
            common = gcd(u, v) * (-1 if v < 0 else 1)
            return u // common if v == common else ("/", u // common, v // common)
        case 0, _:
            return 0
        case _, 1:
            return u
        case _, -1:
            return negated(u)
        case _, int() if v < 0:
            return negated(over(u, -v))
        case ("*", int(n), w), int() if (common := gcd(n, v)) > 1:
            return over(times(n // common, w), v // common)
        case ("/", w, int(n)), int():
            return over(w, n * v)
        case ("-", w), _:
            return negated(over(w, v))
    return ("/", u, v)


def power(u: Expression, v: Expression) -> Expression:
    match u, v:
        case _, 0:
            return 1
        case _, 1:
            return u
        case ("**", w, int(n)), int():
            return power(w, n * v)
    return ("**", u, v)
