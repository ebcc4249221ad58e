"""Does adaptive difficulty pay? `python -m benchmarks.curriculum_study --output docs/curriculum.md`

The bundled model is trained with the same number of sampled tokens under each curriculum: the paper's, the paper's with
a window of 1, `teaching`, and two static ranges; several seeds each. What is compared is the share of groups that
taught something, and accuracy on fixed problems of difficulties 0 to 6, both as training goes on.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

ENVIRONMENTS = "integer_sorting,sliding_window_minimum,spiral_matrix_traversal,minimal_cyclic_rotation"
CURRICULA: dict[str, list[str]] = {
    "paper": ["--curriculum", "paper"],
    "paper, window 1": ["--curriculum", "paper", "--window", "1"],
    "teaching": ["--curriculum", "teaching"],
    "static 0-1": ["--curriculum", "static", "--static-range", "0-1"],
    "static 0-20": ["--curriculum", "static", "--static-range", "0-20"],
}
BLOCKS = "▁▂▃▄▅▆▇█"
POINTS = 10


def train(folder: Path, curriculum: Sequence[str], seed: int, steps: int) -> Path:
    """One run, unless it is there already."""
    if not list(folder.glob(f"checkpoints/step-{steps:06d}/state.json")):
        flags = ["--preset", "tiny", "--envs", ENVIRONMENTS, "--steps", str(steps), "--seed", str(seed)]
        flags += ["--eval-every", str(max(1, steps // POINTS)), "--eval-difficulties", "0-6", "--eval-problems", "8"]
        flags += ["--eval-temperature", "1", "--save-every", "0", "--max-rounds", "1", "--max-prompt-tokens", "384"]
        command = [sys.executable, "-m", "rlve_cli", "train", "--run", str(folder), *flags, *curriculum]
        if subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode:
            sys.exit(f"the run in {folder} failed; run its command by hand: {' '.join(command)}")
    return folder


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]


def tokens_after(metrics: list[dict[str, Any]], group_size: int = 8) -> list[float]:
    """Sampled tokens up to and including each line."""
    found, total = [], 0.0
    for line in metrics:
        total += line.get("response/tokens_mean", 0.0) * line.get("groups/finished", 0) * group_size
        found.append(total)
    return found


def within(metrics: list[dict[str, Any]], budget: float) -> list[dict[str, Any]]:
    """The lines of a run up to a number of sampled tokens."""
    return [line for line, tokens in zip(metrics, tokens_after(metrics)) if tokens <= budget]


def summary(runs: list[list[dict[str, Any]]]) -> tuple[list[float], list[float], list[float]]:
    """Useful share and held-out accuracy over training, averaged over seeds, and the last accuracy of each seed."""
    useful = [[line["groups/useful_share"] for line in run if "groups/useful_share" in line] for run in runs]
    accuracy = [[line["heldout/accuracy"] for line in run if "heldout/accuracy" in line] for run in runs]
    return averaged(useful), averaged(accuracy), [course[-1] for course in accuracy]


def averaged(courses: list[list[float]]) -> list[float]:
    return [fmean(values) for values in zip(*courses)]


def bars(values: list[float], count: int = 20) -> str:
    """A course between 0 and 1, as so many little bars."""
    count = min(count, len(values))
    edges = [len(values) * place // count for place in range(count + 1)]
    cuts = [values[start:end] for start, end in zip(edges, edges[1:])]
    return "".join(BLOCKS[min(7, int(fmean(cut) * 8))] for cut in cuts)


def report(found: dict[str, list[list[dict[str, Any]]]], budget: float, seeds: int, steps: int) -> str:
    """The page."""
    rows = []
    for name, runs in found.items():
        useful, accuracy, last = summary(runs)
        spread = f" ± {stdev(last):.3f}" if len(last) > 1 else ""
        rows.append(
            f"| {name} | {fmean(useful):.2f} | `{bars(useful)}` | {accuracy[0]:.3f} | {fmean(last):.3f}{spread} "
            f"| `{bars(accuracy)}` |"
        )
    table = "\n".join(rows)
    return f"""# Adaptive against static difficulty

Made by `python -m benchmarks.curriculum_study`: the bundled model on {ENVIRONMENTS.count(",") + 1} environments
(`{ENVIRONMENTS}`), {seeds} seeds, runs of {steps} steps cut at {budget:,.0f} sampled tokens, so that all have sampled
equally many. Held-out accuracy is by sampling at temperature 1, on 8 fixed problems for each environment and difficulty
from 0 to 6. Bars run from 0 to 1 over the course of training; ± is the standard deviation over seeds.

| curriculum | useful groups | over training | accuracy before | accuracy after | over training |
| --- | --- | --- | --- | --- | --- |
{table}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=Path, default=Path("runs/curriculum_study"), help="where the runs are kept")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--output", type=Path, help="the page; stdout if not given")
    arguments = parser.parse_args()
    found = {}
    for name, flags in CURRICULA.items():
        folders = [
            arguments.runs / f"{name.replace(', ', '-').replace(' ', '-')}-{seed}" for seed in range(arguments.seeds)
        ]
        found[name] = [lines(train(folder, flags, seed, arguments.steps)) for seed, folder in enumerate(folders)]
        print(f"{name}: done", file=sys.stderr, flush=True)
    budget = min(tokens_after(run)[-1] for runs in found.values() for run in runs)
    equal = {name: [within(run, budget) for run in runs] for name, runs in found.items()}
    page = report(equal, budget, arguments.seeds, arguments.steps)
    if arguments.output:
        arguments.output.write_text(page, encoding="utf-8")
    else:
        print(page)


if __name__ == "__main__":
    main()
