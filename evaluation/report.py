"""Results as text: a table of scores, and beside earlier results the differences with their intervals."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rlve.evaluation.benchmarks import BENCHMARKS
from rlve.evaluation.errors import WrongSettings
from rlve.evaluation.results import problem_scores
from rlve.evaluation.settings import SUITE
from rlve.evaluation.statistics import Difference, average_difference, paired

Results = Mapping[str, Any]
Row = Sequence[str]
FEW_PROBLEMS = 100
FIGURES = ("score", "problems", "tokens", "solves half at", "environments", "before")
SAME_MEANING = ("temperature", "top_p", "max_response_tokens", "chat_template")


def read_results(path: Path) -> dict[str, Any]:
    """A `results.json`, or the one in a folder. Raises WrongSettings where it is none."""
    file = path / "results.json" if path.is_dir() else path
    try:
        results = json.loads(file.read_text())
    except FileNotFoundError:
        raise WrongSettings(f"there is no {file}") from None
    except (OSError, ValueError) as error:
        raise WrongSettings(f"{file} cannot be read: {error}") from None
    if not isinstance(results, dict) or "benchmarks" not in results:
        raise WrongSettings(f"{file} holds no results of rlve eval")
    return results


def render(results: Results, earlier: Results | None = None) -> str:
    """A table for reading, beside earlier results if given. Raises WrongSettings for results of another shape."""
    try:
        return _rendered(results, earlier)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise WrongSettings("results.json is damaged, or of another version: its results have another shape") from None


def _rendered(results: Results, earlier: Results | None) -> str:
    """The table that `rlve eval` and `rlve inspect results.json` show, with differences to earlier results if given."""
    lines = [f"Model: {results['model']}"]
    if earlier is not None:
        lines.append(f"Compared with: {earlier['model']}")
        lines += [f"Caution: {sentence}" for sentence in differing_settings(results, earlier)]
    lines += ["", *table(results, earlier)]
    families = results["benchmarks"].get("heldout", {}).get("families", {})
    if families:
        rows = [(family, percent(one), f"{one['problems']}") for family, one in families.items()]
        lines += ["", *columns([("held-out family", "score", "problems"), *rows])]
    if "suite" in results["benchmarks"].get(SUITE, {}):
        lines += ["", *suite_table(results["benchmarks"][SUITE], (earlier or {}).get("benchmarks", {}).get(SUITE))]
    notes = [note for one in results["benchmarks"].values() for note in notes_on(one)]
    lines += (
        [""]
        + [f"Note: {note}" for note in notes]
        + [f"Not run: {sentence}" for sentence in results.get("missing", {}).values()]
    )
    return "\n".join(lines).rstrip() + "\n"


def table(results: Results, earlier: Results | None) -> list[str]:
    """One line a benchmark, then the average."""
    heads = ["benchmark", "metric", "score", "interval", "problems", "cut off", "tokens"]
    if earlier is not None:
        heads += ["before", "difference", "95 % interval", ""]
    rows: list[Row] = [heads]
    differences: dict[str, Difference] = {}
    for name, one in results["benchmarks"].items():
        row = [
            one["title"],
            one["metric"],
            percent(one),
            between(one.get("interval")),
            str(one["problems"]),
            share(one["truncated"]),
            number(one["mean_tokens"]),
        ]
        if earlier is not None:
            difference = compare(name, one, earlier)
            if difference is not None and name in BENCHMARKS:
                differences[name] = difference
            row += compared(earlier["benchmarks"].get(name), difference)
        rows.append(row)
    if "average" in results and len(results["average"]["over"]) > 1:
        count = len(results["average"]["over"])
        row = [f"average of {count}", "", percent(results["average"]), "", "", "", ""]
        if earlier is not None:
            whole = (
                set(differences) == set(results["average"]["over"]) == set(earlier.get("average", {}).get("over", []))
            )
            row += (
                compared(earlier["average"], average_difference(list(differences.values())))
                if whole
                else ["", "", "", ""]
            )
        rows.append(row)
    return columns(rows)


def compare(name: str, new: Mapping[str, Any], earlier: Results) -> Difference | None:
    """A benchmark's difference to earlier results, over the problems in both."""
    old = earlier["benchmarks"].get(name)
    if old is None:
        return None
    benchmark = BENCHMARKS.get(name)
    k = min(benchmark.passes if benchmark and benchmark.passes else 1, old["samples"], new["samples"])
    before = problem_scores(old["counts"], old["samples"], k, old.get("unjudged"))
    return paired(before, problem_scores(new["counts"], new["samples"], k, new.get("unjudged")))


def compared(old: Mapping[str, Any] | None, difference: Difference | None) -> list[str]:
    """The cells of a comparison."""
    if old is None or difference is None:
        return ["-", "-", "", "no problem in common" if old else "not in the earlier results"]
    interval = "" if difference.low is None else f"{100 * difference.low:+.1f} to {100 * (difference.high or 0):+.1f}"
    verdict = {None: "too few problems to say", True: "beyond noise", False: "within noise"}[difference.beyond_noise]
    return [percent(old), f"{100 * difference.value:+.1f}", interval, verdict]


def differing_settings(results: Results, earlier: Results) -> list[str]:
    """What makes two results less comparable than they look."""
    new, old = results.get("settings", {}), earlier.get("settings", {})
    found = [
        f"{name} is {new.get(name)}, before {old.get(name)}" for name in SAME_MEANING if new.get(name) != old.get(name)
    ]
    for name, one in results["benchmarks"].items():
        before = earlier["benchmarks"].get(name)
        if before and one["dataset"].get("sha256") != before["dataset"].get("sha256"):
            found.append(f"{one['title']} was read from other data")
    return found


def percent(one: Mapping[str, Any]) -> str:
    """A score with its standard error, in percent; without one where all problems scored alike, which tells nothing."""
    if one["score"] is None:
        return "-"
    return f"{100 * one['score']:.1f}" + (f" +- {100 * one['error']:.1f}" if one["error"] else "")


def between(interval: Sequence[float] | None) -> str:
    """The ends of an interval in percent."""
    return "" if interval is None else f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f}"


def suite_table(one: Mapping[str, Any], earlier: Mapping[str, Any] | None) -> list[str]:
    """For each family the difficulty at which its environments are solved half of the time, and the earlier one."""
    found, before = one["suite"], (earlier or {}).get("suite", {})
    heads = ("family", "score", "solves half at", "environments", *(["before"] if before else []))
    rows: list[Row] = [heads]
    for family, of_family in [*found["families"].items(), ("all families", None)]:
        value = found["crossing"] if of_family is None else of_family["crossing"]
        old = (
            before.get("crossing") if of_family is None else before.get("families", {}).get(family, {}).get("crossing")
        )
        rows.append(
            (
                family,
                percent(one if of_family is None else one["families"][family]),
                f"{value:.2f}",
                str(len(found["environments"]) if of_family is None else of_family["environments"]),
                *([f"{old:.2f}" if old is not None else "-"] if before else []),
            )
        )
    return columns(rows)


def notes_on(one: Mapping[str, Any]) -> list[str]:
    """What a reader of a score should know of it."""
    found = []
    title, count = one["title"], one["problems"] * one["samples"]
    empty = one.get("empty", {"responses": 0})
    if empty["responses"]:
        reasons = "; ".join(f"{number} times {reason}" for reason, number in empty["because"].items())
        found.append(
            f"{title}: {empty['responses']:,} of {count:,} responses have no text ({reasons}) and count as wrong"
        )
    if one.get("unjudged"):
        reasons = "; ".join(one["unjudged_because"])
        found.append(f"{title}: {sum(one['unjudged'].values()):,} of {count:,} responses have no verdict ({reasons})")
    if one["problems"] < FEW_PROBLEMS and "seed_error" in one and "pass" not in one["metric"]:
        if one["seed_error"] is None and one["samples"] == 1:
            found.append(
                f"{title}: only {one['problems']} problems, one response each; --samples 4 shows how the score scatters"
            )
        elif one["seed_error"]:
            moved = f"{100 * one['seed_error']:.1f}"
            found.append(f"{title}: only {one['problems']} problems; another --seed moves the score by about {moved}")
    changed = one["dataset"].get("changed")
    if changed:
        some = ", ".join(changed[:3]) + (", ..." if len(changed) > 3 else "")
        version = one["dataset"]["version"]
        found.append(f"{title}: {len(changed)} environments are not those of version {version} ({some})")
    return found


def share(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.0f} %"


def number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"


def columns(rows: Sequence[Row]) -> list[str]:
    """Rows as lines with aligned cells: text to the left, figures to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    right = [place not in (0, 1, len(widths) - 1) or rows[0][place] in FIGURES for place in range(len(widths))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if to_right else cell.ljust(width) for cell, width, to_right in zip(row, widths, right)
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "-" * max(map(len, lines)))
    return lines
