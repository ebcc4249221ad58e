from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlve.envs.scoring import (
    ALMOST,
    BetterThanReference,
    closeness,
    matching,
    maximized,
    minimized,
    overlap,
    penalized,
    proportion,
)

HUGE = 10**5000


def test_worked_examples():
    assert proportion(3, 4, power=2) == 0.5625
    assert matching([1, 2, 3, 4], [1, 2, 3, 5], power=1) == 0.75
    assert matching([1, 2], [1, 2, 3]) == 0.0
    assert overlap([1, 2], [2, 3], power=1) == 1 / 3
    assert closeness(3, 6, power=1) == 0.5
    assert minimized(10, 5, power=1) == 0.5
    assert minimized(10, 5, power=1, naive=15) == 0.5
    assert minimized(15, 5, naive=15) == minimized(20, 5, naive=15) == 0.0
    assert maximized(7, 10, power=1, naive=4) == 0.5
    assert maximized(4, 10, naive=4) == maximized(-3, 10) == 0.0


def test_only_the_optimum_is_right():
    assert minimized(5, 5) == maximized(5, 5) == matching("abc", "abc") == overlap([], []) == closeness(0, 0) == 1.0
    assert minimized(HUGE + 1, HUGE) == maximized(HUGE - 1, HUGE) == closeness(HUGE - 1, HUGE) == ALMOST
    assert minimized(10**22 + 1, 10**22) == ALMOST  # equal as floats


def test_tolerance_is_for_real_values_only():
    assert minimized(5.0009, 5.0, tolerance=1e-3) == minimized(4.999, 5.0, tolerance=1e-3) == 1.0
    assert minimized(5.1, 5.0, power=1, tolerance=1e-3) == pytest.approx(5 / 5.1)


def test_an_answer_better_than_the_reference_is_an_error():
    with pytest.raises(BetterThanReference):
        minimized(4, 5)
    with pytest.raises(BetterThanReference):
        maximized(6, 5)


NUMBERS = st.one_of(st.integers(), st.integers(-5, 5), st.just(HUGE), st.just(-HUGE))


@given(NUMBERS, NUMBERS, NUMBERS)
def test_scores_are_within_0_and_1_and_never_raise_otherwise(value, reference, naive):
    for score in (
        lambda: proportion(value, reference),
        lambda: closeness(value, reference),
        lambda: minimized(value, reference),
        lambda: minimized(value, reference, naive=naive),
        lambda: maximized(value, reference),
        lambda: maximized(value, reference, naive=naive),
    ):
        try:
            got = score()
        except BetterThanReference:
            continue
        assert 0.0 <= got <= 1.0
        assert (got == 1.0) == (value == reference) or isclose(got, 0)


def test_faults_cost_the_same_in_large_problems():
    assert [penalized(faults) for faults in (0, 1, 2)] == [1.0, 0.25, 0.0625]
    assert penalized(10_000) == 0.0
    assert penalized(1, factor=0.5) == 0.5
