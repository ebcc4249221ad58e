from random import Random

import pytest
import sympy

from rlve.envs.answers import Polynomial
from rlve.envs.toolkit.polynomials import derivative, divide_by_root, from_roots, in_words, multiply

X = sympy.Symbol("x")


def as_sympy(polynomial):
    return sympy.Poly(list(reversed(polynomial)), X)


def test_products_by_hand():
    assert multiply([1, 1], [-1, 1]) == [-1, 0, 1]
    assert multiply([3], [0, 2]) == [0, 6]
    assert from_roots([2, 2, -1]) == [4, 0, -3, 1]
    assert from_roots([]) == [1]


def test_division_by_a_root():
    assert divide_by_root([4, 0, -3, 1], 2) == ([-2, -1, 1], 0)
    assert divide_by_root([5, 1], 3) == ([1], 8)


def test_agrees_with_sympy():
    rng = Random(0)
    for _ in range(100):
        left, right = ([rng.randint(-9, 9) for _ in range(rng.randint(0, 5))] + [rng.randint(1, 9)] for _ in range(2))
        assert as_sympy(multiply(left, right)) == as_sympy(left) * as_sympy(right)
        assert as_sympy(derivative(left) or [0]) == as_sympy(left).diff(X)
        quotient, remainder = divide_by_root(left, 3)
        assert as_sympy(quotient or [0]) * as_sympy([-3, 1]) + remainder == as_sympy(left)


@pytest.mark.parametrize(
    ("polynomial", "text"),
    [
        ([5, -1, 3], "3*x^2 - x + 5"),
        ([-7], "-7"),
        ([0, 1], "x"),
        ([1, 0, 0, -1], "-x^3 + 1"),
        ([0, 0], "0"),
        ([-1, 1], "x - 1"),
        ([0, -4, 2], "2*x^2 - 4*x"),
    ],
)
def test_text(polynomial, text):
    assert in_words(polynomial) == text


def test_text_is_read_back_by_the_answer_format():
    rng = Random(1)
    for _ in range(100):
        polynomial = [rng.randint(-2, 2) for _ in range(rng.randint(1, 6))]
        expected = {(power,): coefficient for power, coefficient in enumerate(polynomial) if coefficient}
        assert Polynomial().parse(in_words(polynomial)) == expected
