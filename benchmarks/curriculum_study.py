"""Does adaptive difficulty pay? `python -m benchmarks.curriculum_study --output docs/curriculum.md`

The bundled model is trained under each curriculum, with several seeds: the paper's, the paper's with a window of 1,
`teaching`, and four static ranges. Runs are compared at equal numbers of sampled tokens, not steps: what share of the
groups was useful, and how accuracy on fixed problems rose.

A study may be stopped at any time and goes on where it was: finished runs are kept, and begun ones resume. `--minutes`
ends it by itself, for a slice of a longer one; the page is written once all runs are there.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from time import monotonic

import numpy

from rlve.envs.cores import usable_cores
from rlve.training.checkpoints import folder_of, load_state, newest, whole
from rlve.training.metrics import read
from rlve.training.report.page import resource
from rlve.training.report.plots import HEIGHT, LEFT, RIGHT, WIDTH, Plot, Series

ENVIRONMENTS = (
    "integer_sorting",
    "sliding_window_minimum",
    "minimal_cyclic_rotation",
    "josephus_elimination_order",
)
RANGES = ("0-1", "0-3", "0-6", "0-20")
CURRICULA: dict[str, list[str]] = {
    "paper": ["--curriculum", "paper"],
    "paper, window 1": ["--curriculum", "paper", "--window", "1"],
    "teaching": ["--curriculum", "teaching"],
    **{f"static {levels}": ["--curriculum", "static", "--static-range", levels] for levels in RANGES},
}
GROUP_SIZE = 8
EXAM_LEVELS = "0-6"
EXAM_PROBLEMS = 16
EXAMS = 15
SAVED = 50  # steps between checkpoints: so much is lost by a kill
POINTS = 30
HEAD, FOOT = 38, 12  # room over a plot for its title and legend, and under it


@dataclass(frozen=True)
class Course:
    """What one run went through. Every list has an entry for each step, exams for each exam."""

    tokens: list[float]  # sampled up to and including the step
    finished: list[float]
    useful: list[float]
    exam_tokens: list[float]
    exams: list[float]
    levels: list[dict[int, float]]  # accuracy by difficulty, for each exam
    uppers: list[float]

    @property
    def total(self) -> float:
        return self.tokens[-1]

    def useful_share(self, start: float, end: float) -> float:
        """Of the groups sampled between two token counts; at least those of the step at the end."""
        places = [place for place, tokens in enumerate(self.tokens) if start < tokens <= end]
        places = places or [next(place for place, tokens in enumerate(self.tokens) if tokens >= end)]
        return sum(self.useful[place] for place in places) / sum(self.finished[place] for place in places)

    def accuracy(self, tokens: float) -> float:
        """At a token count, between the exams before and after it."""
        return float(numpy.interp(tokens, self.exam_tokens, self.exams))

    def accuracy_by_level(self, tokens: float) -> dict[int, float]:
        """In the last exam up to a token count."""
        return [levels for levels, sampled in zip(self.levels, self.exam_tokens) if sampled <= tokens][-1]

    def upper(self, tokens: float) -> float:
        return [upper for upper, sampled in zip(self.uppers, self.tokens) if sampled <= tokens][-1]


def course(folder: Path) -> Course:
    """Read a run."""
    found = Course([], [], [], [], [], [], [])
    tokens = 0.0
    for line in read(folder / "metrics.jsonl"):
        if line["step"]:
            tokens += line["sampler/tokens"]
            found.tokens.append(tokens)
            found.finished.append(line["groups/finished"])
            found.useful.append(line["groups/useful"])
            found.uppers.append(line["curriculum/upper_mean"])
        if "heldout/accuracy" in line:
            found.exam_tokens.append(tokens)
            found.exams.append(line["heldout/accuracy"])
            found.levels.append(by_level(line))
    return found


def by_level(line: dict[str, float]) -> dict[int, float]:
    """An exam's accuracy at each difficulty, over all environments."""
    found: dict[int, list[float]] = {}
    for name, value in line.items():
        if name.startswith("heldout/accuracy/") and name.count("/") == 3:
            found.setdefault(int(name.rpartition("/")[2]), []).append(value)
    return {level: fmean(values) for level, values in sorted(found.items())}


def train(folder: Path, curriculum: Sequence[str], seed: int, steps: int, hours: float) -> Path:
    """One run on one core, from where it was; `hours` from now it saves and ends. Exits if it fails."""
    if not finished(folder, steps):
        flags = ["--preset", "tiny", "--envs", ",".join(ENVIRONMENTS), "--steps", str(steps), "--seed", str(seed)]
        flags += ["--group-size", str(GROUP_SIZE), "--max-rounds", "1", "--max-response-tokens", "192"]
        flags += ["--eval-envs", "train", "--eval-every", str(max(1, steps // EXAMS)), "--eval-temperature", "1"]
        flags += ["--eval-difficulties", EXAM_LEVELS, "--eval-problems", str(EXAM_PROBLEMS), "--save-every", str(SAVED)]
        flags = ["--resume", "--steps", str(steps)] if newest(folder) else [*flags, *curriculum]
        if not newest(folder):
            shutil.rmtree(folder, ignore_errors=True)  # killed before its first checkpoint
        flags += ["--max-hours", f"{hours_spent(folder) + hours:.4f}" if hours else "0"]
        command = [sys.executable, "-m", "rlve_cli", "train", "--run", str(folder), *flags]
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(command)}\nfailed:\n{done.stderr[-2000:]}")
        state = "done" if finished(folder, steps) else "goes on later"
        print(f"{folder.name}: {state}", file=sys.stderr, flush=True)
    return folder


def finished(folder: Path, steps: int) -> bool:
    return folder_of(folder, steps) in whole(folder)


def hours_spent(folder: Path) -> float:
    """By a run, until its last checkpoint."""
    last = newest(folder)
    return load_state(last).hours if last else 0.0


def averaged(values: Sequence[float]) -> str:
    spread = f" ± {stdev(values):.3f}" if len(values) > 1 else ""
    return f"{fmean(values):.3f}{spread}"


def table(found: dict[str, list[Course]], budget: float) -> str:
    """A line for each curriculum; differences are to the first one's run of the same seed, on the same problems."""
    first = [one.accuracy(budget) for one in next(iter(found.values()))]
    rows = []
    for name, courses in found.items():
        useful = fmean(one.useful_share(0.0, budget) for one in courses)
        late = fmean(one.useful_share(0.8 * budget, budget) for one in courses)
        accuracy = [one.accuracy(budget) for one in courses]
        gains = [mine - other for mine, other in zip(accuracy, first)]
        upper = "" if name.startswith("static") else f"{fmean(one.upper(budget) for one in courses):.1f}"
        rows.append(
            f"| {name} | {useful:.2f} | {late:.2f} | {fmean(one.exams[0] for one in courses):.3f} "
            f"| {averaged(accuracy)} | {averaged(gains) if gains != [0.0] * len(gains) else ''} | {upper} |"
        )
    return "\n".join(rows)


def level_table(found: dict[str, list[Course]], budget: float) -> str:
    """Accuracy at each difficulty: before, and in the last exam of each curriculum within the budget."""
    everything = [one for courses in found.values() for one in courses]
    exams = {"before": [one.levels[0] for one in everything]}
    exams |= {name: [one.accuracy_by_level(budget) for one in courses] for name, courses in found.items()}
    levels = list(everything[0].levels[0])
    rows = [f"| difficulty | {' | '.join(map(str, levels))} |", f"| --- |{' --- |' * len(levels)}"]
    for name, taken in exams.items():
        means = (fmean(one[level] for one in taken) for level in levels)
        rows.append(f"| {name} | {' | '.join(f'{mean:.2f}' for mean in means)} |")
    return "\n".join(rows)


def plots(found: dict[str, list[Course]], budget: float) -> dict[str, Plot]:
    """Useful groups and accuracy over thousands of sampled tokens, averaged over seeds."""
    edges = [budget * place / POINTS for place in range(POINTS + 1)]
    useful, accuracy = [], []
    for name, courses in found.items():
        shares = [
            (round(end / 1000), fmean(one.useful_share(start, end) for one in courses))
            for start, end in zip(edges, edges[1:])
        ]
        useful.append(Series(name, shares))
        accuracy.append(Series(name, [(round(at / 1000), fmean(one.accuracy(at) for one in courses)) for at in edges]))
    return {
        "useful": Plot("Share of useful groups", useful, "share"),
        "accuracy": Plot("Accuracy on fixed problems", accuracy, "share"),
    }


def drawn(plot: Plot) -> str:
    """A plot as a picture of its own, with title and legend, in the colours of a run's page."""
    colours, _, _ = resource("page.css").partition("* {")
    numbers = range(1, len(plot.series) + 1)
    style = [
        colours,
        "text { font: 11px system-ui, sans-serif; fill: var(--muted); }",
        "text.key { font-size: 9px; }",
        "text.title { font-size: 12px; font-weight: 600; fill: var(--ink); }",
        ".end { text-anchor: end; } .middle { text-anchor: middle; } .cursor { visibility: hidden; }",
        ".grid { stroke: var(--rule); } .curve { fill: none; stroke-width: 1.8; } .paper { fill: var(--card); }",
        *(f".curve.s{n} {{ stroke: var(--s{n}); }} rect.s{n} {{ fill: var(--s{n}); }}" for n in numbers),
    ]
    legend, place = [], LEFT // 2
    for number, series in zip(numbers, plot.series):
        legend.append(f'<rect class="s{number}" x="{place}" y="24" width="7" height="7" rx="1.5" />')
        legend.append(f'<text class="key" x="{place + 10}" y="31">{series.name}</text>')
        place += 19 + round(4.6 * len(series.name))
    inner = plot.svg().replace("<svg ", f'<svg width="{WIDTH}" height="{HEIGHT}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + HEAD + FOOT}" width="{2 * WIDTH}">'
        f"<style>{''.join(style)}</style>"
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT + HEAD + FOOT}" rx="6" />'
        f'<text class="title" x="{LEFT}" y="16">{plot.title}</text>{"".join(legend)}'
        f'<text class="end" x="{WIDTH - RIGHT}" y="{HEAD + HEIGHT + FOOT - 6}">thousands of sampled tokens</text>'
        f'<g transform="translate(0 {HEAD})">{inner}</g></svg>\n'
    )


def page(found: dict[str, list[Course]], budget: float, seeds: int, images: dict[str, str]) -> str:
    """What was done and what came out."""
    pictures = "\n\n".join(f"![{plot}]({name})" for name, plot in images.items())
    names = ", ".join(f"`{name}`" for name in ENVIRONMENTS)
    difficulties = EXAM_LEVELS.replace("-", " to ")
    header = "curriculum | useful groups | in the last fifth | accuracy before | after | minus `paper`'s | upper"
    return f"""# Adaptive against static difficulty

Made by `python -m benchmarks.curriculum_study`. The bundled model is trained on
{names}
with {seeds} seeds for each curriculum. All runs are compared after {budget:,.0f} sampled tokens, and each step
samples once: groups that turn out useless are not replaced.
Accuracy is that of single responses at temperature 1 to {EXAM_PROBLEMS} fixed problems for each environment and
difficulty from {difficulties}, the same for all curricula with one seed. Means over seeds; ± is their standard
deviation. "Minus `paper`'s" is the difference in accuracy to the run of the same seed, "upper" the mean upper
difficulty at the end.

| {header} |
| --- | --- | --- | --- | --- | --- | --- |
{table(found, budget)}

Accuracy by difficulty, in the last exam:

{level_table(found, budget)}

{pictures}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=Path, default=Path("runs/curriculum_study"), help="where the runs are kept")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=usable_cores(), help="runs at a time, each on one core")
    parser.add_argument("--minutes", type=float, default=0, help="end after so long, to go on later; 0: when done")
    parser.add_argument("--output", type=Path, help="the page, plots beside it; stdout if not given")
    arguments = parser.parse_args()
    end = monotonic() + 60 * arguments.minutes
    plan = [(name, seed) for seed in range(arguments.seeds) for name in CURRICULA]

    def run(one: tuple[str, int]) -> Path:
        name, seed = one
        folder = arguments.runs / f"{name.replace(', ', '-').replace(' ', '-')}-{seed}"
        left = (end - monotonic()) / 3600 if arguments.minutes else 0.0
        if left >= 0:
            train(folder, CURRICULA[name], seed, arguments.steps, left)
        return folder

    with ThreadPoolExecutor(arguments.jobs) as jobs:
        folders = dict(zip(plan, jobs.map(run, plan)))
    missing = sum(not finished(folder, arguments.steps) for folder in folders.values())
    if missing:
        sys.exit(f"{missing} of {len(plan)} runs are not finished yet: give the same command again to go on.")
    courses = {place: course(folder) for place, folder in folders.items()}
    found = {name: [courses[name, seed] for seed in range(arguments.seeds)] for name in CURRICULA}
    budget = min(one.total for one in courses.values())
    if not arguments.output:
        print(page(found, budget, arguments.seeds, {}))
        return
    images = {}
    for key, plot in plots(found, budget).items():
        image = arguments.output.with_name(f"{arguments.output.stem}-{key}.svg")
        image.write_text(drawn(plot), encoding="utf-8")
        images[image.name] = plot.title
    before = arguments.output.read_text(encoding="utf-8") if arguments.output.exists() else ""
    _, heading, conclusions = before.partition("\n## ")  # what people wrote about it stays
    made = page(found, budget, arguments.seeds, images)
    arguments.output.write_text(made + heading + conclusions, encoding="utf-8")


if __name__ == "__main__":
    main()
