"""What `rlve inspect` says about the folder of a training run: settings, course, and each environment's difficulty."""

import textwrap
from collections.abc import Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, TextIO

from rlve.training.errors import SettingsError
from rlve.training.report.levels import Course, courses
from rlve.training.report.plots import written
from rlve.training.report.run import RunRecord, read_run
from rlve_cli.errors import WrongUse
from rlve_cli.tables import Table

COURSE = {
    "reward/mean": "reward",
    "accuracy/mean": "accuracy",
    "groups/useful_share": "useful groups",
    "curriculum/upper_mean": "upper difficulty",
    "heldout/accuracy": "held-out accuracy",
    "response/tokens_mean": "tokens a response",
    "response/truncated_share": "responses cut",
    "sampler/logprob_gap": "log-prob. gap",
    "policy/entropy": "entropy",
    "update/grad_norm": "gradient norm",
    "policy/kl_to_start": "KL to the start",
    "time/step": "seconds a step",
    "tokens_per_second/sampling": "sampled tokens/s",
}
BLOCKS = "▁▂▃▄▅▆▇█"
LETTERS = ".:-=+*#%@"
WIDEST_BARS, NARROWEST_BARS = 40, 8
UNCUT = 100  # columns where there is no terminal


def read(folder: Path) -> RunRecord:
    """Raises `WrongUse` if the folder holds no run, or none that has finished a step."""
    try:
        return read_run(folder)
    except SettingsError as error:
        raise WrongUse(str(error)) from None


def steps(folder: Path) -> list[dict[str, Any]]:
    """The lines of the run's metrics; a last line that a kill cut short is left out. Raises `WrongUse`."""
    return read(folder).metrics


def print_run(folder: Path, stream: TextIO) -> None:
    """Raises `WrongUse` if the folder holds no run."""
    run = read(folder)
    width = get_terminal_size(fallback=(UNCUT, 24)).columns
    bars = Bars(_blocks(stream), width, gap=3 if stream.isatty() else 2)
    total = run.settings.get("steps")
    of = f" of {total}" if isinstance(total, int) and total >= run.step else ""
    stream.write(f"{folder}: {run.step} steps{of}\n")
    stream.writelines(f"{sentence}\n" for sentence in run.damage)
    _print_settings(run, width, stream)
    rows = []
    for name, title in COURSE.items():
        values = [value for _, value in run.curve(name)]
        if values:
            rows.append([title, _number(values[0]), _number(values[-1])])
            rows[-1].append(bars.drawn(values, max(map(len, COURSE.values())), 9, 9))
    if rows:
        stream.write("\n")
        Table(("", "first", "last", "course"), list(rows), left=(0, 3)).print(stream)
    _print_environments(courses(run), bars, stream)


def _print_settings(run: RunRecord, width: int, stream: TextIO) -> None:
    if run.complaint:
        stream.write(f"\nsettings: {run.complaint}\n")
    elif not run.changed():
        stream.write(f"settings: those of the preset {run.preset()}\n")
    else:
        stream.write(f"\nsettings other than those of the preset {run.preset()}:\n")
        for name, value, usual in run.changed():
            stream.write(_shortened(f"  {name}: {_setting(value)} (not {_setting(usual)})", width) + "\n")


def _print_environments(known: Sequence[Course], bars: "Bars", stream: TextIO) -> None:
    if not known:
        return
    names = {course.name: _shortened(course.name, bars.room(5, 5, 8, NARROWEST_BARS)) for course in known}
    widest = max(len("environment"), *map(len, names.values()))
    hardest = max(span.upper for course in known for span in course.spans)
    first, last = known[0].spans[0].first, max(course.spans[-1].last for course in known)
    rows = [
        (
            names[course.name],
            str(course.spans[0].upper),
            str(course.upper),
            "-" if course.accuracy is None else f"{course.accuracy:.2f}",
            bars.drawn(_by_step(course), widest, 5, 5, 8, ends=(0, hardest)),
        )
        for course in known
    ]
    stream.write(f"\nupper difficulty, from step {first} to {last}\n")
    Table(("environment", "first", "last", "accuracy", "course"), list(rows), left=(0, 4)).print(stream)
    stuck = [course.name for course in known if course.stuck]
    if stuck:
        text = f"stuck (only solved and unsolved difficulties in the window): {', '.join(stuck)}"
        stream.write("\n" + textwrap.fill(text, bars.width, subsequent_indent="  ", break_on_hyphens=False) + "\n")


class Bars:
    """Courses of values in the columns that a table's other cells leave."""

    def __init__(self, letters: str, width: int, gap: int) -> None:
        self.letters, self.width, self.gap = letters, width, gap

    def room(self, *others: int) -> int:
        """Columns left beside cells of these widths and their gaps."""
        return self.width - sum(others) - self.gap * len(others)

    def drawn(self, values: Sequence[float], *others: int, ends: tuple[float, float] | None = None) -> str:
        """The values, or means of neighbours, beside cells of these widths; between the ends if they are given, so that
        courses can be compared, otherwise between the least and the largest value."""
        most = max(NARROWEST_BARS, min(WIDEST_BARS, self.room(*others)))
        size = min(most, len(values))
        means = []
        for place in range(size):
            part = values[place * len(values) // size : (place + 1) * len(values) // size]
            means.append(sum(part) / len(part))
        low, high = ends or (min(means), max(means))
        scale = (len(self.letters) - 1) / (high - low) if high > low else 0.0
        return "".join(self.letters[round((mean - low) * scale)] for mean in means)


def _by_step(course: Course) -> list[float]:
    """The upper difficulty at each step."""
    ends = [span.first for span in course.spans[1:]] + [course.spans[-1].last + 1]
    return [span.upper for span, end in zip(course.spans, ends) for _ in range(span.first, end)]


def _blocks(stream: TextIO) -> str:
    """Blocks where the stream can hold them."""
    try:
        BLOCKS.encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return LETTERS
    return BLOCKS


def _number(value: float) -> str:
    return f"{value:.3f}" if 0.001 <= abs(value) < 100 or value == 0 else written(value, "number")


def _setting(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else "none" if value in ("", None) else str(value)


def _shortened(text: str, width: int) -> str:
    """The text on one line of at most so many columns, without its middle if it must be."""
    if len(text) <= max(width, 12):
        return text
    kept = max(width, 12) - 2
    return f"{text[: (kept + 1) // 2]}..{text[len(text) - kept // 2 :]}"
