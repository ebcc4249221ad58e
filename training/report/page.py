"""One self-contained page of a run: plots, difficulties, settings, and its rollouts to leaf through."""

import shlex
from pathlib import Path
from typing import Any

from rlve.training.report import environments
from rlve.training.report.levels import Course, courses
from rlve.training.report.plots import Plot, Series, written
from rlve.training.report.rollouts import Selection, select
from rlve.training.report.run import Points, RunRecord, read_run
from rlve.training.report.shell import Section, resource, table, text, whole

PHASES = ("problems", "sampling", "grading", "update", "handover", "evaluation", "saving", "other")
LEAST_SHARE = 0.005  # of the time of a run, for a phase to be shown
SCRIPTS = ("plots.js", "environments.js", "rollouts.js")


def page(folder: Path, refresh: int = 0) -> str:
    """The page, as HTML; one that goes on is loaded again every `refresh` seconds.

    Raises `SettingsError` if the folder holds no run.
    """
    run = read_run(folder)
    known = courses(run)
    selection = select(folder)
    sections = [(title, [plot for plot in plots if not plot.empty]) for title, plots in plots_of(run)]
    shown = [plot for _, plots in sections for plot in plots]
    return whole(
        run.name,
        state(run),
        [
            Section("values", "", "", f'<div class="tiles">{tiles(run, known)}</div>'),
            Section("curves", "Curves", "", headed(sections, shown)),
            Section(
                "environments",
                "Environments",
                "Environments",
                environments.controls() + environments.rows([known]),
            ),
            Section("stuck", "Stuck", "Stuck environments", stuck(known)),
            Section("rollouts", "Rollouts", "Rollouts", rollouts_note(selection) + resource("rollouts.html")),
            Section("settings", "Settings", "Settings", settings(run) + about(run)),
        ],
        {
            "plot-data": [plot.values() for plot in shown],
            "environment-data": [environments.measurements(run)],
            "rollout-data": selection.groups,
        },
        SCRIPTS,
        notes=run.damage,
        refresh=None if run.finished else refresh,
    )


def state(run: RunRecord) -> str:
    steps = run.settings.get("steps")
    of = f" of {steps:,}" if isinstance(steps, int) and steps >= run.step else ""
    parts = [f"step {run.step:,}{of}"]
    if run.settings:
        parts += [f"model {run.settings.get('model')}", f"preset {run.preset()}"]
    return ", ".join(parts)


def headed(sections: list[tuple[str, list[Plot]]], shown: list[Plot]) -> str:
    return "".join(f"<h2>{text(title)}</h2>{cards(plots, shown)}" for title, plots in sections if plots)


TILES = {
    "reward/mean": ("reward", "number"),
    "accuracy/mean": ("accuracy", "share"),
    "groups/useful_share": ("useful groups", "share"),
    "curriculum/upper_mean": ("upper difficulty", "number"),
    "heldout/accuracy": ("held-out accuracy", "share"),
    "response/tokens_mean": ("tokens a response", "number"),
    "response/truncated_share": ("responses cut", "share"),
    "sampler/logprob_gap": ("log-prob. gap", "number"),
    "time/step": ("seconds a step", "number"),
}


def tiles(run: RunRecord, known: list[Course]) -> str:
    """The last value of what matters most, and what it was at first."""
    found = []
    for name, (title, kind) in TILES.items():
        curve = run.curve(name)
        if curve:
            first, last = written(curve[0][1], kind), written(curve[-1][1], kind)
            found.append((title, last, f"at first {first}" if len(curve) > 1 else ""))
    if known:
        number = sum(course.stuck for course in known)
        found.append(("environments", f"{len(known):,}", f"{number:,} of them stuck" if number else "none stuck"))
    return "".join(
        f'<div class="tile"><span>{text(title)}</span><b>{text(value)}</b><small>{text(note)}</small></div>'
        for title, value, note in found
    )


def plots_of(run: RunRecord) -> list[tuple[str, list[Plot]]]:
    """The plots by section; those without points are left out later."""

    def plot(title: str, kind: str, note: str = "", quiet: bool = False, **curves: str) -> Plot:
        named = [Series(name.replace("_", " "), run.curve(key)) for name, key in curves.items()]
        return Plot(title, named, kind, note=note, quiet=quiet)

    phases = times(run)
    return [
        (
            "Learning",
            [
                plot("Reward", "number", reward="reward/mean"),
                plot("Accuracy", "share", "Of everything sampled.", accuracy="accuracy/mean"),
                plot("Useful groups", "share", "Their rewards are not all equal.", useful="groups/useful_share"),
                plot("Held-out accuracy", "share", "On fixed problems.", accuracy="heldout/accuracy"),
                plot("Upper difficulty", "number", "Mean over environments.", upper="curriculum/upper_mean"),
                plot("Rounds of sampling", "number", "Until the batch is full.", rounds="groups/rounds"),
            ],
        ),
        (
            "Responses",
            [
                plot("Length", "number", "Tokens.", mean="response/tokens_mean", longest="response/tokens_max"),
                plot("Cut responses", "share", "Ended by the limit of tokens.", cut="response/truncated_share"),
                plot("Checks", "number", quiet=True, failed="verify/errors", timed_out="verify/timeouts"),
            ],
        ),
        (
            "Policy",
            [
                plot(
                    "Log-probability gap",
                    "log",
                    "Between sampler and policy, logarithmic.",
                    mean="sampler/logprob_gap",
                    highest_thousandth="sampler/logprob_gap_p999",
                    largest="sampler/logprob_gap_max",
                ),
                plot("Entropy", "number", "Nats a token.", entropy="policy/entropy"),
                plot("Gradient norm", "number", "Before scaling down.", norm="update/grad_norm"),
                plot("Loss", "number", loss="update/loss"),
                plot(
                    "Clipped tokens",
                    "share",
                    quiet=True,
                    low="update/clipped_low_share",
                    high="update/clipped_high_share",
                    importance_capped="update/importance_capped_share",
                ),
                plot("KL divergence to the start", "number", "Nats a token (k3).", kl="policy/kl_to_start"),
            ],
        ),
        (
            "Time",
            [
                Plot("Seconds a step, by phase", phases, "seconds", stacked=True),
                plot(
                    "Tokens a second",
                    "number",
                    sampling="tokens_per_second/sampling",
                    update="tokens_per_second/update",
                ),
            ],
        ),
    ]


def times(run: RunRecord) -> list[Series]:
    """Seconds by phase; the phases share no time and add up to the step. What took next to none counts as `other`."""
    found: dict[str, Points] = {name: [] for name in PHASES}
    for line in run.timings:
        seconds = {name.removeprefix("time/"): value for name, value in line.items() if name.startswith("time/")}
        if "step" not in seconds:
            continue
        rollouts = seconds.pop("rollouts", 0.0)
        seconds["grading"] = max(0.0, rollouts - seconds.get("problems", 0.0) - seconds.get("sampling", 0.0))
        seconds["other"] = max(0.0, seconds["step"] - sum(seconds.get(name, 0.0) for name in PHASES))
        for name in PHASES:
            found[name].append((int(line["step"]), float(seconds.get(name, 0.0))))
    totals = {name: sum(value for _, value in points) for name, points in found.items()}
    small = [name for name in PHASES[:-1] if totals[name] < LEAST_SHARE * sum(totals.values())]
    for name in small:
        found["other"] = [(step, rest + value) for (step, rest), (_, value) in zip(found["other"], found.pop(name))]
    return [Series(name, points) for name, points in found.items() if any(value for _, value in points)]


def cards(plots: list[Plot], shown: list[Plot]) -> str:
    return f'<div class="cards">{"".join(card(plot, shown.index(plot)) for plot in plots)}</div>'


def card(plot: Plot, number: int) -> str:
    """A plot with its title, the last value or a legend, and a note."""
    curves = plot.curves()
    if len(curves) == 1:
        legend = f'<span class="last">{written(curves[0].points[-1][1], plot.kind)}</span>'
    else:
        totals = [sum(value for _, value in curve.points) for curve in curves]
        shares = [f" {total / (sum(totals) or 1):.0%}" if plot.stacked else "" for total in totals]
        legend = "".join(
            f'<span class="key"><i class="s{curve.colour}"></i>{text(curve.name)}{share}</span>'
            for curve, share in zip(curves, shares)
        )
    note = f"<small>{text(plot.note)}</small>" if plot.note else ""
    return (
        f'<figure class="card" data-plot="{number}"><figcaption><b>{text(plot.title)}</b>{note}'
        f'<span class="legend">{legend}</span></figcaption>{plot.svg()}</figure>'
    )


def stuck(known: list[Course]) -> str:
    """The environments that no longer teach, with what they are solved at."""
    parts = []
    ended = [course for course in known if course.exhausted]
    halted = [course for course in known if course.stuck]
    if halted:
        rows = [
            (
                course.name,
                f"{course.window[0]} to {course.window[-1]}",
                ", ".join(f"{level}: {value:.0%}" for level, value in course.accuracies.items()),
            )
            for course in halted
        ]
        parts.append(
            "<p>These windows hold only solved and unsolved difficulties, and the upper one is unsolved: nearly all "
            "groups have equal rewards, and the window does not grow.</p>"
            + table(("environment", "window", "recent accuracy by difficulty"), rows)
        )
    if ended:
        names = ", ".join(text(course.name) for course in ended)
        parts.append(f"<p>Solved throughout, with no harder difficulty to go to: {names}.</p>")
    return "".join(parts) or "<p>None: every window that was measured has a difficulty that still teaches.</p>"


def settings(run: RunRecord) -> str:
    if not run.settings:
        return f"<p>Not shown: {text(run.complaint)}</p>"
    changed = [(name, shown(value), shown(usual)) for name, value, usual in run.changed()]
    every = [(name, shown(value)) for name, value in run.settings.items()]
    own = (
        table(("setting", "value", f"preset {run.preset()}"), changed)
        if changed
        else f"<p>Those of the preset {text(run.preset())}.</p>"
    )
    return f"{own}<details><summary>All {len(every)} settings</summary>{table(('setting', 'value'), every)}</details>"


def shown(value: Any) -> str:
    """A setting's value as in YAML."""
    return str(value).lower() if isinstance(value, bool) else "none" if value in ("", None) else str(value)


def about(run: RunRecord) -> str:
    """Command lines and versions, one for each time the run was started."""
    parts = []
    for line in run.about:
        versions = line.get("versions")
        listed = (
            ", ".join(f"{name} {number}" for name, number in versions.items()) if isinstance(versions, dict) else ""
        )
        parts.append(
            f"<pre>{text(command(str(line.get('command', ''))))}</pre><p>Python {text(line.get('python', '?'))}, "
            f"{text(listed)}{', commit ' + text(line['commit']) if line.get('commit') else ''}</p>"
        )
    return f"<details><summary>Command and versions</summary>{''.join(parts)}</details>" if parts else ""


def command(line: str) -> str:
    """A command line without the folder of its program."""
    try:
        words = shlex.split(line)
    except ValueError:
        return line
    return shlex.join([Path(words[0]).name, *words[1:]]) if words else ""


def rollouts_note(selection: Selection) -> str:
    if not selection.groups:
        return "<p>The run wrote none down (see the setting rollouts_per_step).</p>"
    steps = f"{selection.steps_shown:,} of the {selection.steps:,} steps" if selection.steps > 1 else "the only step"
    return (
        f"<p>{len(selection.groups):,} groups from {steps} that have any; long texts are cut. "
        "The files in the run's folder rollouts hold all that were written down.</p>"
    )
