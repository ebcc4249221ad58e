"""One page of several runs: their curves over each other, their environments side by side, the settings that differ."""

from collections.abc import Sequence
from pathlib import Path

from rlve.training.errors import SettingsError
from rlve.training.report import environments
from rlve.training.report.levels import courses
from rlve.training.report.page import TILES, about, headed, plots_of, shown
from rlve.training.report.plots import Plot, Series, written
from rlve.training.report.run import RunRecord, read_run
from rlve.training.report.shell import Section, table, text, whole

MOST_RUNS = 8  # colours


def comparison(folders: Sequence[Path], refresh: int = 0) -> str:
    """The page, as HTML; it is loaded again every `refresh` seconds while one of the runs goes on.

    Raises `SettingsError` if a folder holds no run, or if there are more runs than colours.
    """
    if len(folders) > MOST_RUNS:
        raise SettingsError(f"at most {MOST_RUNS} runs fit on a page, not {len(folders)}")
    runs = [read_run(folder) for folder in folders]
    names = names_of(runs)
    known = [courses(run) for run in runs]
    sections = plots_of_several(runs, names)
    drawn = [plot for _, plots in sections for plot in plots]
    return whole(
        " and ".join(names) if len(names) == 2 else f"{len(names)} runs",
        ", ".join(f"{name}: step {run.step:,}" for name, run in zip(names, runs)),
        [
            Section("values", "Values", "First and last values", legend(names) + values(runs, names)),
            Section("curves", "Curves", "", headed(sections, drawn)),
            Section(
                "environments",
                "Environments",
                "Environments",
                legend(names) + environments.controls() + environments.rows(known),
            ),
            Section("settings", "Settings", "Settings that differ", settings(runs, names)),
        ],
        {
            "plot-data": [plot.values() for plot in drawn],
            "environment-data": [{"name": name} | environments.measurements(run) for name, run in zip(names, runs)],
        },
        ("plots.js", "environments.js"),
        kind="runs",
        notes=[sentence for run in runs for sentence in run.damage],
        refresh=None if all(run.finished for run in runs) else refresh,
    )


def names_of(runs: Sequence[RunRecord]) -> list[str]:
    """The names of the folders, or their paths where names are the same. Raises `SettingsError` for one run twice."""
    names = [run.name for run in runs]
    if len(set(names)) < len(names):
        names = [str(run.folder) for run in runs]
    if len({run.folder.resolve() for run in runs}) < len(runs):
        raise SettingsError("the same run is named twice")
    return names


def legend(names: Sequence[str]) -> str:
    keys = "".join(
        f'<span class="key"><i class="s{place}"></i>{text(name)}</span>' for place, name in enumerate(names, 1)
    )
    return f'<p class="legend left">{keys}</p>'


def values(runs: Sequence[RunRecord], names: Sequence[str]) -> str:
    """What each number was at first and is now, by run."""
    rows = []
    for key, (title, kind) in TILES.items():
        curves = [run.curve(key) for run in runs]
        if any(curves):
            cells = [
                f"{written(curve[0][1], kind)} → {written(curve[-1][1], kind)}" if curve else "-" for curve in curves
            ]
            rows.append((title, *cells))
    return table(("", *names), rows, figures=True)


def plots_of_several(runs: Sequence[RunRecord], names: Sequence[str]) -> list[tuple[str, list[Plot]]]:
    """The plots of a run's page with a curve for each run: the first curve of each, or the sum of stacked ones."""
    pages = [plots_of(run) for run in runs]
    found = []
    for sections in zip(*pages):
        plots = []
        for same in zip(*(plots for _, plots in sections)):
            curves = [Series(name, main_points(plot)) for name, plot in zip(names, same)]
            first = same[0]
            what = f" ({first.series[0].name})" if len(first.series) > 1 and not first.stacked else ""
            title = "Seconds a step" if first.stacked else first.title + what
            plot = Plot(title, curves, first.kind, note=first.note, quiet=first.quiet, smooth=True)
            if not plot.empty:
                plots.append(plot)
        found.append((sections[0][0], plots))
    return found


def main_points(plot: Plot) -> list[tuple[int, float]]:
    if not plot.series:
        return []
    if not plot.stacked:
        return plot.series[0].points
    return [(points[0][0], sum(value for _, value in points)) for points in zip(*(one.points for one in plot.series))]


def settings(runs: Sequence[RunRecord], names: Sequence[str]) -> str:
    """A row for each setting that is not the same in all runs."""
    keys = list(dict.fromkeys(key for run in runs for key in run.settings))
    rows = [
        (key, *(shown(run.settings[key]) if key in run.settings else "?" for run in runs))
        for key in keys
        if len({shown(run.settings.get(key)) for run in runs}) > 1
    ]
    same = len(keys) - len(rows)
    unread = "".join(f"<p>{text(name)}: {text(run.complaint)}</p>" for name, run in zip(names, runs) if run.complaint)
    body = table(("setting", *names), rows) if rows else "<p>None.</p>"
    commands = "".join(f"<h3>{text(name)}</h3>{about(run)}" for name, run in zip(names, runs) if run.about)
    return f"{unread}{body}<p>{same} settings are the same.</p>{commands}"
