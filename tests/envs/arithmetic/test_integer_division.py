import pytest

from rlve.envs import registry
from rlve.envs.arithmetic.integer_division import IntegerDivision
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = IntegerDivision(1000, 7)  # 7 * 142 = 994
    assert reward(problem, "142") == 1.0
    assert reward(problem, "143") == reward(problem, "141") == 0.0
    assert reward(problem, "-142") == -0.5


@pytest.mark.parametrize("text", ["142.857", "142 remainder 6", "1000/7", "142 6/7", "0142"])
def test_only_the_integer_counts(text):
    assert reward(IntegerDivision(1000, 7), text) == -1.0


def test_thousands_separators_are_read():
    assert reward(IntegerDivision(7_000_001, 7), "1,000,000") == 1.0


def test_the_quotient_fits_and_has_the_asked_number_of_digits():
    for divisor_digits in range(1, 6):
        for problem in drawn(IntegerDivision, seeds=30, divisor_digits=divisor_digits, quotient_digits=3):
            quotient = problem.solution
            assert problem.divisor * quotient <= problem.dividend < problem.divisor * (quotient + 1)
            assert len(str(problem.divisor)) == divisor_digits
            assert len(str(quotient)) == 3
            assert problem.divisor > 1


def test_dividends_fit_into_64_bits_at_every_difficulty():
    environment = registry.get("integer_division")
    assert all(environment.problem(difficulty, seed=1).dividend < 2**63 for difficulty in (14, 15, 16, 40))


def shortcut_leading_digits(problem):
    """Divide with the first two digits of the divisor only."""
    digits = str(problem.divisor)
    return problem.dividend // (
        int(digits[:2].ljust(2, "0")) * 10 ** (len(digits) - 2) if len(digits) > 2 else problem.divisor + 1
    )


def shortcut_two_leading_digits(problem):
    """The first two digits of the quotient, then zeros."""
    text = str(problem.solution)
    return int(text[:2].ljust(len(text), "0"))
