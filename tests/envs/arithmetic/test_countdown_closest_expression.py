from contextlib import suppress
from fractions import Fraction
from itertools import permutations, product

import pytest

from rlve.envs.arithmetic.countdown_closest_expression import CountdownClosestExpression
from rlve.envs.toolkit.expressions import exact_value
from tests.envs.drawing import drawn, reward

EXAMPLE = CountdownClosestExpression([2, 3, 10], target=33)  # (10 + 2)*3 - 33 = 3, 10*3 + 2 - 33 = -1


def expressions(numbers: tuple[int, ...]) -> list[str]:
    """All expressions with the numbers in this order."""
    if len(numbers) == 1:
        return [str(numbers[0])]
    return [
        f"({left} {operator} {right})"
        for cut in range(1, len(numbers))
        for left, right in product(expressions(numbers[:cut]), expressions(numbers[cut:]))
        for operator in "+-*/"
    ]


def test_worked_example():
    assert reward(EXAMPLE, "10*3 + 2") == reward(EXAMPLE, "2 + 3*10") == 1.0
    assert reward(EXAMPLE, "(10 + 2)*3") == pytest.approx((2 / 4) ** 5)
    assert reward(EXAMPLE, "10*3 - 2") == pytest.approx((2 / 6) ** 5)


@pytest.mark.parametrize("text", ["10*3 + 3", "33", "10*3", "10*3 + 2 + 0", "10/(3 - 2 - 3 + 2)", "3*10 + 2/2"])
def test_other_numbers_are_infeasible(text):
    assert reward(EXAMPLE, text) == -0.5


def test_division_by_zero_is_infeasible():
    assert reward(CountdownClosestExpression([2, 2, 9], target=7), "9/(2 - 2)") == -0.5


@pytest.mark.parametrize("text", ["10**3 - 2", "10//3*2", "3.0*10 + 2", "-2 + 3*10", "3 10 2", "10^3 + 2", "2 3"])
def test_anything_else_is_malformed(text):
    assert reward(EXAMPLE, text) == -1.0


def values(numbers: list[int]) -> list[Fraction]:
    """Of all expressions that use each number once."""
    found = []
    for order in sorted(set(permutations(numbers))):
        for text in expressions(order):
            with suppress(ZeroDivisionError):
                found.append(exact_value(EXAMPLE.answer_format().parse(text)))
    return found


def test_equals_the_best_of_all_expressions():
    for count, seeds in ((2, 20), (3, 12), (4, 1)):
        for problem in drawn(CountdownClosestExpression, seeds=seeds, count=count, largest=12):
            best = min(abs(value - problem.target) for value in values(problem.numbers))
            assert problem.distance(problem.solution) == best


def test_equals_the_best_of_all_expressions_for_every_target():
    for numbers in ([4, 6, 9], [2, 8, 12], [5, 5, 10], [1, 7, 12]):
        everything = values(numbers)
        for target in range(1, 60):
            problem = CountdownClosestExpression(numbers, target)
            assert problem.distance(problem.solution) == min(abs(value - target) for value in everything)


def test_fractions_are_compared_exactly():
    problem = CountdownClosestExpression([3, 7, 50, 50], target=7)
    assert reward(problem, "7 + (50 - 50)/3") == 1.0
    thirds = CountdownClosestExpression([1, 3, 3], target=1)
    assert reward(thirds, "1 + (3 - 3)") == reward(thirds, "1*3/3") == reward(thirds, "3/(3*1)") == 1.0


def test_uses_the_numbers_once():
    for problem in drawn(CountdownClosestExpression, seeds=10, count=4, largest=25):
        assert reward(problem, problem.answer_format().render(problem.solution)) == 1.0
        assert all(number <= 25 for number in problem.numbers)
        assert isinstance(problem.distance(problem.solution), Fraction)


def shortcut_all_but_the_last(problem):
    """Multiply the largest numbers and add the others."""
    *rest, second, first = sorted(problem.numbers)
    return " + ".join([f"{first}*{second}", *map(str, rest)])


def shortcut_left_to_right(problem):
    """From the largest number on, the operation that comes closest, without fractions."""
    first, *others = sorted(problem.numbers, reverse=True)
    value, text = first, str(first)
    for number in others:
        results = {"+": value + number, "-": value - number, "*": value * number}
        operator = min(results, key=lambda each: abs(results[each] - problem.target))
        value, text = results[operator], f"({text} {operator} {number})"
    return text
