"""Errors and differences against hand calculation and simulation."""

import random
from math import sqrt
from statistics import stdev

import pytest

from rlve.evaluation.statistics import (
    Estimate,
    average,
    average_difference,
    clustered,
    paired,
    score_interval,
    seed_error,
    student_quantile,
)


def test_a_clustered_error_is_that_of_problem_means() -> None:
    estimate = clustered([1.0, 0.0, 0.5, 0.5])
    assert estimate.value == 0.5
    assert estimate.error == pytest.approx(sqrt(1 / 6) / 2)
    assert clustered([0.25]) == Estimate(0.25, None)


def test_the_average_of_benchmarks_weighs_them_alike() -> None:
    estimate = average([Estimate(0.2, 0.03), Estimate(0.4, 0.04)])
    assert estimate.value == pytest.approx(0.3)
    assert estimate.error == pytest.approx(0.025)
    assert average([Estimate(0.2, 0.03), Estimate(0.4, None)]).error is None


@pytest.mark.parametrize(
    ("degrees", "value"),
    [
        (1, 12.7062),
        (2, 4.30265),
        (3, 3.18245),
        (4, 2.77645),
        (9, 2.26216),
        (29, 2.04523),
        (499, 1.96473),
        (100_000, 1.95999),
    ],
)
def test_quantiles_of_student(degrees: int, value: float) -> None:
    assert student_quantile(0.975, degrees) == pytest.approx(value, rel=1e-5)


def test_pairing_by_problem_finds_what_two_separate_errors_hide() -> None:
    old = {f"p{n}": n / 40 for n in range(40)}
    new = {name: min(1.0, value + (0.1 if int(name[1:]) % 2 else 0.05)) for name, value in old.items()}
    difference = paired(old, new)
    assert difference is not None
    assert difference.beyond_noise is True
    assert difference.error is not None
    assert difference.error < 0.005 < clustered(list(old.values())).error  # type: ignore[operator]


def test_noise_is_called_noise_and_few_problems_are_no_evidence() -> None:
    rng = random.Random(1)
    same = {f"p{n}": rng.random() for n in range(50)}
    shuffled = dict(zip(same, rng.sample(list(same.values()), 50)))
    noise, few, single = (
        paired(same, shuffled),
        paired({"a": 0.0, "b": 0.0}, {"a": 1.0, "b": 1.0}),
        paired({"a": 0}, {"a": 1}),
    )
    assert noise is not None and noise.beyond_noise is False  # noqa: PT018
    assert few is not None and few.beyond_noise is None  # noqa: PT018
    assert single is not None and single.low is None  # noqa: PT018
    assert paired({"a": 0.0}, {"b": 1.0}) is None


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = random.Random(7)
    held = 0
    for _ in range(400):
        old = {f"p{n}": float(rng.random() < 0.4) for n in range(60)}
        new = {name: float(rng.random() < 0.5) for name in old}
        difference = paired(old, new)
        assert difference is not None
        assert difference.low is not None
        assert difference.high is not None
        held += difference.low <= 0.1 <= difference.high
    assert 0.92 <= held / 400 <= 0.98


def test_the_difference_of_averages() -> None:
    first = paired({f"p{n}": 0.0 for n in range(12)}, {f"p{n}": float(n % 2) for n in range(12)})
    second = paired({f"q{n}": 0.0 for n in range(12)}, {f"q{n}": 0.5 for n in range(12)})
    assert first is not None
    assert second is not None
    whole = average_difference([first, second])
    assert whole.value == pytest.approx(0.5)
    assert whole.error == pytest.approx((first.error or 0) / 2)


@pytest.mark.parametrize(
    ("scores", "low", "high"),
    [([0.0, 0.0], 0.0, 0.8419), ([1.0] * 3, 0.2924, 1.0), ([0.0], 0.0, 0.975), ([0.5] * 3, 0.1462, 0.8538)],
)
def test_problems_that_score_alike_leave_room_for_others(scores: list[float], low: float, high: float) -> None:
    """0 of n: 1 - 0.025 ** (1 / n), the exact bound of Clopper and Pearson."""
    assert score_interval(scores) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("problems", [2, 3, 4, 8, 30])
@pytest.mark.parametrize("responses", [1, 4])
def test_intervals_of_scores_hold_the_truth_for_few_problems_too(problems: int, responses: int) -> None:
    for accuracy in (0.05, 0.3, 0.5, 0.9):
        rng = random.Random(f"{problems}/{responses}/{accuracy}")
        held = 0
        for _ in range(400):
            scores = [sum(rng.random() < accuracy for _ in range(responses)) / responses for _ in range(problems)]
            low, high = score_interval(scores)
            assert 0 <= low <= high <= 1
            held += low <= accuracy <= high
        assert held / 400 >= 0.92, (accuracy, held)


def test_differences_that_are_all_alike_are_not_certain() -> None:
    few = paired({"a": 0.0, "b": 0.0}, {"a": 0.0, "b": 0.0})
    many = paired({f"p{n}": 0.0 for n in range(30)}, {f"p{n}": 1.0 for n in range(30)})
    assert few is not None and many is not None  # noqa: PT018
    assert (few.low, few.high) == pytest.approx((-0.8419, 0.8419), abs=1e-4)
    assert (many.low, many.high) == pytest.approx((1 - 2 * (1 - 0.025 ** (1 / 30)), 1.0))
    assert many.beyond_noise is True


def test_the_scatter_over_seeds_by_simulation() -> None:
    rng = random.Random(3)
    chances = [0.1, 0.5, 0.9, 0.3] * 3
    runs, told = [], []
    for _ in range(400):
        counts = [sum(rng.random() < chance for _ in range(8)) for chance in chances]
        runs.append(sum(counts) / 8 / len(chances))
        told.append(seed_error(counts, 8) or 0.0)
    assert sum(told) / 400 == pytest.approx(stdev(runs), rel=0.1)
    assert seed_error([1, 0], 1) is None
