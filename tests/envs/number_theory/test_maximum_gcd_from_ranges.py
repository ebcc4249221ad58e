from math import gcd

import pytest

from rlve.envs.number_theory.maximum_gcd_from_ranges import MaximumGcdFromRanges
from tests.envs.drawing import drawn, reward

EXAMPLE = MaximumGcdFromRanges([14, 17], [25, 29])  # 14 and 28


def test_worked_example():
    assert reward(EXAMPLE, "14 28") == 1.0
    assert reward(EXAMPLE, "16 28") == 0.0  # four numbers in a row hold a multiple of 4
    assert reward(EXAMPLE, "14 27") < 0.001


@pytest.mark.parametrize("answer", ["28 14", "13 26", "15 30", "14", "14 28 28", "0 28"])
def test_two_numbers_of_the_ranges_in_order(answer):
    assert reward(EXAMPLE, answer) == -0.5


def test_agrees_with_all_pairs():
    for largest in (40, 100, 200):
        for problem in drawn(MaximumGcdFromRanges, seeds=20, largest=largest):
            xs, ys = (range(low, high + 1) for low, high in (problem.x_range, problem.y_range))
            assert not set(xs) & set(ys)
            most = max(gcd(x, y) for x in xs for y in ys)
            for x in xs:
                for y in ys:
                    assert (problem.score([x, y]) == 1.0) == (gcd(x, y) == most)
            assert max(gcd(x, y) for x in (xs[0], xs[-1]) for y in (ys[0], ys[-1])) < most


def shortcut_certain_divisor(problem):
    """A multiple of as many numbers as the shorter range holds: there is one in both."""
    divisor = problem.certain()
    return [problem.x_range[1] // divisor * divisor, problem.y_range[1] // divisor * divisor]


def shortcut_number_and_its_multiple(problem):
    """A number of the lower range that divides one of the higher, or the ends."""
    (low, high), other = sorted((problem.x_range, problem.y_range))
    pairs = [(x, y) for x in range(high, low - 1, -1) for y in (other[1] // x * x,) if y >= other[0]][:1]
    x, y = pairs[0] if pairs else (high, other[1])
    return [x, y] if problem.x_range[0] == low else [y, x]
