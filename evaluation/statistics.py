"""Scores with their errors, and differences between two evaluations of the same problems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, comb, cos, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev

CONFIDENCE = 0.95
FEWEST_PROBLEMS = 10
MANY_DEGREES = 300


@dataclass(frozen=True)
class Estimate:
    """A mean over problems and its standard error; None where one problem gives no error."""

    value: float
    error: float | None


@dataclass(frozen=True)
class Difference:
    """New minus old over the same problems, with the ends of its confidence interval.

    `beyond_noise` is None when there are too few problems to say, or none in common.
    """

    value: float
    error: float | None
    low: float | None
    high: float | None
    problems: int
    beyond_noise: bool | None


def pass_at(k: int, samples: int, correct: int) -> float:
    """The chance that of k responses drawn from `samples` at least one is correct: 1 - C(n-c, k) / C(n, k).

    k is at most the number of samples. Worked: 2 of 4 correct, k=2: 1 - C(2,2)/C(4,2) = 1 - 1/6.
    Source: Chen et al., "Evaluating Large Language Models Trained on Code", arXiv:2107.03374.
    """
    k = min(k, samples)
    return 1.0 - comb(samples - correct, k) / comb(samples, k)


def clustered(scores: Sequence[float]) -> Estimate:
    """The mean of per-problem scores, with the error clustered by problem: sd / sqrt(n) over problems.

    Responses to one problem are alike, so counting each as its own experiment would make the error far too small.
    """
    return Estimate(fmean(scores), stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else None)


def average(estimates: Sequence[Estimate]) -> Estimate:
    """The mean of independent estimates, each of the same weight."""
    errors = [estimate.error for estimate in estimates]
    known = [error for error in errors if error is not None]
    error = sqrt(sum(error**2 for error in known)) / len(errors) if len(known) == len(errors) else None
    return Estimate(fmean(estimate.value for estimate in estimates), error)


def paired(old: Mapping[str, float], new: Mapping[str, float]) -> Difference | None:
    """The difference of scores over the problems in both, paired by problem. None without a common problem."""
    common = sorted(old.keys() & new.keys())
    if not common:
        return None
    estimate = clustered([new[key] - old[key] for key in common])
    return interval(estimate, len(common), enough=len(common) >= FEWEST_PROBLEMS)


def interval(estimate: Estimate, problems: int, enough: bool) -> Difference:
    """An estimated difference with its interval by Student's t, or by what was not seen (see `score_interval`)."""
    if estimate.error is None:
        return Difference(estimate.value, None, None, None, problems, None)
    if estimate.error < 1e-9:  # all problems differ alike: others of which none was seen may not
        reach_down, reach_up = unseen(problems) * (estimate.value + 1), unseen(problems) * (1 - estimate.value)
    else:
        reach_down = reach_up = student_quantile(0.5 + CONFIDENCE / 2, problems - 1) * estimate.error
    low, high = max(-1.0, estimate.value - reach_down), min(1.0, estimate.value + reach_up)
    return Difference(estimate.value, estimate.error, low, high, problems, (low > 0 or high < 0) if enough else None)


def average_difference(differences: Sequence[Difference]) -> Difference:
    """The difference of the averages of several benchmarks."""
    estimate = average([Estimate(difference.value, difference.error) for difference in differences])
    problems = sum(difference.problems for difference in differences)
    return interval(estimate, problems, all(difference.problems >= FEWEST_PROBLEMS for difference in differences))


def seed_error(counts: Sequence[int], samples: int) -> float | None:
    """How far the score moves by sampling alone, the problems staying the same: one standard deviation over seeds.

    `counts`: correct responses of each problem. None with one response a problem, which says nothing of its noise.
    """
    if samples < 2:
        return None
    shares = [count / samples for count in counts]
    return sqrt(sum(p * (1 - p) / (samples - 1) for p in shares)) / len(shares)


def score_interval(scores: Sequence[float]) -> tuple[float, float]:
    """The confidence interval of a mean of scores between 0 and 1, which stays there, for any number of problems.

    Wilson's interval for as many problems as the error stands for, with Student's t for few. Where all scores are
    equal there is no error to go by: then at most so many problems would be otherwise that none of them was seen, which
    for scores of 0 or 1 is Clopper and Pearson's interval. Worked: 0 of 2 solved is 0 to 0.842.
    """
    count, mean = len(scores), fmean(scores)
    error = clustered(scores).error or 0.0
    if error < 1e-9:
        return mean - unseen(count) * mean, mean + unseen(count) * (1 - mean)
    alike = mean * (1 - mean) / error**2  # problems of 0 or 1 that would give this error
    reach = student_quantile(0.5 + CONFIDENCE / 2, count - 1) ** 2
    middle = (mean + reach / (2 * alike)) / (1 + reach / alike)
    half = sqrt(reach * mean * (1 - mean) / alike + (reach / (2 * alike)) ** 2) / (1 + reach / alike)
    return max(0.0, middle - half), min(1.0, middle + half)


def unseen(count: int) -> float:
    """The largest share of problems of a kind of which none was among `count`."""
    return 1.0 - float(((1 - CONFIDENCE) / 2) ** (1 / count))


def student_quantile(probability: float, degrees: int) -> float:
    """A quantile of Student's t above one half, for any whole number of degrees of freedom from 1 up: by bisection."""
    low, high = 0.0, 1.0
    while student_share(high, degrees) < probability and high < 1e9:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if student_share(middle, degrees) < probability else (low, middle)
    return (low + high) / 2


def student_share(t: float, degrees: int) -> float:
    """The chance that Student's t is below `t`, which is not negative: a finite sum for whole degrees of freedom.

    Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4. For more than 300 degrees the
    quantile of the normal, spread by the first term of 26.7.5, is right to five digits.
    """
    if degrees > MANY_DEGREES:
        return NormalDist().cdf(t * (1 - 1 / (4 * degrees)) / sqrt(1 + t * t / (2 * degrees)))
    angle = atan2(t, sqrt(degrees))
    square = cos(angle) ** 2
    term, total = (cos(angle), 0.0) if degrees % 2 else (1.0, 0.0)
    for step in range(degrees % 2, degrees - 1, 2):
        total += term
        term *= square * (step + 1) / (step + 2)
    within = 2 / pi * (angle + sin(angle) * total) if degrees % 2 else sin(angle) * total
    return 0.5 + within / 2
