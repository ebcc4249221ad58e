import pytest

from rlve.envs.arithmetic.nested_power_of_two_expression import NestedPowerOfTwoExpression
from tests.envs.drawing import drawn, reward


def terms(code: str) -> list[str]:
    """The parts between the + signs that stand outside all parentheses."""
    parts, depth = [""], 0
    for character in code:
        depth += (character == "(") - (character == ")")
        if character == "+" and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def value(code: str) -> int:
    """The value of a code; fails unless all its sums are in descending order."""
    powers = []
    for term in terms(code):
        inner = term[2:-1]
        assert term == "2" or (term == f"2({inner})" and inner not in ("", "2(0)"))
        powers.append(2 if term == "2" else 1 if inner == "0" else 2 ** value(inner))
    assert powers == sorted(set(powers), reverse=True)
    return sum(powers)


def test_worked_example():
    problem = NestedPowerOfTwoExpression(26)
    assert reward(problem, "2(2(2))+2(2+2(0))+2") == reward(problem, "2(2(2)) + 2(2 + 2(0)) + 2") == 1.0
    assert reward(NestedPowerOfTwoExpression(9), "2(2+2(0))+2(0)") == 1.0


@pytest.mark.parametrize(
    "text",
    ["2+2(2(2))+2(2+2(0))", "2(2(2))+2(2(0)+2)+2", "2(2(2))+2(2+2(0))+2(2(0))", "2(2(2))+2(2+2(0))", "2" + "+2" * 12],
)
def test_other_expressions_of_the_same_value_do_not_count(text):
    assert reward(NestedPowerOfTwoExpression(26), text) == 0.0


@pytest.mark.parametrize("text", ["16+8+2", "2^4+2^3+2", "11010"])
def test_other_notations_are_refused(text):
    assert reward(NestedPowerOfTwoExpression(26), text) < 0.0


def test_the_code_has_the_value_of_the_number():
    for number in range(1, 600):
        assert value(NestedPowerOfTwoExpression(number).solution) == number
    for problem in drawn(NestedPowerOfTwoExpression, seeds=50, bits=34):
        assert value(problem.solution) == problem.number


def test_the_statements_own_examples_are_right_and_are_never_drawn():
    assert NestedPowerOfTwoExpression(7).solution == "2(2)+2+2(0)"
    assert NestedPowerOfTwoExpression(25).solution == "2(2(2))+2(2+2(0))+2(0)"
    assert all(NestedPowerOfTwoExpression.parameters(difficulty)["bits"] > 5 for difficulty in range(20))


def shortcut_decimal_exponents(problem):
    """Powers of two with their exponents left as they are, 2(2) for 4."""
    exponents = [e for e in reversed(range(problem.number.bit_length())) if problem.number >> e & 1]
    return "+".join({0: "2(0)", 1: "2"}.get(e, "2(2)") for e in exponents)


def shortcut_largest_power(problem):
    """The code of the largest power alone."""
    return problem.solution.split("+2")[0] if problem.number.bit_count() > 1 else None
