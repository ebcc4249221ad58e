from itertools import product

from rlve.envs.number_theory.negative_base_conversion import NegativeBaseConversion
from rlve.envs.toolkit.numbers import digits as digits_in_base
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = NegativeBaseConversion(-7, base=-3)  # 1*(-27) + 2*9 + 0*(-3) + 2
    assert reward(problem, "1 2 0 2") == 1.0
    assert reward(problem, "0 1 2 0 2") == reward(problem, "2 0 2 1") == reward(problem, "2 1") == 0.0
    assert reward(problem, "1 2 0 3") == reward(problem, "-2 1") == -0.5


def test_digits_above_nine_are_not_glued_together():
    problem = NegativeBaseConversion(119, base=-12)  # 1*144 - 3*12 + 11
    assert reward(problem, "1 3 11") == 1.0
    assert reward(problem, "1311") == -0.5
    assert reward(problem, "1 3 1 1") == 0.0


def test_is_the_only_list_of_digits_with_this_value():
    for base in (2, 3, 4):
        lists = [list(digits) for length in range(1, 8) for digits in product(range(base), repeat=length) if digits[0]]
        values = [sum(digit * (-base) ** k for k, digit in enumerate(reversed(digits))) for digits in lists]
        assert len(set(values)) == len(values)
        for digits, value in zip(lists, values):
            assert NegativeBaseConversion(value, -base).solution == digits


def test_large_numbers_evaluate_back():
    for problem in drawn(NegativeBaseConversion, largest=10**9):
        value = 0
        for digit in problem.solution:
            assert 0 <= digit < -problem.base
            value = value * problem.base + digit
        assert value == problem.number
        assert problem.solution[0] != 0


def shortcut_positive_base(problem):
    """Writes the absolute value in the positive base."""
    return digits_in_base(abs(problem.number), -problem.base)


def shortcut_rests_of_the_absolute_value(problem):
    """Divides the absolute value by the negative base: right only for positive numbers."""
    number, found = abs(problem.number), []
    while number:
        found.append(number % -problem.base)
        number = (number - found[-1]) // problem.base
    return found[::-1] if problem.number > 0 and len(found) < 3 else digits_in_base(abs(problem.number), -problem.base)
