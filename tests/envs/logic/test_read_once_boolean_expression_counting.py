from itertools import product

import pytest

from rlve.envs.logic.read_once_boolean_expression_counting import ReadOnceBooleanExpressionCounting
from tests.envs.drawing import drawn, reward

EXAMPLE = ReadOnceBooleanExpressionCounting("(_ & _) ^ (_ | _)")  # 1 * 1 + 3 * 3


def test_worked_example():
    assert reward(EXAMPLE, "10") == 1.0
    assert reward(EXAMPLE, "9") == reward(EXAMPLE, "6") == reward(EXAMPLE, "11") == 0.0
    assert reward(EXAMPLE, "17") == reward(EXAMPLE, "-1") == -0.5


@pytest.mark.parametrize(
    ("expression", "count"), [("_ & _", 1), ("_ | _", 3), ("_ ^ _", 2), ("_ & (_ & _)", 1), ("(_ | _) & _", 3)]
)
def test_small_expressions(expression, count):
    assert ReadOnceBooleanExpressionCounting(expression).solution == count


def test_equals_the_enumeration_of_all_fillings():
    for places in range(2, 9):
        for problem in drawn(ReadOnceBooleanExpressionCounting, seeds=6 if places > 2 else 0, places=places):
            pieces = problem.expression.split("_")
            count = 0
            for bits in product("01", repeat=places):
                count += eval("".join(piece + bit for piece, bit in zip(pieces, [*bits, ""])))
            assert problem.solution == count
            assert count != 2 ** (places - 1)


def shortcut_sides_as_if_even(problem):
    """Looks at the outermost operator alone, as if each of its sides were 1 in half of all ways."""
    depth = 0
    for mark in problem.expression:
        depth += (mark == "(") - (mark == ")")
        if not depth and mark in "&|^":
            quarters = {"&": 1, "^": 2, "|": 3}[mark]
    return 2 ** problem.places() * quarters // 4


def shortcut_exclusive_or_as_or(problem):
    """Takes ^ for |."""
    return ReadOnceBooleanExpressionCounting(problem.expression.replace("^", "|")).solution
