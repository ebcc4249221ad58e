"""What `rlve inspect` says about the folder of a training run: its course, and each environment's difficulty."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from rlve_cli.errors import WrongUse
from rlve_cli.streams import BadLine, lines, parsed
from rlve_cli.tables import Table

COURSE = {
    "reward/mean": "reward",
    "accuracy/mean": "accuracy",
    "groups/useful_share": "useful groups",
    "curriculum/upper_mean": "upper difficulty",
    "response/tokens_mean": "tokens a response",
    "response/truncated_share": "truncated",
    "heldout/accuracy": "held-out accuracy",
}
UPPER = "curriculum/upper/"
BARS = " .:-=+*#%@"
WIDTH = 40
Step = dict[str, Any]


def steps(folder: Path) -> list[Step]:
    """The lines of the run's metrics; a last line that a kill cut short is left out. Raises `WrongUse`."""
    path = folder / "metrics.jsonl"
    if not path.is_file():
        raise WrongUse(f"{folder} holds no run: there is no metrics.jsonl in it")
    found: list[Step] = []
    with path.open("rb") as file:
        for _, line in lines(file):
            try:
                found.append(parsed(line))
            except BadLine:
                break
    if not found:
        raise WrongUse(f"the run in {folder} has not finished its first step")
    return found


def print_run(folder: Path, stream: TextIO) -> None:
    """Raises `WrongUse` if the folder holds no run."""
    course = steps(folder)
    stream.write(f"{folder}: {course[-1].get('step', len(course))} steps\n\n")
    rows = []
    for name, title in COURSE.items():
        values = [step[name] for step in course if isinstance(step.get(name), int | float)]
        if values:
            rows.append((title, f"{values[0]:.3f}", f"{values[-1]:.3f}", bars(values)))
    Table(("", "first", "last", "course"), list(rows), left=(0, 3)).print(stream)
    uppers = [name.removeprefix(UPPER) for name in course[-1] if name.startswith(UPPER)]
    uppers.sort(key=lambda name: (-course[-1][UPPER + name], name))
    levels = []
    for name in uppers:
        accuracies = [step[f"accuracy/{name}"] for step in course if f"accuracy/{name}" in step]
        accuracy = f"{accuracies[-1]:.2f}" if accuracies else "-"
        upper = [step[UPPER + name] for step in course if UPPER + name in step]
        levels.append((name, f"{upper[0]:g}", f"{upper[-1]:g}", accuracy, bars(upper)))
    if levels:
        stream.write("\n")
        Table(("environment", "first", "upper difficulty", "accuracy", "course"), list(levels), left=(0, 4)).print(
            stream
        )


def bars(values: Sequence[float]) -> str:
    """The course of values as at most 40 characters, from ' ' for the least to '@' for the largest."""
    size = min(WIDTH, len(values))
    means = []
    for place in range(size):
        part = values[place * len(values) // size : (place + 1) * len(values) // size]
        means.append(sum(part) / len(part))
    low, high = min(means), max(means)
    scale = (len(BARS) - 1) / (high - low) if high > low else 0.0
    return "".join(BARS[round((mean - low) * scale)] for mean in means)
