"""Problems of environments that were kept out of training, as one more benchmark."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from rlve.envs.cores import usable_cores
from rlve.envs.pool import Failure, Pool, PoolFailed
from rlve.envs.problem import Style
from rlve.envs.registry import Environment, get, select
from rlve.evaluation.errors import EvaluationFailed, WrongSettings

SPLIT = "heldout"
DIFFICULTIES = "0-6"
PROBLEMS_PER_ENVIRONMENT = 7
SAMPLES = 4
SEEDS_APART = 1_000_003  # so that two seeds of an evaluation share no problem
SECONDS = 30.0  # to make a problem and its solution
PROCESSES = 8


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
    levels = difficulties_in(difficulties)
    wanted = [
        Wanted(environment.name, levels[place % len(levels)], seed * SEEDS_APART + place, style)
        for environment in selected(selection)
        for place in range(count)
    ]
    return made(wanted)


def selected(selection: str) -> list[Environment]:
    """Raises WrongSettings for unknown names."""
    try:
        return select(selection)
    except (LookupError, ValueError, ImportError) as error:
        raise WrongSettings(f"held-out environments: {error.args[0]}") from None


@dataclass(frozen=True)
class Wanted:
    """A problem to be made."""

    environment: str
    difficulty: int
    seed: int
    style: Style = "tag"
    solved: bool = True  # whether its right answer is wanted too


def made(wanted: Sequence[Wanted]) -> list[HeldoutProblem]:
    """The problems, made in several processes. Raises EvaluationFailed, naming the environment that fails."""
    if not wanted:
        return []
    try:
        with Pool(min(PROCESSES, usable_cores(), len(wanted)), timeout=SECONDS, chunk=8) as pool:
            results = list(pool.map(make, wanted, failed))
    except PoolFailed as error:
        raise EvaluationFailed(str(error)) from None
    for want, result in zip(wanted, results, strict=True):
        if isinstance(result, str):
            raise EvaluationFailed(
                f"{want.environment} cannot make its problem {want.difficulty}/{want.seed}: {result}"
            )
    return [result for result in results if not isinstance(result, str)]


def make(wanted: Wanted) -> HeldoutProblem | str:
    """One problem, or what went wrong; runs in the pool's processes."""
    try:
        environment = get(wanted.environment)
        problem = environment.problem(wanted.difficulty, wanted.seed)
        return HeldoutProblem(
            id=f"{environment.title}/{wanted.difficulty}/{wanted.seed}",
            prompt=problem.prompt(wanted.style),
            gold=problem.answer_format().render(problem.solution) if wanted.solved else "",
            environment=environment.name,
            family=environment.family,
            difficulty=wanted.difficulty,
            instance=json.dumps(problem.instance()),
        )
    except Exception as error:  # a fault of one environment, said by name
        return f"{type(error).__name__}: {str(error)[:200]}"


def failed(_: Wanted, failure: Failure) -> str:
    return str(failure)


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
