"""`rlve verify`: responses in, verdicts out, in the same order."""

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from rlve.envs.records import BadRecord, responses
from rlve.envs.verdict import Outcome, Verdict
from rlve_cli.errors import WorkFailed
from rlve_cli.streams import BadLine, Complaints, dumped, lines, opened_input, opened_output, parsed, watched
from rlve_cli.summary import Summary

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

    source: BinaryIO
    complaints: Complaints
    waiting: deque[Asked] = field(default_factory=deque)

    def __iter__(self) -> Iterator[tuple[str, dict[str, Any], str]]:
        for number, line in lines(self.source):
            try:
                record = parsed(line)
                if isinstance(record.get("instance"), str):  # as tables hold it
                    record["instance"] = parsed(record["instance"].encode())
                texts = responses(record)
            except (BadLine, BadRecord) as error:
                self.complaints.tell(number, str(error))
                continue
            for index, text in enumerate(texts):
                self.waiting.append(Asked(number, record, text, index if "responses" in record else None))
                yield record["environment"], record["instance"], text


def verify(
    *,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Records with 'response' or 'responses'; - or none is standard input."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="A file instead of standard output; written whole or not at all."
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
    (reward 1), partial (between 0 and 1), wrong (0), infeasible (-0.5), malformed (-1), timeout (-1), and error (-1)
    for a check that failed itself. Lines that hold no record are told on standard error, and so are errors; the rest
    is judged all the same, and the exit status is 1.
    """
    from rlve.envs.pool import Pool

    table = Summary(by_problem=summary)
    complaints = Complaints()
    with opened_input(file) as source, opened_output(output) as sink, Pool(workers or _cores(), timeout) as pool:
        questions = Questions(source, complaints)
        for verdict in watched(pool.verify(questions), "responses"):
            asked = questions.waiting.popleft()
            if verdict.outcome is Outcome.ERROR:
                complaints.tell(asked.line, verdict.reason)
            table.add(str(asked.record["environment"]), _problem(asked), verdict)
            sink.write(dumped(_line(asked, verdict, merge)) + b"\n")
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
    elif merge and "index" in record:
        line["index"] = record["index"]
    return line | {"reward": verdict.reward, "outcome": verdict.outcome, "reason": verdict.reason}


def _problem(asked: Asked) -> str:
    """What responses to the same problem have in common: the record's id, else its line."""
    identity = asked.record.get("id")
    if isinstance(identity, str):
        return identity
    return f"line {asked.line}" if identity is None else repr(identity)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
