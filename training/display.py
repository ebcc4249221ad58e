"""What a run shows while it goes on, on stderr: one live table on a terminal, a line a step elsewhere."""

import sys
from collections import deque
from collections.abc import Mapping
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from rlve.training.curriculum import Curriculum

ROWS = 24  # environments shown in the live table
REMEMBERED = 60
BLOCKS = "▁▂▃▄▅▆▇█"


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
    """The last numbers, their course, and each environment's window, drawn anew after every step."""

    def __init__(self, console: Console) -> None:
        self.live = Live(console=console, auto_refresh=False)
        self.live.start()
        self.rewards: deque[float] = deque(maxlen=REMEMBERED)
        self.accuracies: deque[float] = deque(maxlen=REMEMBERED)
        self.seen: dict[str, float] = {}

    def note(self, text: str) -> None:
        self.live.console.print(text, highlight=False, markup=False)

    def show(
        self, step: int, steps: int, metrics: Mapping[str, float], timings: Mapping[str, float], curriculum: Curriculum
    ) -> None:
        if "reward/mean" in metrics:
            self.rewards.append(metrics["reward/mean"])
            self.accuracies.append(metrics["accuracy/mean"])
        self.seen.update(metrics)
        head = Table.grid(padding=(0, 2))
        head.add_row("reward", f"{self.seen.get('reward/mean', 0):.3f}", Text(sparkline(self.rewards), "green"))
        head.add_row("accuracy", f"{self.seen.get('accuracy/mean', 0):.3f}", Text(sparkline(self.accuracies), "cyan"))
        title = Text(line(step, steps, metrics, timings), "bold", no_wrap=True, overflow="ellipsis")
        self.live.update(Group(title, head, self.environments(curriculum)), refresh=True)

    def environments(self, curriculum: Curriculum) -> Table:
        table = Table("environment", "difficulties", "accuracy", "reward", box=None, pad_edge=False)
        windows = sorted(curriculum.windows().items(), key=lambda item: (-item[1][1], item[0]))
        for name, (low, high) in windows[:ROWS]:
            numbers = (self.seen.get(f"{kind}/{name}") for kind in ("accuracy", "reward"))
            table.add_row(name, f"{low}-{high}", *("" if value is None else f"{value:.2f}" for value in numbers))
        if len(windows) > ROWS:
            table.add_row(f"and {len(windows) - ROWS} more", "", "", "")
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
    shown = {
        "reward/mean": "reward {:.3f}",
        "accuracy/mean": "accuracy {:.3f}",
        "groups/useful_share": "useful {:.0%}",
        "curriculum/upper_mean": "difficulty {:.2f}",
        "response/tokens_mean": "tokens {:.0f}",
        "response/truncated_share": "cut {:.0%}",
        "sampler/logprob_gap": "gap {:.1e}",
        "heldout/accuracy": "held-out {:.3f}",
    }
    parts += [form.format(metrics[name]) for name, form in shown.items() if name in metrics]
    if metrics.get("update/skipped"):
        parts.append("nothing to learn from")
    if "tokens_per_second/sampling" in timings:
        parts.append(f"{timings['tokens_per_second/sampling']:.0f} tokens/s")
    if "time/step" in timings:
        parts.append(f"{timings['time/step']:.1f} s")
    return "  ".join(parts)


def sparkline(values: deque[float]) -> str:
    """Values as a row of little bars."""
    if not values:
        return ""
    low, high = min(values), max(values)
    scale = (len(BLOCKS) - 1) / (high - low) if high > low else 0.0
    return "".join(BLOCKS[round((value - low) * scale)] for value in values)
