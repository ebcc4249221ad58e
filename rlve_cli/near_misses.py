"""Answers that are nearly right, or right for something else, to show what they earn."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from rlve.envs.problem import Problem


@dataclass(frozen=True)
class Attempt:
    """An answer, how it came about, and what it earned."""

    what: str
    answer: str
    reward: float | None
    outcome: str
    reason: str


def attempts(problem: Problem[Any], other: Problem[Any]) -> list[Attempt]:
    """The solution, near misses, and the solution of another problem of the same environment, each with its verdict."""
    text = problem.answer_format().render(problem.solution)
    foreign = other.answer_format().render(other.solution)
    tried = [("the solution", text, f"<answer>{text}</answer>")]
    for what, answer in _near_misses(text, foreign):
        if answer not in [known for _, known, _ in tried]:
            tried.append((what, answer, f"<answer>{answer}</answer>"))
    tried.append(("no answer tags", text, text))
    found = []
    for what, answer, response in tried:
        verdict = problem.verify(response)
        found.append(Attempt(what, answer, verdict.reward, verdict.outcome, verdict.reason))
    return found


def _near_misses(text: str, foreign: str) -> Iterator[tuple[str, str]]:
    pattern = re.compile(r"\S+" if len(text.split()) > 1 else r"\S")
    parts = pattern.findall(text)
    rng = Random(text)

    def with_parts(changed: list[str]) -> str:
        supply = iter(changed)
        return pattern.sub(lambda _: next(supply), text)

    if parts:
        place = rng.randrange(len(parts))
        yield "one part changed", with_parts([*parts[:place], _changed(parts[place], parts), *parts[place + 1 :]])
    places = [place for place in range(1, len(parts)) if parts[place] != parts[place - 1]]
    if places:
        place = rng.choice(places)
        swapped = [*parts[: place - 1], parts[place], parts[place - 1], *parts[place + 1 :]]
        yield "two parts swapped", with_parts(swapped)
    if len(parts) > 1:
        yield "the last part left out", text[: -len(parts[-1])].rstrip()
    yield "the answer of another problem", foreign


def _changed(part: str, parts: list[str]) -> str:
    if re.fullmatch(r"-?[0-9]{1,1000}", part):
        return str(int(part) + (1 if part != "9" else -1))
    return next((other for other in parts if other != part), part + part)
