"""What `rlve inspect` says about a file of records: what it holds, and how well it was answered."""

import re
from array import array
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from rlve_cli.reading import BadLine, Complaints
from rlve_cli.tables import Table

MOST_REWARD = 1e6  # what is larger, or NaN, is no reward of anybody's


@dataclass
class Content:
    """What a file holds of one environment, or of one of its difficulties."""

    records: int = 0
    answers: int = 0
    responses: int = 0
    judged: int = 0  # without errors, which are no fault of a response
    errors: int = 0
    correct: int = 0
    reward: float = 0.0
    difficulties: set[int] = field(default_factory=set)
    prompts: "array[int]" = field(default_factory=lambda: array("I"))  # lengths in characters

    def add(self, record: dict[str, Any]) -> None:
        self.records += 1
        self.answers += record.get("answer") is not None
        texts = record.get("responses")
        self.responses += len(texts) if isinstance(texts, list) else record.get("response") is not None
        level = _level(record.get("difficulty"))
        if level is not None:
            self.difficulties.add(level)
        prompt = _prompt(record)
        if prompt is not None:
            self.prompts.append(len(prompt))
        for outcome, reward in _verdicts(record):
            if outcome == "error":
                self.errors += 1
                continue
            self.judged += 1
            self.correct += outcome == "correct"
            self.reward += reward

    def described(self) -> dict[str, Any]:
        """For machines; numbers that the file does not hold are null."""
        return {
            "records": self.records,
            "difficulties": sorted(self.difficulties),
            "prompt_median": median(self.prompts) if self.prompts else None,
            "prompt_longest": max(self.prompts) if self.prompts else None,
            "answers": self.answers,
            "responses": self.responses,
            "verdicts": self.judged,
            "errors": self.errors,
            "accuracy": self.correct / self.judged if self.judged else None,
            "reward": self.reward / self.judged if self.judged else None,
        }


Contents = dict[str, dict[int | None, Content]]


def contents(
    records: Iterable[tuple[int, dict[str, Any]]], complaints: Complaints, names: Container[str] | None = None
) -> Contents:
    """What numbered records hold, by environment and difficulty; of these environments alone if `names` are given."""
    found: Contents = {}
    for number, record in records:
        try:
            name, difficulty = _origin(record)
        except BadLine as error:
            complaints.tell(number, str(error))
            continue
        if names is not None and name not in names:
            continue
        found.setdefault(name, {}).setdefault(difficulty, Content()).add(record)
    return found


def joined(parts: Iterator[Content] | list[Content]) -> Content:
    whole = Content()
    for part in parts:
        whole.records += part.records
        whole.answers += part.answers
        whole.responses += part.responses
        whole.judged += part.judged
        whole.errors += part.errors
        whole.correct += part.correct
        whole.reward += part.reward
        whole.difficulties |= part.difficulties
        whole.prompts.extend(part.prompts)
    return whole


def table(found: Contents) -> Table:
    """A row for each environment; for a single one, a row for each difficulty."""
    if len(found) == 1:
        ((name, levels),) = found.items()
        ordered = sorted(levels.items(), key=lambda item: (item[0] is None, item[0]))
        rows = [(name, level) for _, level in ordered]
    else:
        rows = [(name, joined(list(levels.values()))) for name, levels in found.items()]
    whole = joined([content for levels in found.values() for content in levels.values()])
    several = whole.responses not in (0, whole.records)
    columns = ["environment", "records", "difficulty", "median prompt", "longest", "answers"]
    columns += ["responses"] if several else []
    columns += ["accuracy", "reward"] if whole.judged else []
    columns += ["errors"] if whole.errors else []

    def row(name: str, content: Content) -> list[str]:
        cells = [name, f"{content.records:,}", _span(content.difficulties)]
        cells += [f"{median(content.prompts):,.0f}", f"{max(content.prompts):,}"] if content.prompts else ["-", "-"]
        cells += [f"{content.answers:,}", *([f"{content.responses:,}"] if several else [])]
        if whole.judged and content.judged:
            cells += [f"{content.correct / content.judged:.1%}", f"{content.reward / content.judged:.3f}"]
        elif whole.judged:
            cells += ["-", "-"]
        return cells + ([f"{content.errors:,}"] if whole.errors else [])

    return Table(columns, [row(*each) for each in rows], total=row("all", whole) if len(rows) > 1 else None)


def _origin(record: dict[str, Any]) -> tuple[str, int | None]:
    """Environment and difficulty; of a bare verdict, by its id. Raises `BadLine`."""
    name, difficulty = record.get("environment"), _level(record.get("difficulty"))
    if name is None and isinstance(record.get("id"), str):
        name, _, rest = record["id"].partition("/")
        level = rest.partition("/")[0]
        difficulty = int(level) if re.fullmatch(r"[0-9]{1,9}", level, re.ASCII) else None
        record["difficulty"] = difficulty
    if not isinstance(name, str):
        raise BadLine("no record: it names no environment")
    return name, difficulty


def _level(difficulty: object) -> int | None:
    return difficulty if type(difficulty) is int and abs(difficulty) < 2**63 else None


def _prompt(record: dict[str, Any]) -> str | None:
    if isinstance(record.get("prompt"), str):
        return str(record["prompt"])
    messages = record.get("messages")
    if isinstance(messages, list) and messages and isinstance(messages[0], dict):
        return str(messages[0].get("content", ""))
    return None


def _verdicts(record: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """Outcome and reward of a verdict, or of several as a run's rollouts hold them. An error's reward is no number."""
    outcomes = record.get("outcomes", [record.get("outcome")])
    rewards = record.get("rewards", [record.get("reward")])
    if isinstance(outcomes, list) and isinstance(rewards, list):
        for outcome, reward in zip(outcomes, rewards):
            if outcome == "error":
                yield "error", 0.0
            elif isinstance(reward, int | float) and abs(reward) <= MOST_REWARD:
                yield str(outcome), reward


def _span(difficulties: set[int]) -> str:
    if not difficulties:
        return "-"
    low, high = min(difficulties), max(difficulties)
    return str(low) if low == high else f"{low}-{high}"
