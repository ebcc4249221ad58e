"""Scores of an evaluation, from the samples on disk: what `results.json` holds."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Protocol

from rlve.evaluation import suite
from rlve.evaluation.benchmarks import BENCHMARKS
from rlve.evaluation.samples import Sample, by_problem, read
from rlve.evaluation.settings import SUITE, metric_of, title_of
from rlve.evaluation.statistics import Estimate, average, clustered, pass_at, score_interval, seed_error

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
    estimates = {
        name: Estimate(one["score"], one["error"])
        for name, one in scored.items()
        if name in BENCHMARKS and one["score"] is not None
    }
    result: dict[str, Any] = {"benchmarks": scored}
    if estimates:
        mean = average(list(estimates.values()))
        result["average"] = {"score": mean.value, "error": mean.error, "over": list(estimates)}
    return result


def score(work: Evaluated, samples: Sequence[Sample]) -> dict[str, Any]:
    """One benchmark's score with its error and interval, pass@k, lengths, and how many responses to each problem count.

    Responses without a verdict are in no score; `unjudged` counts those of each problem. `score` is None where no
    response has one.
    """
    complete = by_problem(samples, work.samples)
    groups = {key: complete[key] for key in work.keys}
    counts = {key: sum(sample.correct is True for sample in group) for key, group in groups.items()}
    unjudged = {key: count for key, group in groups.items() if (count := sum(one.correct is None for one in group))}
    benchmark = BENCHMARKS.get(work.name)
    k = benchmark.passes if benchmark and benchmark.passes else 1
    scores = problem_scores(counts, work.samples, k, unjudged)
    estimate = clustered(list(scores.values())) if scores else None
    every = [sample for group in groups.values() for sample in group]
    result: dict[str, Any] = {
        "title": title_of(work.name),
        "metric": metric_of(work.name, work.samples),
        "score": estimate and estimate.value,
        "error": estimate and estimate.error,
        "interval": list(score_interval(list(scores.values()))) if scores else None,
        "seed_error": seed_error(list(counts.values()), work.samples) if k == 1 and not unjudged else None,
        "problems": len(groups),
        "samples": work.samples,
        "pass_at": curve(counts, work.samples, unjudged),
        "truncated": share([sample.truncated for sample in every]),
        "without_answer": share([sample.answer is None for sample in every]),
        "mean_tokens": mean_of([sample.tokens for sample in every]),
        "empty": empty(every),
        "dataset": work.source,
        "counts": counts,
    }
    if unjudged:
        result["unjudged"] = unjudged
        result["unjudged_because"] = dict(Counter(one.reason for one in every if one.correct is None).most_common(5))
    families = families_of(groups, scores)
    if families:
        result["families"] = families
    if work.name == SUITE:
        first = {key: group[0] for key, group in groups.items()}
        placed = [(first[key], value) for key, value in scores.items()]
        result["suite"] = suite.report(
            [(one.environment or "", one.family or "", one.difficulty or 0, value) for one, value in placed]
        )
    return result


def empty(samples: Sequence[Sample]) -> dict[str, Any]:
    """How many responses have no text at all, and why, as far as a server said."""
    silent = [sample for sample in samples if not sample.response.strip()]
    return {"responses": len(silent), "because": dict(Counter(sample.reason for sample in silent).most_common(5))}


def curve(counts: Mapping[str, int], samples: int, unjudged: Mapping[str, int]) -> dict[str, float]:
    """pass@k for several k, over the problems that have as many verdicts."""
    found = {}
    for k in CURVE:
        judged = {key: samples - unjudged.get(key, 0) for key in counts}
        passes = [pass_at(k, judged[key], count) for key, count in counts.items() if judged[key] >= k]
        if passes and k <= samples:
            found[str(k)] = fmean(passes)
    return found


def problem_scores(
    counts: Mapping[str, int], samples: int, k: int, unjudged: Mapping[str, int] | None = None
) -> dict[str, float]:
    """Each problem's share of correct responses (k = 1), or its pass@k, of those with a verdict."""
    judged = {key: samples - (unjudged or {}).get(key, 0) for key in counts}
    return {key: pass_at(k, judged[key], count) for key, count in counts.items() if judged[key]}


def families_of(groups: dict[str, list[Sample]], scores: dict[str, float]) -> dict[str, dict[str, Any]]:
    """The scores of environments by family; nothing for benchmarks."""
    members: dict[str, list[float]] = defaultdict(list)
    for key, value in scores.items():
        family = groups[key][0].family
        if family is not None:
            members[family].append(value)
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
