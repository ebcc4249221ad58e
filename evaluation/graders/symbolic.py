"""Are two formulas equal, two regions the same set? Asked of a worker process with a limit on time and memory."""

import re
from typing import Any

from rlve.evaluation.graders.worker import Failed, Workers

LONGEST_EXPRESSION = 400
DEEPEST_NESTING = 25
LONGEST_DIGITS = 100
SECONDS = 5.0

Region = list[Any]

_workers = Workers("rlve.evaluation.graders.expressions", seconds=SECONDS)


def equivalent(answer: str, gold: str) -> bool:
    """Whether two LaTeX formulas or equations are equal. False for what cannot be read, or decided in time."""
    return all(map(is_modest, (answer, gold))) and asked("formula", answer, gold)


def same_set(answer: Region, gold: Region) -> bool:
    """Whether two descriptions (see `regions`) give the same set of numbers. False for what cannot be read."""
    return all(map(is_modest, (*ends(answer), *ends(gold)))) and asked("set", answer, gold)


def ends(region: Region) -> list[str]:
    """The ends of all intervals in a description."""
    kind, *parts = region
    return [parts[0], parts[2]] if kind == "interval" else [end for part in parts for end in ends(part)]


def asked(*question: Any) -> bool:
    try:
        return _workers.ask(list(question)) is True
    except Failed:
        return False


def is_modest(expression: str) -> bool:
    """Small enough to try: length, nesting and digits in a row are bounded."""
    depth = deepest = 0
    for character in expression:
        depth += (character in "([{") - (character in ")]}")
        deepest = max(deepest, depth)
    digits = max((len(run) for run in re.findall(r"\d+", expression)), default=0)
    return 0 < len(expression) <= LONGEST_EXPRESSION and deepest <= DEEPEST_NESTING and digits <= LONGEST_DIGITS
