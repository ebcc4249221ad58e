"""Problems as records: what `generate` writes and `verify` reads, one JSON object a line."""

from collections.abc import Mapping
from typing import Any

from rlve.envs.problem import Style
from rlve.envs.registry import Environment
from rlve.envs.restoring import hidden


class BadRecord(ValueError):
    """A record that cannot be verified; the message says what is wrong with it."""


def record_id(environment: Environment, difficulty: int, seed: int, overrides: Mapping[str, int]) -> str:
    """`sudoku/7/42`, or `sudoku/7/42?size=12` where parameters were set by hand."""
    settings = ",".join(f"{name}={value}" for name, value in sorted(overrides.items()))
    return f"{environment.name}/{difficulty}/{seed}" + (f"?{settings}" if settings else "")


def make_record(
    environment: Environment,
    difficulty: int,
    seed: int,
    *,
    style: Style = "tag",
    answer: bool = True,
    overrides: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """The record of a problem; `answer` is its solution as text. Raises `ValueError` for impossible parameters.

    Without the answer the instance does not show what was planted either, but how to draw it again.
    """
    overrides = overrides or {}
    problem = environment.problem(difficulty, seed, **overrides)
    record: dict[str, Any] = {
        "id": record_id(environment, difficulty, seed, overrides),
        "environment": environment.name,
        "difficulty": difficulty,
        "seed": seed,
        "prompt": problem.prompt(style),
        "instance": problem.instance(),
    }
    if answer:
        record["answer"] = problem.answer_format().render(problem.solution)
    else:
        record["instance"] = hidden(environment, record["instance"], difficulty, seed, overrides)
    return record


def responses(record: Mapping[str, Any]) -> list[str]:
    """The texts under `response` or `responses`; a null is none, as in tables. Raises `BadRecord`."""
    for name in ("environment", "instance"):
        if record.get(name) is None:
            raise BadRecord(f"the record has no {name!r}")
    if not isinstance(record["environment"], str) or not isinstance(record["instance"], dict):
        raise BadRecord("'environment' is a name and 'instance' an object")
    response, several = record.get("response"), record.get("responses")
    if (response is None) == (several is None):
        raise BadRecord("the record needs either 'response' or 'responses'")
    texts = [response] if several is None else several
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadRecord("'response' is a string and 'responses' a list of strings")
    return texts
