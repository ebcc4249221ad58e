"""Which of a run's rollouts the page holds: some of many steps, of all kinds, within a size."""

from collections import Counter
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from rlve.training.lines import Line, read
from rlve.training.report.shell import embedded

MOST_STEPS = 24
MOST_BYTES = 2_000_000
LONGEST_TEXT = 6_000  # characters of a prompt or a response
LONGEST_GROUP = 24_000  # characters of all responses of a group


@dataclass(frozen=True)
class Selection:
    """Groups for the page, by step, and how many steps there are rollouts of."""

    groups: list[Line]
    steps_shown: int
    steps: int


def select(folder: Path, most_bytes: int = MOST_BYTES) -> Selection:
    """Groups of steps spread evenly over the run, the environment seen least first, until the size is reached."""
    paths = sorted((folder / "rollouts").glob("step-*.jsonl"))
    waiting = {path: [group for group in map(shown, read(path)[0]) if group] for path in spread(paths)}
    seen: Counter[str] = Counter()
    chosen: list[tuple[Path, Line]] = []
    size = 0
    while any(waiting.values()):
        for path, groups in waiting.items():
            if not groups:
                continue
            group = min(groups, key=lambda group: seen[group["environment"]])
            groups.remove(group)
            size += len(embedded(group))
            if size > most_bytes:
                waiting = {}
                break
            seen[group["environment"]] += 1
            chosen.append((path, {"step": int(path.stem.rpartition("-")[2])} | group))
    chosen.sort(key=lambda item: item[0])
    return Selection([group for _, group in chosen], len({path for path, _ in chosen}), len(paths))


def spread(paths: list[Path]) -> list[Path]:
    """At most so many, evenly spaced, the last one first: it is the one most looked for."""
    if len(paths) <= MOST_STEPS:
        return paths[::-1]
    places = {round(place * (len(paths) - 1) / (MOST_STEPS - 1)) for place in range(MOST_STEPS)}
    return [paths[place] for place in sorted(places, reverse=True)]


def shown(record: Line) -> Line | None:
    """A group as the page has it: texts cut, and of many long responses some of every outcome. None if it is none."""
    responses = record.get("responses")
    if not isinstance(responses, list) or not responses:
        return None
    rollouts = [rollout(record, place) for place in range(len(responses))]
    kept: list[Line] = []
    length = 0
    for each in by_rarity(rollouts):
        length += len(each["text"])
        if kept and length > LONGEST_GROUP:
            break
        kept.append(each)
    return {
        "id": str(record.get("id", "")),
        "environment": str(record.get("environment", "")),
        "difficulty": record.get("difficulty") if isinstance(record.get("difficulty"), int) else None,
        "prompt": cut(str(record.get("prompt", ""))),
        "size": len(responses),
        "rollouts": sorted(kept, key=lambda each: int(each["number"])),
    }


def rollout(record: Line, place: int) -> Line:
    def at(name: str) -> Any:
        values = record.get(name)
        return values[place] if isinstance(values, list) and place < len(values) else None

    reward = at("rewards")
    return {
        "number": place + 1,
        "text": cut(str(record["responses"][place])),
        "reward": reward if isinstance(reward, int | float) and isfinite(reward) else None,
        "outcome": str(at("outcomes") or ""),
        "reason": cut(str(at("reasons") or "")),
        "tokens": at("tokens") if isinstance(at("tokens"), int) else None,
        "cut": at("finished") is False,
    }


def by_rarity(rollouts: list[Line]) -> list[Line]:
    """One of each outcome first, then a second of each, and so on."""
    seen: Counter[str] = Counter()
    ranked = []
    for each in rollouts:
        ranked.append((seen[each["outcome"]], each))
        seen[each["outcome"]] += 1
    return [each for _, each in sorted(ranked, key=lambda item: item[0])]


def cut(text: str) -> str:
    """The text without its middle, if it is long."""
    if len(text) <= LONGEST_TEXT:
        return text
    start, end = LONGEST_TEXT * 2 // 3, LONGEST_TEXT // 3
    return f"{text[:start]}\n[... {len(text) - start - end:,} characters left out ...]\n{text[-end:]}"
