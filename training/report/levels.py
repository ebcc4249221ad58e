"""Where each environment's difficulty has been, and which environments no longer teach."""

from collections.abc import Mapping
from dataclasses import dataclass

from rlve.training.config import TrainSettings
from rlve.training.lines import Line
from rlve.training.report.run import UPPER, RunRecord

REMEMBERED = 8  # last measurements of an accuracy that count
ENOUGH = 3  # measurements at the upper difficulty before anything is said of it
UNSOLVED, SOLVED = 0.02, 0.98


@dataclass(frozen=True)
class Span:
    """The steps, first and last included, over which an upper difficulty stayed the same."""

    first: int
    last: int
    upper: int


@dataclass(frozen=True)
class Course:
    """An environment over a run.

    Accuracies are recent ones, since the upper difficulty last changed: of all responses, and by difficulty in the
    window. `measured` says how often the one at the upper difficulty was.
    """

    name: str
    spans: list[Span]
    window: range
    accuracy: float | None
    accuracies: Mapping[int, float]
    measured: int
    judge_after: int

    @property
    def upper(self) -> int:
        return self.spans[-1].upper

    @property
    def stuck(self) -> bool:
        """The window holds only solved and unsolved difficulties, and the upper one is unsolved: it will not grow."""
        clear = all(not UNSOLVED < accuracy < SOLVED for accuracy in self.accuracies.values())
        return clear and self.measured >= ENOUGH and self.accuracies[self.window[-1]] <= UNSOLVED

    @property
    def exhausted(self) -> bool:
        """All of the window is solved, for so long that it would have grown if it could."""
        solved = all(accuracy >= SOLVED for accuracy in self.accuracies.values())
        return solved and self.measured > max(ENOUGH, self.judge_after)


def courses(run: RunRecord) -> list[Course]:
    """A course for each environment, from the hardest upper difficulty to the easiest."""
    return [course for name in run.environments() if (course := course_of(run, name)) is not None]


def course_of(run: RunRecord, name: str) -> Course | None:
    uppers = run.curve(UPPER + name)
    spans: list[Span] = []
    for step, value in uppers:
        if spans and spans[-1].upper == int(value):
            spans[-1] = Span(spans[-1].first, step, int(value))
        else:
            spans.append(Span(step, step, int(value)))
    if not spans:
        return None
    lines = [line for line in run.metrics if line.get("step", 0) >= spans[-1].first]
    window = run.window(spans[-1].upper)
    found = {level: recent(lines, f"accuracy/{name}/{level}") for level in window}
    return Course(
        name,
        spans,
        window,
        mean(recent(lines, f"accuracy/{name}")),
        {level: average for level, values in found.items() if (average := mean(values)) is not None},
        len(found[window[-1]]),
        int(run.settings.get("judge_after", TrainSettings.judge_after)),
    )


def recent(lines: list[Line], name: str) -> list[float]:
    return [line[name] for line in lines if isinstance(line.get(name), int | float)][-REMEMBERED:]


def mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None
