"""What the rules work on."""

import json
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any, TypeAlias

from rlve.envs.hostile import spoilt
from rlve.envs.problem import Problem

Problems: TypeAlias = dict[tuple[int, int], Problem[Any]]  # by difficulty and seed
Progress: TypeAlias = Callable[[str], None]


def rendered(problem: Problem[Any]) -> str:
    """The solution as text."""
    return str(problem.answer_format().render(problem.solution))


def digest(problems: Problems) -> str:
    """A fingerprint of problems and of verdicts on right, wrong and spoilt answers."""
    rows = []
    for problem in problems.values():
        text, rng = rendered(problem), Random(0)
        verdicts = [
            str(problem.verify(f"<answer>{answer}</answer>"))
            for answer in (text, "0", *(spoilt(rng, text) for _ in range(4)))
        ]
        rows.append([problem.instance(), problem.prompt(), text, verdicts])
    return sha256(json.dumps(rows).encode()).hexdigest()
