"""Scores of an evaluation, from the samples on disk: what `results.json` holds."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Protocol

from rlve.evaluation.benchmarks import BENCHMARKS
from rlve.evaluation.samples import Sample, by_problem, read
from rlve.evaluation.settings import metric_of, title_of
from rlve.evaluation.statistics import Estimate, average, clustered, pass_at

CURVE = (1, 2, 4, 8, 16, 32, 64)


class Evaluated(Protocol):
    """What a summary needs to know of a benchmark's work."""

    @property
    def name(self) -> str: ...
    @property
    def keys(self) -> list[str]: ...
    @property
    def source(self) -> dict[str, Any]: ...
    @property
    def samples(self) -> int: ...


def summary(works: Sequence[Evaluated], output: Path) -> dict[str, Any]:
    """`benchmarks` by name, and their `average`: the mean of the benchmarks' scores, held-out environments apart."""
    scored = {work.name: score(work, read(output / work.name)) for work in works}
    estimates = {name: Estimate(one["score"], one["error"]) for name, one in scored.items() if name in BENCHMARKS}
    result: dict[str, Any] = {"benchmarks": scored}
    if estimates:
        mean = average(list(estimates.values()))
        result["average"] = {"score": mean.value, "error": mean.error, "over": list(estimates)}
    return result


def score(work: Evaluated, samples: Sequence[Sample]) -> dict[str, Any]:
    """One benchmark's score with its error, pass@k, lengths, and for each problem how many responses are correct."""
    complete = by_problem(samples, work.samples)
    groups = {key: complete[key] for key in work.keys}
    counts = {key: sum(sample.correct for sample in group) for key, group in groups.items()}
    benchmark = BENCHMARKS.get(work.name)
    k = benchmark.passes if benchmark and benchmark.passes else 1
    scores = problem_scores(counts, work.samples, k)
    estimate = clustered(list(scores.values()))
    every = [sample for group in groups.values() for sample in group]
    result: dict[str, Any] = {
        "title": title_of(work.name),
        "metric": metric_of(work.name, work.samples),
        "score": estimate.value,
        "error": estimate.error,
        "problems": len(groups),
        "samples": work.samples,
        "pass_at": {
            str(k): fmean(pass_at(k, work.samples, count) for count in counts.values())
            for k in CURVE
            if k <= work.samples
        },
        "truncated": share([sample.truncated for sample in every]),
        "without_answer": share([sample.answer is None for sample in every]),
        "mean_tokens": mean_of([sample.tokens for sample in every]),
        "dataset": work.source,
        "counts": counts,
    }
    families = families_of(groups, scores)
    if families:
        result["families"] = families
    return result


def problem_scores(counts: dict[str, int], samples: int, k: int) -> dict[str, float]:
    """Each problem's share of correct responses (k = 1), or its pass@k."""
    return {key: pass_at(k, samples, count) for key, count in counts.items()}


def families_of(groups: dict[str, list[Sample]], scores: dict[str, float]) -> dict[str, dict[str, Any]]:
    """The scores of held-out environments by family; nothing for benchmarks."""
    members: dict[str, list[float]] = defaultdict(list)
    for key, group in groups.items():
        if group[0].family is not None:
            members[group[0].family].append(scores[key])
    return {
        family: {"score": clustered(of_family).value, "error": clustered(of_family).error, "problems": len(of_family)}
        for family, of_family in sorted(members.items())
    }


def share(flags: Sequence[bool | None]) -> float | None:
    known = [flag for flag in flags if flag is not None]
    return fmean(known) if known else None


def mean_of(values: Sequence[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(fmean(known), 1) if known else None
