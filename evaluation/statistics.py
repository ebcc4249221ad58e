"""Scores with their errors, and differences between two evaluations of the same problems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, sqrt
from statistics import NormalDist, fmean, stdev

CONFIDENCE = 0.95
FEWEST_PROBLEMS = 10


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
    """An estimated difference with its interval by Student's t."""
    if estimate.error is None:
        return Difference(estimate.value, None, None, None, problems, None)
    reach = student_quantile(0.5 + CONFIDENCE / 2, problems - 1) * estimate.error
    low, high = estimate.value - reach, estimate.value + reach
    return Difference(estimate.value, estimate.error, low, high, problems, (low > 0 or high < 0) if enough else None)


def average_difference(differences: Sequence[Difference]) -> Difference:
    """The difference of the averages of several benchmarks."""
    estimate = average([Estimate(difference.value, difference.error) for difference in differences])
    problems = sum(difference.problems for difference in differences)
    return interval(estimate, problems, all(difference.problems >= FEWEST_PROBLEMS for difference in differences))


def student_quantile(probability: float, degrees: int) -> float:
    """A quantile of Student's t, by the first terms of its expansion round the normal (good to 1 % from 4 degrees up).

    Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.
    """
    z, n = NormalDist().inv_cdf(probability), max(degrees, 1)
    terms = (
        z,
        (z**3 + z) / (4 * n),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3),
    )
    return sum(terms)
