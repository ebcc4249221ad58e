from fractions import Fraction

import pytest

from rlve.envs.arithmetic.kth_root_decimal import KthRootDecimal
from tests.envs.drawing import drawn, reward

SQUARE = KthRootDecimal(number=2, degree=2)  # 1.41421356...


@pytest.mark.parametrize("text", ["1.41421", "1.41422", "1.414214", "1.414204", "1.414223", "1.41421356237309504880"])
def test_rounded_and_cut_off_values_are_right(text):
    assert reward(SQUARE, text) == 1.0


def test_worked_example_and_worse_values():
    assert reward(SQUARE, "1.4142") == reward(SQUARE, "1.414203") == reward(SQUARE, "1.414224") == 0.3
    assert reward(SQUARE, "1.414") == 0.1
    assert reward(SQUARE, "1.41") == reward(SQUARE, "1") == reward(SQUARE, "-1.41421") == reward(SQUARE, "1e300") == 0.0


@pytest.mark.parametrize("text", ["nan", "inf", "sqrt(2)", "2**0.5", "140/99", "1.4142x", "1,41421"])
def test_only_decimal_numbers_are_read(text):
    assert reward(SQUARE, text) == -1.0


def test_exact_at_large_degrees():
    problem = KthRootDecimal(number=55**10 + 1, degree=10)
    assert reward(problem, "55") == reward(problem, "55.00001") == 1.0
    assert reward(problem, "55.00002") == 0.3


def test_equals_bisection_with_rationals():
    for problem in drawn(KthRootDecimal, seeds=40, largest_degree=6, largest_root=30):
        low, high = Fraction(0), Fraction(problem.number)
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if middle**problem.degree < problem.number else (low, middle)
        assert abs(Fraction(problem.solution) - low) < Fraction(2, 10**7)
        assert reward(problem, f"{float(low) + 9.9e-6:.9f}") == reward(problem, f"{float(low) - 9.9e-6:.9f}") == 1.0
        assert reward(problem, f"{float(low) + 1.01e-5:.9f}") == reward(problem, f"{float(low) - 1.01e-5:.9f}") == 0.3


def test_never_a_perfect_power():
    for problem in drawn(KthRootDecimal, seeds=200, largest_degree=3, largest_root=4):
        assert all(root**problem.degree != problem.number for root in range(6))
        assert reward(problem, str(round(problem.solution))) <= 0.1


def below(problem):
    root = 1
    while (root + 1) ** problem.degree <= problem.number:
        root += 1
    return root


def shortcut_one_newton_step(problem):
    """One step of Newton's method from the integer below the root."""
    root = below(problem)
    return root + (problem.number - root**problem.degree) / (problem.degree * root ** (problem.degree - 1))


def shortcut_interpolation(problem):
    """Interpolate between the two integers around the root."""
    root = below(problem)
    low, high = root**problem.degree, (root + 1) ** problem.degree
    return root + (problem.number - low) / (high - low)
