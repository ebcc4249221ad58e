"""One page of graded responses, however many: a table to turn the pages of, and each response with its verdict.

Texts travel in pieces of which the script reads only the one that is looked at, so that ten thousand responses do not
stop a browser; together they stay within a size.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rlve.training.report.shell import Section, resource, whole

MOST_ITEMS = 50_000
MOST_BYTES = 20_000_000  # of all texts
LONGEST_TEXT, SHORTEST_TEXT = 6_000, 240  # characters of a response
LONGEST_CELL = 120
PIECE = 100  # responses whose texts are read at once


@dataclass(frozen=True)
class Item:
    """A graded response. `group` is the environment or benchmark; what is not known is None, or empty."""

    group: str
    identity: str
    outcome: str
    reward: float | None = None
    answer: str | None = None
    reason: str = ""
    prompt: str = ""
    response: str | None = None
    difficulty: int | None = None
    tokens: int | None = None
    cut: bool = False


def samples_page(
    title: str, state: str, tables: Sequence[str], items: Iterable[Item], notes: Sequence[str] = ()
) -> str:
    """The page, as HTML; `tables` are HTML that stands above the responses."""
    chosen: list[Item] = []
    left_out = 0
    for item in items:
        if len(chosen) < MOST_ITEMS:
            chosen.append(item)
        else:
            left_out += 1
    longest = longest_text(chosen)
    told = list(notes)
    if left_out:
        told.append(f"The first {MOST_ITEMS:,} responses are shown; {left_out:,} more are left out.")
    if any(len(item.response or "") > longest for item in chosen):
        told.append(f"Responses over {longest:,} characters are shown without their middle.")
    pieces = [chosen[start : start + PIECE] for start in range(0, len(chosen), PIECE)]
    data: dict[str, Any] = {"sample-data": index(chosen)}
    data |= {f"piece-{place}": texts(piece, longest) for place, piece in enumerate(pieces)}
    return whole(
        title,
        state,
        [
            Section("scores", "Scores", "Scores", "".join(tables)),
            Section("samples", "Responses", "Responses", resource("samples.html")),
        ],
        data,
        ("samples.js",),
        kind="responses",
        notes=told,
    )


def longest_text(items: Sequence[Item]) -> int:
    """The length to which texts are cut, so that all of them together fit."""
    low, high = SHORTEST_TEXT, LONGEST_TEXT
    lengths = [len(item.response or "") for item in items]
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(length, middle) for length in lengths) <= MOST_BYTES:
            low = middle
        else:
            high = middle - 1
    return low


def index(items: Sequence[Item]) -> dict[str, Any]:
    """What the table shows, column by column; groups and outcomes are numbers of names."""
    groups = list(dict.fromkeys(item.group for item in items))
    outcomes = list(dict.fromkeys(item.outcome for item in items))
    group_of = {name: place for place, name in enumerate(groups)}
    outcome_of = {name: place for place, name in enumerate(outcomes)}
    return {
        "piece": PIECE,
        "groups": groups,
        "outcomes": outcomes,
        "group": [group_of[item.group] for item in items],
        "outcome": [outcome_of[item.outcome] for item in items],
        "id": [shortened(item.identity) for item in items],
        "difficulty": [item.difficulty for item in items],
        "reward": [None if item.reward is None else round(item.reward, 4) for item in items],
        "answer": [None if item.answer is None else shortened(item.answer) for item in items],
        "reason": [shortened(item.reason) for item in items],
        "tokens": [item.tokens for item in items],
        "cut": [item.cut for item in items],
    }


def texts(items: Sequence[Item], longest: int) -> dict[str, Any]:
    """The texts of a piece; a prompt that several responses share is there once."""
    prompts: dict[str, int] = {}
    for item in items:
        prompts.setdefault(shortened(item.prompt, longest), len(prompts))
    return {
        "prompts": list(prompts),
        "prompt": [prompts[shortened(item.prompt, longest)] for item in items],
        "response": [None if item.response is None else shortened(item.response, longest) for item in items],
        "answer": [None if item.answer is None else shortened(item.answer, longest) for item in items],
        "reason": [shortened(item.reason, longest) for item in items],
    }


def shortened(text: str, longest: int = LONGEST_CELL) -> str:
    """The text without its middle, if it is long; without halves of surrogate pairs, which are no text."""
    text = text.encode("utf-8", "replace").decode()
    if len(text) <= longest:
        return text
    start, end = longest * 2 // 3, longest // 3
    gap = f"[... {len(text) - start - end:,} characters left out ...]"
    return f"{text[:start]}\n{gap}\n{text[-end:]}" if longest > LONGEST_CELL else f"{text[:start]} ... {text[-end:]}"
