"""Verdicts beside sampling: a few threads judge the responses of finished chunks while the model writes the next."""

import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from rlve.evaluation import samples
from rlve.evaluation.judging import CANNOT_JUDGE, judge
from rlve.evaluation.samples import Sample
from rlve.evaluation.settings import EvaluationSettings, Say, title_of
from rlve.evaluation.work import Work

CHUNKS_AT_ONCE = 4


@dataclass(frozen=True)
class Begun:
    """A chunk that is being judged."""

    work: Work
    label: str
    judged: "Future[list[Sample]]"


class Grading:
    """Judges what is added and appends it to the samples of its benchmark. A context manager: leaving it waits for all.

    `failures`: by benchmark, why its grader cannot work; its responses wait on disk. `suffix` keeps the files of
    data-parallel processes apart.
    """

    def __init__(self, settings: EvaluationSettings, say: Say, suffix: str = "") -> None:
        self.output = Path(settings.output)
        self.weak = settings.allow_weak_isolation
        self.say = say
        self.suffix = suffix
        self.failures: dict[str, str] = {}
        self._begun: list[Begun] = []
        self._threads = ThreadPoolExecutor(CHUNKS_AT_ONCE)

    def add(self, work: Work, rows: Sequence[Sample], label: str, on_disk: bool = False) -> None:
        """Responses to be judged; those that have a verdict already are only written down."""
        folder = self.output / work.name
        samples.append(folder / self._file(samples.FILE), [row for row in rows if row.correct is not None])
        waiting = [row for row in rows if row.correct is None]
        if not on_disk:
            samples.append(folder / self._file(samples.WAITING), waiting)
        if waiting:
            judged = self._threads.submit(judged_rows, work, waiting, self.weak)
            self._begun.append(Begun(work, label, judged))
        self.collect()

    def collect(self) -> None:
        """Write down what has been judged by now, in the order in which it was added."""
        while self._begun and self._begun[0].judged.done():
            begun = self._begun.pop(0)
            try:
                rows = begun.judged.result()
            except CANNOT_JUDGE as error:
                self.failures.setdefault(begun.work.name, str(error))
                continue
            except CancelledError:
                continue
            samples.append(self.output / begun.work.name / self._file(samples.FILE), rows)
            correct = sum(row.correct is True for row in rows)
            self.say(f"{title_of(begun.work.name)}: {begun.label}, {correct} of {len(rows)} responses correct")

    def _file(self, name: str) -> str:
        return name.replace(".", f"{self.suffix}.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        broken_off = kind is not None and not issubclass(kind, Exception)  # Ctrl-C: what waits is judged another time
        self._threads.shutdown(wait=not broken_off, cancel_futures=broken_off)
        if not broken_off:
            wait([begun.judged for begun in self._begun])
        self.collect()


def judged_rows(work: Work, rows: Sequence[Sample], allow_weak_isolation: bool) -> list[Sample]:
    """The responses with their verdicts."""
    documents = dict(zip(work.keys, work.documents))
    groups: dict[str, list[Sample]] = defaultdict(list)
    for row in rows:
        groups[row.prompt_hash].append(row)
    items = [(documents[key], [row.response for row in group]) for key, group in groups.items()]
    found = []
    for group, judgements in zip(groups.values(), judge(work.name, items, allow_weak_isolation), strict=True):
        for row, judgement in zip(group, judgements, strict=True):
            found.append(
                replace(
                    row,
                    correct=judgement.correct,
                    answer=judgement.answer,
                    outcome=judgement.outcome,
                    reason=nothing_said(row) or judgement.reason,
                )
            )
    return found


def nothing_said(row: Sample) -> str:
    """Why a served model's response is empty; nothing for others."""
    if row.response.strip():
        return ""
    parts = [f"stopped by {row.finish}"] if row.finish else []
    parts += [f"{row.thought:,} characters of thought"] if row.thought else []
    return f"the response is empty{': ' if parts else ''}{', '.join(parts)}"


def judge_waiting(works: Sequence[Work], settings: EvaluationSettings, say: Say) -> dict[str, str]:
    """Judge what was sampled and has no verdict, and say which benchmarks cannot be judged, with the reason of each."""
    began = time.monotonic()
    with Grading(settings, say) as grading:
        for work in works:
            folder = Path(settings.output) / work.name
            known = set(work.keys)
            rows = [row for row in samples.waiting(folder) if row.prompt_hash in known]
            if rows:
                say(f"{title_of(work.name)}: judging {len(rows)} responses that were sampled before")
                grading.add(work, rows, f"sampled before, {time.monotonic() - began:.0f} s", on_disk=True)
    for work in works:
        if work.name not in grading.failures and not samples.waiting(Path(settings.output) / work.name):
            samples.forget_waiting(Path(settings.output) / work.name)
    return {
        name: f"{title_of(name)} cannot be judged: {reason}; its responses are kept, and the same command judges them"
        for name, reason in grading.failures.items()
    }
