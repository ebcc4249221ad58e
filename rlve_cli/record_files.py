"""What `rlve inspect` says about a file of records: what it holds, and how well it was answered."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Any, BinaryIO

from rlve_cli.streams import BadLine, Complaints, lines, parsed
from rlve_cli.tables import Table


@dataclass
class Content:
    """What a file holds of one environment, or of one of its difficulties."""

    records: int = 0
    answers: int = 0
    responses: int = 0
    judged: int = 0
    correct: int = 0
    reward: float = 0.0
    difficulties: set[int] = field(default_factory=set)
    prompts: "array[int]" = field(default_factory=lambda: array("I"))  # lengths in characters

    def add(self, record: dict[str, Any]) -> None:
        self.records += 1
        self.answers += "answer" in record
        texts = record.get("responses", [record["response"]] if "response" in record else [])
        self.responses += len(texts) if isinstance(texts, list) else 0
        if isinstance(record.get("difficulty"), int):
            self.difficulties.add(record["difficulty"])
        prompt = _prompt(record)
        if prompt is not None:
            self.prompts.append(len(prompt))
        for outcome, reward in _verdicts(record):
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
            "accuracy": self.correct / self.judged if self.judged else None,
            "reward": self.reward / self.judged if self.judged else None,
        }


def contents(source: BinaryIO, complaints: Complaints) -> dict[str, dict[int | None, Content]]:
    """What a file holds, by environment and difficulty."""
    found: dict[str, dict[int | None, Content]] = {}
    for number, line in lines(source):
        try:
            record = parsed(line)
            name, difficulty = _origin(record)
        except BadLine as error:
            complaints.tell(number, str(error))
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
        whole.correct += part.correct
        whole.reward += part.reward
        whole.difficulties |= part.difficulties
        whole.prompts.extend(part.prompts)
    return whole


def table(found: dict[str, dict[int | None, Content]]) -> Table:
    """A row for each environment; for a single one, a row for each difficulty."""
    if len(found) == 1:
        ((name, levels),) = found.items()
        ordered = sorted(levels.items(), key=lambda item: (item[0] is None, item[0]))
        rows = [(name, level) for _, level in ordered]
    else:
        rows = [(name, joined(list(levels.values()))) for name, levels in found.items()]
    whole = joined([content for levels in found.values() for content in levels.values()])
    columns = ["environment", "records", "difficulty", "median prompt", "longest", "answers"]
    columns += ["responses"] if whole.responses else []
    columns += ["accuracy", "reward"] if whole.judged else []

    def row(name: str, content: Content) -> list[str]:
        cells = [name, f"{content.records:,}", _span(content.difficulties)]
        cells += [f"{median(content.prompts):,.0f}", f"{max(content.prompts):,}"] if content.prompts else ["-", "-"]
        cells += [f"{content.answers:,}", *([f"{content.responses:,}"] if whole.responses else [])]
        if whole.judged and content.judged:
            cells += [f"{content.correct / content.judged:.1%}", f"{content.reward / content.judged:.3f}"]
        elif whole.judged:
            cells += ["-", "-"]
        return cells

    return Table(columns, [row(*each) for each in rows], total=row("all", whole) if len(rows) > 1 else None)


def _origin(record: dict[str, Any]) -> tuple[str, int | None]:
    """Environment and difficulty; of a bare verdict, by its id. Raises `BadLine`."""
    name, difficulty = record.get("environment"), record.get("difficulty")
    if name is None and isinstance(record.get("id"), str):
        name, _, rest = record["id"].partition("/")
        level = rest.partition("/")[0]
        difficulty = int(level) if level.isdecimal() else None
        record["difficulty"] = difficulty
    if not isinstance(name, str):
        raise BadLine("no record: it names no environment")
    return name, difficulty if isinstance(difficulty, int) else None


def _prompt(record: dict[str, Any]) -> str | None:
    if isinstance(record.get("prompt"), str):
        return str(record["prompt"])
    messages = record.get("messages")
    if isinstance(messages, list) and messages and isinstance(messages[0], dict):
        return str(messages[0].get("content", ""))
    return None


def _verdicts(record: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """Outcome and reward of a verdict, or of several as a run's rollouts hold them."""
    outcomes = record.get("outcomes", [record["outcome"]] if "outcome" in record else [])
    rewards = record.get("rewards", [record["reward"]] if "reward" in record else [])
    if isinstance(outcomes, list) and isinstance(rewards, list):
        for outcome, reward in zip(outcomes, rewards):
            if isinstance(reward, int | float):
                yield str(outcome), reward


def _span(difficulties: set[int]) -> str:
    if not difficulties:
        return "-"
    low, high = min(difficulties), max(difficulties)
    return str(low) if low == high else f"{low}-{high}"
