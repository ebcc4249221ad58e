"""Does adaptive difficulty pay? `python -m benchmarks.curriculum_study --output docs/curriculum.md`

The bundled model is trained under each curriculum, with several seeds: the paper's, the paper's with a window of 1,
`teaching`, and two static ranges. Runs are compared at equal numbers of sampled tokens, not steps: what share of the
groups was useful, and how accuracy on fixed problems rose. Finished runs are kept, so that a study can be continued.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

from training.metrics import read
from training.report.plots import Plot, Series

ENVIRONMENTS = (
    "integer_sorting",
    "sliding_window_minimum",
    "minimal_cyclic_rotation",
    "josephus_elimination_order",
)
CURRICULA: dict[str, list[str]] = {
    "paper": ["--curriculum", "paper"],
    "paper, window 1": ["--curriculum", "paper", "--window", "1"],
    "teaching": ["--curriculum", "teaching"],
    "static 0-1": ["--curriculum", "static", "--static-range", "0-1"],
    "static 0-20": ["--curriculum", "static", "--static-range", "0-20"],
}
GROUP_SIZE = 8
EXAM_LEVELS = "0-6"
EXAM_PROBLEMS = 16
EXAMS = 15
POINTS = 30


@dataclass(frozen=True)
class Course:
    """What one run went through. Every list has an entry for each step, exams for each exam."""

    tokens: list[float]  # sampled up to and including the step
    finished: list[float]
    useful: list[float]
    exam_tokens: list[float]
    exams: list[float]
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
        import numpy

        return float(numpy.interp(tokens, self.exam_tokens, self.exams))

    def upper(self, tokens: float) -> float:
        return [upper for upper, sampled in zip(self.uppers, self.tokens) if sampled <= tokens][-1]


def course(folder: Path) -> Course:
    """Read a run."""
    found = Course([], [], [], [], [], [])
    tokens = 0.0
    for line in read(folder / "metrics.jsonl"):
        if line["step"]:
            tokens += line.get("response/tokens_mean", 0.0) * line["groups/finished"] * GROUP_SIZE
            found.tokens.append(tokens)
            found.finished.append(line["groups/finished"])
            found.useful.append(line["groups/useful"])
            found.uppers.append(line["curriculum/upper_mean"])
        if "heldout/accuracy" in line:
            found.exam_tokens.append(tokens)
            found.exams.append(line["heldout/accuracy"])
    return found


def train(folder: Path, curriculum: Sequence[str], seed: int, steps: int) -> Path:
    """One run on one core, unless it is there already. Exits if it fails."""
    if not (folder / "checkpoints" / f"step-{steps:06d}" / "state.json").exists():
        flags = ["--preset", "tiny", "--envs", ",".join(ENVIRONMENTS), "--steps", str(steps), "--seed", str(seed)]
        flags += ["--group-size", str(GROUP_SIZE), "--max-rounds", "1", "--max-response-tokens", "192"]
        flags += ["--eval-envs", "train", "--eval-every", str(max(1, steps // EXAMS)), "--eval-temperature", "1"]
        flags += ["--eval-difficulties", EXAM_LEVELS, "--eval-problems", str(EXAM_PROBLEMS), "--save-every", "0"]
        command = [sys.executable, "-m", "rlve_cli", "train", "--run", str(folder), *flags, *curriculum]
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(command)}\nfailed:\n{done.stderr[-2000:]}")
        print(f"{folder.name}: done", file=sys.stderr, flush=True)
    return folder


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
        "useful": Plot("Share of useful groups, over thousands of sampled tokens", useful, "share"),
        "accuracy": Plot("Accuracy on fixed problems, over thousands of sampled tokens", accuracy, "share"),
    }


def page(found: dict[str, list[Course]], budget: float, seeds: int, images: dict[str, str]) -> str:
    """What was done and what came out."""
    pictures = "\n\n".join(f"![{plot}]({name})" for name, plot in images.items())
    return f"""# Adaptive against static difficulty

Made by `python -m benchmarks.curriculum_study`. The bundled model is trained on {len(ENVIRONMENTS)} environments
({", ".join(f"`{name}`" for name in ENVIRONMENTS)}) with {seeds} seeds for each curriculum. All runs are compared after
{budget:,.0f} sampled tokens, and each step samples once: groups that turn out useless are not replaced. Accuracy is that of
single responses at temperature 1 to {EXAM_PROBLEMS} fixed problems for each environment and difficulty from
{EXAM_LEVELS.replace("-", " to ")}, the same for all curricula with one seed. Means over seeds; ± is their standard deviation.

| curriculum | useful groups | in the last fifth | accuracy before | accuracy after | minus `paper`, same seed | upper difficulty |
| --- | --- | --- | --- | --- | --- | --- |
{table(found, budget)}

{pictures}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=Path, default=Path("runs/curriculum_study"), help="where the runs are kept")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs at a time, each on one core")
    parser.add_argument("--output", type=Path, help="the page, with plots beside it; stdout, without plots, if not given")
    arguments = parser.parse_args()
    plan = [(name, seed) for seed in range(arguments.seeds) for name in CURRICULA]

    def run(one: tuple[str, int]) -> Path:
        name, seed = one
        folder = arguments.runs / f"{name.replace(', ', '-').replace(' ', '-')}-{seed}"
        return train(folder, CURRICULA[name], seed, arguments.steps)

    with ThreadPoolExecutor(arguments.jobs) as jobs:
        courses = dict(zip(plan, map(course, jobs.map(run, plan))))
    found = {name: [courses[name, seed] for seed in range(arguments.seeds)] for name in CURRICULA}
    budget = min(one.total for one in courses.values())
    if not arguments.output:
        print(page(found, budget, arguments.seeds, {}))
        return
    images = {}
    for key, plot in plots(found, budget).items():
        image = arguments.output.with_name(f"{arguments.output.stem}-{key}.svg")
        image.write_text(plot.standalone(), encoding="utf-8")
        images[image.name] = plot.title
    arguments.output.write_text(page(found, budget, arguments.seeds, images), encoding="utf-8")


if __name__ == "__main__":
    main()
