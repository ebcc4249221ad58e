"""Formulas such as `((x1 & x2) ^ x1)`: names, and the operators & (and), | (or), ^ (exclusive or) in parentheses.

Every operator and its two operands stand in a pair of parentheses of their own, so that no precedence is needed.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

Value = TypeVar("Value")

OPERATORS = "&|^"


def draw_formula(rng: Random, leaves: Sequence[str]) -> str:
    """A random tree over the leaves in the given order: every split and every operator is equally likely."""
    if len(leaves) == 1:
        return leaves[0]
    cut = rng.randint(1, len(leaves) - 1)
    left, right = draw_formula(rng, leaves[:cut]), draw_formula(rng, leaves[cut:])
    return f"({left} {rng.choice(OPERATORS)} {right})"


def fold(formula: str, leaf: Callable[[str], Value], join: Callable[[str, Value, Value], Value]) -> Value:
    """The value of a formula of which the values of its leaves, and of two joined formulas, are known."""
    values: list[Value] = []
    operators: list[str] = []
    for token in formula.replace("(", "").replace(")", " )").split():
        if token in OPERATORS:
            operators.append(token)
        elif token == ")":
            right, left = values.pop(), values.pop()
            values.append(join(operators.pop(), left, right))
        else:
            values.append(leaf(token))
    [value] = values
    return value


def truth(operator: str, left: int, right: int) -> int:
    """The operator on each bit of two numbers."""
    return left & right if operator == "&" else left | right if operator == "|" else left ^ right
