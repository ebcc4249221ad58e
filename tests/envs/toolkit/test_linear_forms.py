import pytest

from rlve.envs.toolkit.linear_forms import dot, in_words, unknown_names


def test_dot():
    assert dot([3, 0, -1], [2, 5, 4]) == 2
    assert dot([], []) == 0


def test_names():
    assert unknown_names(3) == "x1, x2, x3"
    assert unknown_names(1) == "x1"


@pytest.mark.parametrize(
    ("factors", "text"),
    [([3, 0, 0, -1], "3*x1 - x4"), ([-1, 1], "-x1 + x2"), ([0, -2], "-2*x2"), ([0, 0], "0"), ([1, -12], "x1 - 12*x2")],
)
def test_text(factors, text):
    assert in_words(factors) == text
