"""The environments of one or more runs: their difficulties over the steps, by family, and what was earned where."""

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from rlve.envs import registry
from rlve.training.report.levels import Course
from rlve.training.report.run import RunRecord
from rlve.training.report.shell import text

SHADES = 9
MOST_BINS = 40  # stretches of steps, over each of which accuracies are averaged
GROUPED_FROM = 25  # environments from which they are shown by family
FOLDED_FROM = 80  # environments from which families are closed at first
OTHER = "other"


def measurements(run: RunRecord) -> dict[str, Any]:
    """Accuracy and reward by environment and by difficulty, in percent, averaged over stretches of steps.

    `bins` are the first and last steps of the stretches. Where nothing was drawn in one, it holds None.
    """
    steps = [int(line["step"]) for line in run.metrics]
    size = min(MOST_BINS, len(steps))
    bin_of = {step: place * size // len(steps) for place, step in enumerate(steps)}
    bins: list[list[int]] = [[] for _ in range(size)]
    for step in steps:
        bins[bin_of[step]].append(step)
    found: dict[tuple[str, str, str], list[list[float]]] = defaultdict(lambda: [[] for _ in range(size)])
    known = set(run.environments())
    for line in run.metrics:
        place = bin_of[int(line["step"])]
        for key, value in line.items():
            kind, _, name = key.partition("/")
            if kind not in ("accuracy", "reward") or not isinstance(value, int | float):
                continue
            head, _, level = name.rpartition("/")
            if name in known:
                found[name, "", kind][place].append(value)
            elif head in known and level.isdecimal():
                found[head, level, kind][place].append(value)
    environments: dict[str, dict[str, dict[str, list[int | None]]]] = {}
    for (name, level, kind), values in found.items():
        averages = [percent(part) for part in values]
        environments.setdefault(name, {}).setdefault(level, {})[kind] = averages
    return {
        "bins": [[part[0], part[-1]] for part in bins],
        "environments": {
            name: dict(sorted(levels.items(), key=lambda item: int(item[0] or -1)))
            for name, levels in environments.items()
        },
    }


def percent(values: Sequence[float]) -> int | None:
    average = fmean(values) if values else float("nan")
    return round(100 * average) if abs(average) < 1e6 else None


def families(names: Sequence[str]) -> dict[str, list[str]]:
    """The names by family, in the registry's order; those it does not know come last."""
    known = {name: environment.family for name, environment in registry.environments().items()}
    found: dict[str, list[str]] = {family: [] for family in dict.fromkeys(known.values())}
    for name in names:
        found.setdefault(known.get(name, OTHER), []).append(name)
    return {family: members for family, members in found.items() if members}


def rows(runs: Sequence[Sequence[Course]]) -> str:
    """A row for each environment with a strip for each run; many of them stand under their families."""
    names = list(dict.fromkeys(course.name for courses in runs for course in courses))
    if not names:
        return "<p>The metrics name no environments.</p>"
    by_name = [{course.name: course for course in courses} for courses in runs]
    hardest = max(span.upper for courses in runs for course in courses for span in course.spans)
    shades = sorted({shade(level, hardest): level for level in range(hardest + 1)}.items())
    legend = "".join(f'<i class="h{number}">{level}</i>' for number, level in shades)
    row = {name: row_of(name, [known.get(name) for known in by_name], hardest) for name in names}
    grouped = families(names) if len(names) >= GROUPED_FROM else {"": names}
    parts = []
    for family, members in grouped.items():
        body = f'<div class="rows">{"".join(row[name] for name in members)}</div>'
        if family:
            state = "" if len(names) >= FOLDED_FROM else " open"
            body = (
                f'<details class="family"{state}><summary>{text(family)} <small>{described(members, by_name)}</small>'
                f"</summary>{body}</details>"
            )
        parts.append(body)
    return (
        f'<p class="shades" data-shades="upper">Upper difficulty <span>{legend}</span></p>'
        f'<div id="rows">{"".join(parts)}</div>'
    )


def described(members: Sequence[str], runs: Sequence[dict[str, Course]]) -> str:
    """How many environments a family has, and their mean upper difficulty and accuracy in each run."""
    parts = [f"{len(members)} environment{'s' if len(members) > 1 else ''}"]
    for known in runs:
        courses = [known[name] for name in members if name in known]
        if not courses:
            continue
        upper = fmean(course.upper for course in courses)
        accuracies = [course.accuracy for course in courses if course.accuracy is not None]
        parts.append(f"upper difficulty {upper:.1f}" + (f", accuracy {fmean(accuracies):.0%}" if accuracies else ""))
    return text(" · ".join(parts))


def row_of(name: str, courses: Sequence[Course | None], hardest: int) -> str:
    stuck = ' <em class="stuck">stuck</em>' if any(course and course.stuck for course in courses) else ""
    strips = "".join(strip(course, hardest, number, len(courses)) for number, course in enumerate(courses))
    return (
        f'<div class="row" data-name="{text(name)}"><button class="name" type="button" aria-expanded="false" disabled>'
        f'{text(name)}{stuck}</button><div class="strips">{strips}</div></div>'
    )


def strip(course: Course | None, hardest: int, number: int, of: int) -> str:
    """An environment's upper difficulty over the steps of a run as shades, with the last one and the accuracy."""
    key = f'<i class="key s{number + 1}"></i>' if of > 1 else ""
    if course is None:
        return f'<div class="line">{key}<span class="strip"></span><span class="now">-</span><span></span></div>'
    start, end = course.spans[0].first, course.spans[-1].last
    pieces = []
    for span, following in zip(course.spans, [*course.spans[1:], None]):
        until = following.first if following else end + 1
        share = 100 * (until - span.first) / (end + 1 - start)
        label = span.upper if share >= 8 else ""
        pieces.append(
            f'<i class="h{shade(span.upper, hardest)}" style="width:{share:.2f}%" '
            f'title="upper difficulty {span.upper} in steps {span.first} to {span.last}">{label}</i>'
        )
    accuracy = "" if course.accuracy is None else f"{course.accuracy:.0%}"
    levels = ", ".join(f"{level}: {value:.0%}" for level, value in course.accuracies.items())
    return (
        f'<div class="line">{key}<span class="strip" data-run="{number}">{"".join(pieces)}</span>'
        f'<span class="now" title="upper difficulty now">{course.upper}</span>'
        f'<span class="accuracy" title="recent accuracy by difficulty: {text(levels)}">{accuracy}</span></div>'
    )


def shade(level: int, hardest: int) -> int:
    return level if hardest < SHADES else level * (SHADES - 1) // hardest


def controls() -> str:
    """What a reader can choose about the rows; the script makes it work."""
    return """<p class="controls">
<label>Find <input id="name-filter" type="search" autocomplete="off" placeholder="part of a name"></label>
<label>Strips show <select id="strip-kind" autocomplete="off"><option value="upper">upper difficulty</option>
<option value="accuracy">accuracy</option><option value="reward">reward</option></select></label>
<label>Order <select id="row-order" autocomplete="off"><option value="upper">by difficulty</option>
<option value="name">by name</option>
</select></label> <button id="fold" type="button" hidden>Open all</button> <span id="shown-count"></span></p>
<p class="hint">Choose an environment to see each of its difficulties over time.</p>"""
