from itertools import groupby

from rlve.envs.number_theory.digit_run_square_sum import DigitRunSquareSum
from rlve.envs.toolkit.numbers import digit_sum_below
from tests.envs.drawing import drawn, reward


def f(x: int) -> int:
    return sum(int(digit) * len(list(run)) ** 2 for digit, run in groupby(str(x)))


def test_worked_example():
    assert f(4455501) == 62
    problem = DigitRunSquareSum(9, 11)  # 9 + (1 + 0) + 1*2^2
    assert reward(problem, "14") == 1.0
    assert reward(problem, "10") == reward(problem, "5") == reward(problem, "12") == 0.0


def test_equals_the_sum_number_by_number():
    for largest in (40, 700, 12000):
        for problem in drawn(DigitRunSquareSum, seeds=15, largest=largest):
            assert problem.solution == sum(map(f, range(problem.low, problem.high + 1)))


def test_every_short_range():
    for x in [*range(1, 1300), 9999, 10000, 11111, 100000, 999999, 1000000]:
        assert DigitRunSquareSum(x, x).solution == f(x)


def shortcut_plain_digit_sums(problem):
    """Overlooks runs: adds up the digits."""
    return digit_sum_below(problem.high + 1) - digit_sum_below(problem.low)
