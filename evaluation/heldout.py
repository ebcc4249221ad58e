"""Problems of environments that were kept out of training, as one more benchmark."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rlve.envs.problem import Style
from rlve.envs.registry import select
from rlve.evaluation.errors import WrongSettings
from rlve.evaluation.graders.worker import Failed, Workers

SPLIT = "heldout"
DIFFICULTIES = "0-6"
PROBLEMS_PER_ENVIRONMENT = 7
SAMPLES = 4
SEEDS_APART = 1_000_003  # so that two seeds of an evaluation share no problem
SECONDS = 10.0

_workers = Workers("rlve.evaluation.heldout_checks", seconds=SECONDS)


@dataclass(frozen=True)
class HeldoutProblem:
    """One problem and what is needed to check it. `instance` is JSON text, `gold` the right answer as text."""

    id: str
    prompt: str
    gold: str
    environment: str
    family: str
    difficulty: int
    instance: str


def problems(selection: str, difficulties: str, count: int, seed: int, style: Style = "tag") -> list[HeldoutProblem]:
    """`count` problems for each environment of a selection, over the difficulties in turn. The same for the same seed.

    Raises WrongSettings for unknown names and for difficulties that cannot be read.
    """
    try:
        environments = select(selection)
    except (LookupError, ValueError) as error:
        raise WrongSettings(f"held-out environments: {error.args[0]}") from None
    levels = difficulties_in(difficulties)
    found = []
    for environment in environments:
        for place in range(count):
            difficulty = levels[place % len(levels)]
            problem_seed = seed * SEEDS_APART + place
            problem = environment.problem(difficulty, problem_seed)
            found.append(
                HeldoutProblem(
                    id=f"{environment.name}/{difficulty}/{problem_seed}",
                    prompt=problem.prompt(style),
                    gold=problem.answer_format().render(problem.solution),
                    environment=environment.name,
                    family=environment.family,
                    difficulty=difficulty,
                    instance=json.dumps(problem.instance()),
                )
            )
    return found


def difficulties_in(text: str) -> list[int]:
    """`0-6`, `2,4,8` and mixtures of them as a list."""
    levels: list[int] = []
    try:
        for part in text.split(","):
            first, _, last = part.partition("-")
            levels += range(int(first), int(last or first) + 1)
    except ValueError:
        levels = []
    if not levels:
        raise WrongSettings(f"difficulties are whole numbers and ranges such as 0-6 or 2,4,8, not {text!r}")
    return levels


def is_correct(problem: Mapping[str, Any], response: str) -> bool:
    """Whether a response solves a held-out problem. Checked in a worker process; too slow a check counts as wrong."""
    try:
        return bool(_workers.ask([problem["environment"], problem["instance"], response]) == "correct")
    except Failed:
        return False
