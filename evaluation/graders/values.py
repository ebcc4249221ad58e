"""Values of formulas: exact fractions as long as they stay small enough, then numbers of as many digits as asked for.

mpmath's numbers have exponents without a bound, so that nothing tiny is rounded to zero and nothing huge to infinity.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from mpmath import mp

from rlve.evaluation.graders.formulas import Tree

MOST_BITS = 200_000
MOST_TERMS = 2_000
MOST_OPERATIONS = 50_000
LARGEST_EXACT_FACTORIAL = 5_000
LARGEST_MAGNITUDE = 100  # of what stands in an exponent, a factorial or an angle: 2^100
REACH = 0.75  # a term below this share of the digits of its neighbour would vanish beside it

Value = Any  # Fraction, mpf or mpc: mpmath has no types


class Undefined(ArithmeticError):
    """No value: a division by zero, a logarithm of zero, a pole."""


class Undecided(ArithmeticError):
    """Too large to work out, or too far apart for the digits at hand."""


class Vanishing(Undecided):
    """A term that would vanish beside another one: more digits may help."""


class Valuer:
    """The value of trees where `names` have given values. One for each point: it counts operations."""

    def __init__(self, names: Mapping[str, Value]) -> None:
        self.names = dict(names)
        self.operations = 0

    def __call__(self, tree: Tree) -> Value:
        self.operations += 1
        if self.operations > MOST_OPERATIONS:
            raise Undecided("too many operations")
        kind = tree[0]
        if kind == "number":
            return tree[1]
        if kind == "name":
            return self.names[tree[1]]
        if kind == "constant":
            if tree[1] in self.names:  # bound by a series
                return self.names[tree[1]]
            return {"pi": +mp.pi, "e": +mp.e, "i": mp.mpc(0, 1)}[tree[1]]
        if kind in ("sum", "product"):
            return self.series(tree)
        values = [self(part) for part in (tree[2:] if kind == "call" else tree[1:])]
        return call(tree[1], values) if kind == "call" else OPERATIONS[kind](*values)

    def series(self, tree: Tree) -> Value:
        kind, name, first, last, body = tree
        low, high = self(first), self(last)
        if not (is_whole(low) and is_whole(high)) or high - low >= MOST_TERMS:
            raise Undecided("a series without small whole bounds")
        before = self.names.get(name)
        total: Value = Fraction(0 if kind == "sum" else 1)
        for place in range(int(low), int(high) + 1):
            self.names[name] = Fraction(place)
            total = (add if kind == "sum" else multiply)(total, self(body))
        if before is None:
            self.names.pop(name, None)
        else:
            self.names[name] = before
        return total


def is_whole(value: Value) -> bool:
    return isinstance(value, Fraction) and value.denominator == 1


def bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def inexact(value: Value) -> Value:
    return mp.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value


def small(value: Value) -> Value:
    """An exact fraction of bounded size, else a number of the working precision."""
    return inexact(value) if isinstance(value, Fraction) and bits(value) > MOST_BITS else value


def is_real(value: Value) -> bool:
    return isinstance(value, Fraction) or not isinstance(value, mp.mpc) or value.imag == 0


def real(value: Value) -> Value:
    """A real number as such. Raises Undefined for others."""
    if isinstance(value, mp.mpc):
        if value.imag != 0:
            raise Undefined("not a real number")
        return value.real
    return value


def bounded(value: Value) -> Value:
    """An inexact value small enough for an exponent, an angle or a factorial. Raises Undecided."""
    value = inexact(value)
    if value != 0 and mp.mag(value) > LARGEST_MAGNITUDE:
        raise Undecided("too large")
    return value


def add(left: Value, right: Value) -> Value:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return small(left + right)
    left, right = inexact(left), inexact(right)
    if left != 0 and right != 0 and abs(mp.mag(left) - mp.mag(right)) > REACH * mp.prec:
        raise Vanishing("terms too far apart")
    return left + right


def multiply(left: Value, right: Value) -> Value:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return small(left * right)
    return inexact(left) * inexact(right)


def divide(left: Value, right: Value) -> Value:
    if right == 0:
        raise Undefined("division by zero")
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return small(left / right)
    return inexact(left) / inexact(right)


def negate(value: Value) -> Value:
    return -value


def power(base: Value, exponent: Value) -> Value:
    if exponent == 0:
        return Fraction(1)
    if base == 0:
        if not is_real(exponent) or real(exponent) < 0:
            raise Undefined("a negative power of zero")
        return Fraction(0)
    if isinstance(base, Fraction) and isinstance(exponent, Fraction):
        if base in (1, -1) and exponent.denominator == 1:
            return Fraction(1) if base == 1 or exponent.numerator % 2 == 0 else Fraction(-1)
        if exponent.denominator == 1 and bits(base) * abs(exponent) <= MOST_BITS:
            return base ** int(exponent)
        if base > 0 and exponent.denominator > 1 and (exact := exact_root(base, exponent.denominator)) is not None:
            return power(exact, Fraction(exponent.numerator))
    grown = mp.log(mp.mpc(inexact(base))) * bounded(exponent)
    bounded(grown)
    if is_whole(exponent):
        return mp.power(inexact(base), int(exponent))
    return mp.power(inexact(base), inexact(exponent))


def exact_root(value: Fraction, index: int) -> Fraction | None:
    """The root of a positive fraction where it is a fraction too."""
    if index > 64 or bits(value) > 4_000:
        return None
    top, bottom = integer_root(value.numerator, index), integer_root(value.denominator, index)
    return None if top is None or bottom is None else Fraction(top, bottom)


def integer_root(value: int, index: int) -> int | None:
    if index == 2:
        found = math.isqrt(value)
    else:
        low, high = 0, 1 << (value.bit_length() // index + 1)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle**index <= value else (low, middle - 1)
        found = low
    return found if found**index == value else None


def root(value: Value, index: Value) -> Value:
    if index == 0:
        raise Undefined("the zeroth root")
    if is_whole(index) and int(index) % 2 == 1 and is_real(value) and real(value) < 0:
        return negate(power(-real(value), 1 / index))
    return power(value, divide(Fraction(1), index))


def rounded(value: Value, up: bool) -> Fraction:
    """Floor or ceiling. A value within the working precision of a whole number counts as that number."""
    value = real(value)
    if isinstance(value, Fraction):
        return Fraction(math.ceil(value) if up else math.floor(value))
    if value != 0 and mp.mag(value) > mp.prec // 2:
        raise Undecided("too large to round")
    near = mp.nint(value)
    if abs(value - near) <= mp.mpf(2) ** (-mp.prec // 2):
        return Fraction(int(near))
    return Fraction(int(mp.ceil(value) if up else mp.floor(value)))


def factorial(value: Value) -> Value:
    if is_whole(value) and value < 0:
        raise Undefined("a factorial of a negative number")
    if is_whole(value) and value <= LARGEST_EXACT_FACTORIAL:
        return Fraction(math.factorial(int(value)))
    return mp.gamma(bounded(value) + 1)


def double_factorial(value: Value) -> Value:
    if not is_whole(value) or value < -1:
        raise Undefined("a double factorial of no whole number")
    if value > LARGEST_EXACT_FACTORIAL:
        raise Undecided("too large")
    return Fraction(math.prod(range(int(value), 0, -2)))


def binomial(top: Value, bottom: Value) -> Value:
    if is_whole(top) and is_whole(bottom) and 0 <= top <= LARGEST_EXACT_FACTORIAL:
        return Fraction(math.comb(int(top), int(bottom))) if bottom >= 0 else Fraction(0)
    if is_whole(bottom) and 0 <= bottom <= 50:
        result: Value = Fraction(1)
        for place in range(int(bottom)):
            result = multiply(result, divide(add(top, Fraction(-place)), Fraction(place + 1)))
        return result
    try:
        return mp.binomial(bounded(top), bounded(bottom))
    except ValueError:
        raise Undefined("a pole") from None


def whole_numbers(values: list[Value]) -> list[int]:
    if not all(map(is_whole, values)):
        raise Undefined("not whole numbers")
    return [int(value) for value in values]


def extreme(name: str, values: list[Value]) -> Value:
    key = [inexact(real(value)) for value in values]
    return values[key.index(max(key) if name == "max" else min(key))]


def logarithm(value: Value) -> Value:
    if value == 0:
        raise Undefined("the logarithm of zero")
    if value == 1:
        return Fraction(0)
    return mp.log(inexact(value))


def trigonometric(name: str, value: Value) -> Value:
    names = {"arcsin": "asin", "arccos": "acos", "arctan": "atan"}
    value = bounded(value)
    if name in ("sinh", "cosh", "tanh") and value != 0 and mp.mag(value) > 40:
        raise Undecided("too large")
    try:
        return getattr(mp, names.get(name, name))(value)
    except (ValueError, ZeroDivisionError):
        raise Undefined("a pole") from None


def call(name: str, values: list[Value]) -> Value:
    if name in CALLS:
        return CALLS[name](*values)
    if name in ("gcd", "lcm"):
        return Fraction(getattr(math, name)(*whole_numbers(values)))
    if name in ("max", "min"):
        return extreme(name, values)
    return trigonometric(name, values[0])


OPERATIONS: dict[str, Callable[..., Value]] = {
    "add": add,
    "multiply": multiply,
    "divide": divide,
    "negate": negate,
    "power": power,
}
CALLS: dict[str, Callable[..., Value]] = {
    "root": root,
    "abs": abs,
    "floor": lambda value: rounded(value, up=False),
    "ceil": lambda value: rounded(value, up=True),
    "factorial": factorial,
    "double factorial": double_factorial,
    "binomial": binomial,
    "ln": logarithm,
    "log": logarithm,
    "exp": lambda value: mp.exp(bounded(value)),
    "degrees": lambda value: inexact(value) * mp.pi / 180,
}
