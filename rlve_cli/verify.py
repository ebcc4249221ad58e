"""`rlve verify`: responses in, verdicts out, in the same order."""

from collections import deque
from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rlve.envs import registry
from rlve.envs.cores import usable_cores
from rlve.envs.jsontext import dumps
from rlve.envs.judging import Question, Refused
from rlve.envs.records import BadRecord, responses
from rlve.envs.verdict import Outcome, Verdict
from rlve_cli.completion import selections
from rlve_cli.errors import WorkFailed
from rlve_cli.reading import BadLine, Complaints, Records, opened_records, parsed
from rlve_cli.selection import chosen
from rlve_cli.streams import opened_output
from rlve_cli.summary import Summary
from rlve_cli.terminal import is_terminal, shortened, watched
from rlve_cli.writing import WRITERS, Layout, layout

if TYPE_CHECKING:
    from rlve.envs.pool import Pool

LONGEST_REASON = 500  # characters
VERDICT_FIELDS = ("response", "responses", "index", "reward", "outcome", "reason")


@dataclass(frozen=True, slots=True)
class Asked:
    """One response on its way through the pool. `index` is its place among several, None for a single one."""

    line: int
    record: dict[str, Any]
    response: str
    index: int | None


@dataclass
class Questions:
    """Reads records and hands their responses to the pool; what the pool still has is in `waiting`, in order."""

    records: Records
    complaints: Complaints
    names: Container[str] | None = None  # keys of the environments whose records are judged; None: of all
    waiting: deque[Asked] = field(default_factory=deque)

    def __iter__(self) -> Iterator[Question | Refused]:
        for number, record in self.records:
            if self.names is not None and _key(record) not in self.names:
                continue
            try:
                if isinstance(record.get("instance"), str):  # as tables hold it
                    record["instance"] = parsed(record["instance"].encode(errors="surrogatepass"))
                texts = responses(record)
            except (BadLine, BadRecord) as error:
                self.complaints.tell(number, str(error))
                continue
            several = record.get("responses") is not None
            for index, text in enumerate(texts):
                self.waiting.append(Asked(number, record, text, index if several else None))
                yield _question(record, text)


def _key(record: dict[str, Any]) -> str | None:
    name = record.get("environment")
    return registry.key(name) if isinstance(name, str) else None


def _question(record: dict[str, Any], text: str) -> Question | Refused:
    name = record["environment"]
    if registry.foreign(name):
        return Refused(f"the environment is a file, which would be run: if you trust it, add --env {quote(name)}")
    return name, record["instance"], text


def verify(
    *,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="Records with 'response' or 'responses': JSON Lines, a list of objects, or a table "
            "in Parquet, also compressed (.gz, .zst); - or none is standard input.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="A file instead of standard output, written whole or not at all. .json is a list, .parquet a table, "
            "anything else JSON Lines; .gz and .zst are compressed.",
        ),
    ] = None,
    env: Annotated[
        list[str] | None,
        typer.Option(
            "--env",
            "--envs",
            metavar="SELECTION",
            help="Judge the records of these environments alone, and leave out all others. Files that records name are "
            "run only if they are named here.",
            autocompletion=selections,
        ),
    ] = None,
    merge: Annotated[
        bool,
        typer.Option(
            "--merge",
            help="Keep the fields of the record beside its verdict. Each of several responses gets a line of its own, "
            "which can be verified again.",
        ),
    ] = False,
    summary: Annotated[
        bool, typer.Option("--summary", help="Print a table per environment on standard error.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Processes; by default one for each processor core.")
    ] = None,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.001, help="How long the check of a response may take.")
    ] = 10.0,
    fail_under: Annotated[
        float | None,
        typer.Option(
            metavar="ACCURACY", min=0, max=1, help="Exit with status 1 if the share of correct responses is smaller."
        ),
    ] = None,
) -> None:
    """Judge responses: a line with reward, outcome and reason for each, in order.

    A record is a line of 'rlve generate' with 'response' (a text) or 'responses' (a list of texts) added. The line of a
    verdict repeats the record's id; with 'responses' it also holds the response's index, from 0 up. Outcomes: correct
    (reward 1), partial (between 0 and 1), wrong (0), infeasible (-0.5), malformed (-1), timeout (-1), and error (null,
    no reward): a fault of the record or of the environment. What is no record is told on standard error, and so are
    errors; the rest is judged all the same, and the exit status is 1.
    """
    place = layout(output)
    names = None if env is None else {registry.key(environment.name) for environment in chosen(",".join(env))}
    table = Summary(by_problem=summary)
    complaints = Complaints()
    with (
        opened_records(file, complaints) as records,
        opened_output(output) as sink,
        _pool(workers or usable_cores(), timeout) as pool,
    ):
        questions = Questions(records, complaints, names)

        def judged() -> Iterator[Any]:
            for verdict in pool.verify(questions):
                asked = questions.waiting.popleft()
                if verdict.outcome is Outcome.ERROR:
                    complaints.tell(asked.line, verdict.reason)
                table.add(str(asked.record["environment"]), _problem(asked), verdict)
                line = _line(asked, verdict, merge)
                yield line if place is Layout.TABLE else dumps(line)

        lines = judged()
        WRITERS[place](lines if is_terminal(sink) else watched(lines, "responses", share=records.share), sink)
    if summary:
        table.print()
    if complaints.count:
        raise WorkFailed(f"{complaints.count} of the lines or responses could not be judged")
    if fail_under is not None and not table.accuracy() >= fail_under:
        raise WorkFailed(f"accuracy {table.accuracy():.4f} is under {fail_under:g}")


def _line(asked: Asked, verdict: Verdict, merge: bool) -> dict[str, Any]:
    record = asked.record
    if merge:
        line = {name: value for name, value in record.items() if name not in VERDICT_FIELDS}
        line["response"] = asked.response
    else:
        line = {"id": record.get("id")}
    if asked.index is not None:
        line["index"] = asked.index
    elif merge and record.get("index") is not None:
        line["index"] = record["index"]
    return line | {
        "reward": verdict.reward,
        "outcome": verdict.outcome,
        "reason": shortened(verdict.reason, LONGEST_REASON),
    }


def _problem(asked: Asked) -> str:
    """What responses to the same problem have in common: the record's id, else its line."""
    identity = asked.record.get("id")
    if isinstance(identity, str):
        return identity
    return f"line {asked.line}" if identity is None else repr(identity)


@contextmanager
def _pool(workers: int, timeout: float) -> Iterator["Pool"]:
    from rlve.envs.pool import Pool, PoolFailed

    try:
        with Pool(workers, timeout) as pool:
            yield pool
    except PoolFailed as error:
        raise WorkFailed(str(error)) from None
