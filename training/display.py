"""What a run shows while it goes on, on stderr: one live table on a terminal, a line a step elsewhere."""

import sys
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from time import monotonic
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.live import Live
from rich.table import Table
from rich.text import Text

from rlve.training.curriculum import Curriculum

LEAST_ROWS = 3  # environments shown on however low a terminal
HEAD_ROWS = 9  # lines of a terminal that the rest of the table may need
REMEMBERED = 200
TIMED = 20  # last steps by which the time left is estimated
BLOCKS = "▁▂▃▄▅▆▇█"
SHOWN = {
    "groups/useful_share": "useful {:.0%}",
    "curriculum/upper_mean": "difficulty {:.2f}",
    "response/tokens_mean": "tokens {:.0f}",
    "response/truncated_share": "cut {:.0%}",
    "sampler/logprob_gap": "gap {:.1e}",
    "heldout/accuracy": "held-out {:.3f}",
}


class Lines:
    """A line for each step, and notes between them."""

    def note(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    def show(
        self, step: int, steps: int, metrics: Mapping[str, float], timings: Mapping[str, float], _: Curriculum
    ) -> None:
        self.note(line(step, steps, metrics, timings))

    def close(self) -> None:
        """Nothing."""


class LiveTable:
    """The last numbers, their course, and the windows of the environments that are being trained.

    It is drawn anew every second, for a step may take minutes; `now` is the clock, in seconds.
    """

    def __init__(self, console: Console, now: Any = monotonic) -> None:
        self.now = now
        self.started = now()
        self.step, self.steps = 0, 0
        self.durations: deque[float] = deque(maxlen=TIMED)
        self.since = self.started  # when the last step was shown
        self.rewards: deque[float] = deque(maxlen=REMEMBERED)
        self.accuracies: deque[float] = deque(maxlen=REMEMBERED)
        self.seen: dict[str, float] = {}
        self.timings: dict[str, float] = {}
        self.windows: Mapping[str, tuple[int, int]] = {}
        self.last_drawn: dict[str, int] = {}
        self.live = Live(self, console=console, refresh_per_second=1)
        self.live.start()

    def note(self, text: str) -> None:
        self.live.console.print(text, highlight=False, markup=False)

    def show(
        self, step: int, steps: int, metrics: Mapping[str, float], timings: Mapping[str, float], curriculum: Curriculum
    ) -> None:
        if "reward/mean" in metrics:
            self.rewards.append(metrics["reward/mean"])
            self.accuracies.append(metrics["accuracy/mean"])
        self.seen.update(metrics)
        self.timings.update(timings)
        self.windows = dict(curriculum.windows())
        for name in self.windows:
            if f"accuracy/{name}" in metrics:
                self.last_drawn[name] = step
        if "time/step" in timings:
            self.durations.append(timings["time/step"])
        self.step, self.steps, self.since = step, steps, self.now()
        self.live.refresh()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.drawn(options.max_width, console.height)

    def drawn(self, width: int, height: int) -> Group:
        """Everything, at most so wide and, if anything can be left out, so high."""
        parts: list[Any] = [Text(self.clock(), "bold")]
        if self.rewards:
            head = Table.grid(padding=(0, 2))
            for name, values, colour in (("reward", self.rewards, "green"), ("accuracy", self.accuracies, "cyan")):
                bars = sparkline(deque(values, maxlen=max(8, width - 22)))
                head.add_row(name, f"{values[-1]:.3f}", Text(bars, colour, no_wrap=True))
            parts.append(head)
        facts = [form.format(self.seen[name]) for name, form in SHOWN.items() if name in self.seen]
        if "tokens_per_second/sampling" in self.timings:
            facts.append(f"{self.timings['tokens_per_second/sampling']:,.0f} tokens/s")
        parts += [Text(row) for row in rows_of(facts, width)]
        if self.windows:
            parts.append(self.environments(width, max(LEAST_ROWS, height - HEAD_ROWS)))
        return Group(*parts)

    def clock(self) -> str:
        """How far the run is, and how long that took and will take."""
        elapsed = self.now() - self.started
        if not self.steps:
            return f"starting  elapsed {written(elapsed)}"
        parts = [f"step {self.step} of {self.steps}"]
        if self.durations:
            each = sum(self.durations) / len(self.durations)
            left = max(0.0, (self.steps - self.step) * each - (self.now() - self.since))
            parts += [f"{each:.1f} s a step", f"elapsed {written(elapsed)}", f"left {written(left)}"]
        else:
            parts.append(f"elapsed {written(elapsed)}")
        return "  ".join(parts)

    def environments(self, width: int, most: int) -> Table:
        """Those that were drawn, the hardest and latest first; how many more there are, in one line."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        numbers = ("difficulties", "accuracy", "reward")
        room = width - sum(len(name) + 2 for name in numbers)
        table.add_column("environment", no_wrap=True, overflow="ellipsis", max_width=max(12, room))
        for name in numbers:
            table.add_column(name, no_wrap=True, justify="right", width=len(name))
        ranked = sorted(self.last_drawn, key=lambda name: (-self.windows[name][1], -self.last_drawn[name], name))
        for name in ranked[:most]:
            low, high = self.windows[name]
            values = (self.seen.get(f"{kind}/{name}") for kind in ("accuracy", "reward"))
            table.add_row(
                Text(name),
                f"{low}-{high}" if low < high else f"{high}",
                *("" if value is None else f"{value:.2f}" for value in values),
            )
        hidden, undrawn = max(0, len(ranked) - most), len(self.windows) - len(ranked)
        parts = [f"and {hidden} more"] if hidden else []
        parts += [f"{undrawn} not drawn yet"] if undrawn else []
        if parts:
            table.add_row(Text(", ".join(parts), "dim"), "", "", "")
        return table

    def close(self) -> None:
        self.live.stop()


def choose() -> Any:
    """A live table if stderr is a terminal, lines otherwise."""
    console = Console(stderr=True)
    return LiveTable(console) if console.is_terminal else Lines()


def line(step: int, steps: int, metrics: Mapping[str, float], timings: Mapping[str, float]) -> str:
    """A step on one line."""
    parts = [f"step {step}/{steps}"]
    shown = {"reward/mean": "reward {:.3f}", "accuracy/mean": "accuracy {:.3f}"} | SHOWN
    parts += [form.format(metrics[name]) for name, form in shown.items() if name in metrics]
    if metrics.get("update/skipped"):
        parts.append("nothing to learn from")
    if "tokens_per_second/sampling" in timings:
        parts.append(f"{timings['tokens_per_second/sampling']:.0f} tokens/s")
    if "time/step" in timings:
        parts.append(f"{timings['time/step']:.1f} s")
    return "  ".join(parts)


def ending(run: Path | str, begun_at: int, step: int, steps: int) -> str:
    """What to do with a run that has saved and ended, by what step it began at, has reached, and was to reach."""
    folder = quote(str(run))
    if step < steps:
        return f"{folder}: stopped at step {step} of {steps}. Go on: rlve train --run {folder} --resume"
    if begun_at >= steps:
        more = f"rlve train --run {folder} --resume --steps {step + max(step, 100)}"
        return f"{folder} was finished already, at step {step} of {steps}. Go on: {more}"
    return (
        f"{folder}: finished, {step} of {steps} steps.\n"
        f"  rlve inspect {folder}                      its numbers and difficulties\n"
        f"  rlve inspect {folder} --html report.html   the same as a page, with rollouts\n"
        f"  rlve eval {folder}                         benchmarks"
    )


def written(seconds: float) -> str:
    """A duration as a clock shows it: 0:07, 12:30, 3:05:00."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def rows_of(facts: list[str], width: int) -> list[str]:
    """Facts side by side, none of them broken in two."""
    rows: list[str] = []
    for fact in facts:
        if rows and len(rows[-1]) + 2 + len(fact) <= width:
            rows[-1] += f"  {fact}"
        else:
            rows.append(fact)
    return rows


def sparkline(values: deque[float]) -> str:
    """Values as a row of little bars."""
    if not values:
        return ""
    low, high = min(values), max(values)
    scale = (len(BLOCKS) - 1) / (high - low) if high > low else 0.0
    return "".join(BLOCKS[round((value - low) * scale)] for value in values)
