"""Environments, problems, records and verdicts for Python users; everything here is a name of `rlve` itself."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Self

from rlve.envs import pool, registry
from rlve.envs.jsontext import BadJson, loads
from rlve.envs.problem import Problem, Style
from rlve.envs.records import make_record
from rlve.envs.registry import Environment
from rlve.envs.verdict import Outcome, Verdict


def environments(selection: str = "all") -> list[Environment]:
    """The environments of a selection: names, families, splits, globs, `all` and paths of your own files, joined by
    commas; `-` leaves one out. None is imported before it is used.

    >>> [environment.name for environment in environments("integer_sorting,sudoku,-puzzles")]
    ['integer_sorting']

    Raises `UnknownEnvironment`, `BrokenEnvironment` for one that was named and cannot be used, and `ValueError` if
    nothing is left. One of another package that cannot be used is otherwise left out, with an `EnvironmentWarning`.
    """
    return registry.select(selection)


def environment(name: str | os.PathLike[str]) -> Environment:
    """One environment, by its name or by the path of your own file.

    >>> sorting = environment("integer_sorting")
    >>> sorting.family, sorting.parameters(3)
    ('sequences', {'size': 6})

    Raises `UnknownEnvironment`; whether it can be imported, its use shows.
    """
    return registry.trust(registry.get(os.fspath(name)))


def problem(environment: str | os.PathLike[str], difficulty: int = 0, seed: int = 0, **parameters: int) -> Problem[Any]:
    """A problem: the same one for the same arguments, on every machine. `parameters` override those of the difficulty.

    >>> sorting = problem("integer_sorting", difficulty=1, seed=0)
    >>> sorting.numbers, sorting.solution
    ([2, 10, 8, 14], [2, 8, 10, 14])
    >>> sorting.verify("I think <answer>2 8 10 14</answer>").reward
    1.0

    Raises `UnknownEnvironment` and `BrokenEnvironment`, and `ValueError` for parameters that the environment has not or
    that allow no problem.
    """
    return registry.trust(registry.get(os.fspath(environment))).problem(difficulty, seed, **parameters)


def records(
    selection: str,
    difficulties: int | Iterable[int] = 0,
    count: int = 1,
    seed: int = 0,
    *,
    style: Style = "tag",
    answers: bool = True,
) -> Iterator[dict[str, Any]]:
    """`count` problems of each environment at each difficulty as records, those that `rlve generate` writes.

    A record holds `id`, `environment`, `difficulty`, `seed`, `prompt`, `instance` and, with `answers`, the reference
    `answer`; seeds are those from `seed` up. `style` says where the answer is asked for: `tag` or `boxed`.

    >>> [record["id"] for record in records("integer_sorting", range(2), count=2)]
    ['integer_sorting/0/0', 'integer_sorting/0/1', 'integer_sorting/1/0', 'integer_sorting/1/1']

    Raises what `environments` raises at once, and while it is read whatever an environment itself raises.
    """
    chosen = registry.select(selection)
    levels = [difficulties] if isinstance(difficulties, int) else list(difficulties)
    return (
        make_record(environment, difficulty, number, style=style, answer=answers)
        for environment in chosen
        for difficulty in levels
        for number in range(seed, seed + count)
    )


def verify(record: Mapping[str, Any], response: str) -> Verdict:
    """The verdict on one response to the problem of a record, judged in this process and without a time limit.

    >>> record = next(records("integer_sorting", 1))
    >>> verdict = verify(record, "<answer>2 8 14</answer>")
    >>> verdict.reward, str(verdict.outcome), verdict.reason
    (-0.5, 'infeasible', '3 items, not 4')
    """
    return score([record], [response])[0]


def score(
    records: Iterable[Mapping[str, Any]], responses: Iterable[str], *, processes: int = 0, timeout: float = 10.0
) -> list[Verdict]:
    """Verdicts on many responses, each to the problem of the record in the same place, in their order.

    Of a record only `environment` and `instance` are looked at; `instance` may be JSON text, as tables hold it. With
    `processes`, that many worker processes judge, and a check that takes longer than `timeout` seconds is ended, with
    the outcome `timeout` and reward -1; without, this process judges, without a limit. Worker processes take a moment
    to start: a `Scorer` keeps them.

    Of environments in files only those are run which this program has named itself, in a selection, a curriculum, or by
    `environment`: records may come from elsewhere.

    A fault of a record or of an environment is no number: its verdict has the outcome `error`, the reward None, and the
    fault as its reason. Leave it out of groups and averages.

    >>> record = next(records("integer_sorting", 1))
    >>> responses = ["<answer>2 8 10 14</answer>", "<answer>14 10 8 2</answer>", "2 8 10 14"]
    >>> [verdict.reward for verdict in score([record] * 3, responses)]
    [1.0, 0.0, -1.0]

    Raises `ValueError` if there are not as many responses as records, and `TypeError` for a response that is no text.
    """
    with Scorer(processes, timeout) as scorer:
        return scorer(records, responses)


class Scorer:
    """`score` for whoever scores again and again: its worker processes stay until it is closed.

    >>> record = next(records("integer_sorting", 1))
    >>> with Scorer(processes=1) as scorer:
    ...     first = scorer([record], ["<answer>2 8 10 14</answer>"])
    ...     groups = scorer.groups([record], [["<answer>2 8 10 14</answer>", "I give up"]])
    >>> first[0].reward, [verdict.reward for verdict in groups[0]]
    (1.0, [1.0, -1.0])
    """

    def __init__(self, processes: int = 0, timeout: float = 10.0) -> None:
        if processes < 0 or not timeout > 0:
            raise ValueError("processes is a number from 0 up, and timeout a number of seconds")
        self._open = ExitStack()
        self._verify = (
            self._open.enter_context(pool.Pool(processes, timeout=timeout)).verify if processes else pool.verify
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        self._open.__exit__(*error)

    def close(self) -> None:
        """End the worker processes."""
        self._open.close()

    def __call__(self, records: Iterable[Mapping[str, Any]], responses: Iterable[str]) -> list[Verdict]:
        """Verdicts in order, as `score` gives them."""
        listed, texts = list(records), list(responses)
        if len(listed) != len(texts):
            raise ValueError(f"{len(listed)} records and {len(texts)} responses: each response needs its record")
        asked = [_question(record, text) for record, text in zip(listed, texts)]
        verdicts = iter(self._verify([each for each in asked if not isinstance(each, Verdict)]))
        return [each if isinstance(each, Verdict) else next(verdicts) for each in asked]

    def groups(self, records: Iterable[Mapping[str, Any]], groups: Iterable[Sequence[str]]) -> list[list[Verdict]]:
        """Verdicts on several responses to each record, in the shape of `groups`."""
        listed, texts = list(records), [list(group) for group in groups]
        if len(listed) != len(texts):
            raise ValueError(f"{len(listed)} records and {len(texts)} groups: each group needs its record")
        repeated = [record for record, group in zip(listed, texts) for _ in group]
        verdicts = iter(self(repeated, [text for group in texts for text in group]))
        return [[next(verdicts) for _ in group] for group in texts]


def _question(record: Mapping[str, Any], response: str) -> pool.Question | Verdict:
    """What a pool is asked, or the verdict on a record that cannot be judged."""
    if not isinstance(response, str):
        raise TypeError(f"a response is a text, not {type(response).__name__}; of chat messages give the content")
    environment, instance = record.get("environment"), record.get("instance")
    if isinstance(instance, str):
        try:
            instance = loads(instance.encode(errors="surrogatepass"))
        except BadJson as error:
            return Verdict(None, Outcome.ERROR, f"the record's 'instance' is {error}")
    if not isinstance(environment, str) or not isinstance(instance, dict):
        return Verdict(None, Outcome.ERROR, "the record needs 'environment', a name, and 'instance', an object")
    if registry.foreign(environment):
        advice = "if you trust it, name it first, in rlve.environments or elsewhere"
        return Verdict(None, Outcome.ERROR, f"the environment is a file, which would be run: {advice}: {environment}")
    return environment, instance, response
