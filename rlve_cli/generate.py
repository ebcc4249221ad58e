"""`rlve generate`: problems as records, in the order of environments, difficulties and seeds."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from rlve.envs.jsontext import dumps
from rlve.envs.problem import Style
from rlve.envs.records import make_record, record_id
from rlve.envs.registry import Environment, get
from rlve_cli.completion import selections
from rlve_cli.errors import WorkFailed, WrongUse
from rlve_cli.selection import chosen
from rlve_cli.streams import opened_output
from rlve_cli.terminal import is_terminal, watched
from rlve_cli.writing import INTEGER, TEXT, Layout, layout, write_lines, write_list, write_table

MOST_SEED = 2**53 - 1  # jq and JavaScript round larger numbers
COLUMNS = dict.fromkeys(["id", "environment"], TEXT) | dict.fromkeys(["difficulty", "seed"], INTEGER)
COLUMNS |= dict.fromkeys(["prompt", "instance", "answer"], TEXT)


class RecordFormat(StrEnum):
    """How problems are written."""

    JSONL = "jsonl"
    PROMPTS = "prompts"
    CHAT = "chat"
    PARQUET = "parquet"


class PromptStyle(StrEnum):
    """Where the answer is to be put."""

    TAG = "tag"
    BOXED = "boxed"


Task = tuple[str, int, int]  # environment, difficulty, seed


def generate(
    *,
    env: Annotated[
        list[str],
        typer.Option(
            "--env",
            "--envs",
            metavar="SELECTION",
            help="Environments: names, families, splits, globs and 'all', joined by commas; '-' leaves one out "
            "(puzzles,-sudoku). 'rlve inspect' lists them. Your own: FILE.py.",
            autocompletion=selections,
        ),
    ],
    difficulty: Annotated[
        str, typer.Option("--difficulty", "-d", metavar="RANGE", help="A whole number from 0 up, or a range 2-6.")
    ] = "0",
    count: Annotated[
        int,
        typer.Option("--count", "-n", metavar="NUMBER", min=0, help="Problems of each environment at each difficulty."),
    ] = 1,
    seed: Annotated[
        int, typer.Option(metavar="NUMBER", min=0, max=MOST_SEED, help="The first seed; the next ones follow it.")
    ] = 0,
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
    format: Annotated[
        RecordFormat | None,
        typer.Option(
            help="jsonl: one record a line. chat: the same with 'messages' in place of 'prompt'. prompts: the prompts "
            "alone, a NUL character between them (xargs -0). parquet: one table, instances as JSON text. By default "
            "what FILE's name says: jsonl, or parquet."
        ),
    ] = None,
    answers: Annotated[
        bool, typer.Option(help="Whether records hold the reference answer, and what was planted for it.")
    ] = True,
    workers: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="Processes; the output is the same for any number.")
    ] = 1,
    style: Annotated[
        PromptStyle, typer.Option(help="Where the answer is asked for: between answer tags, or inside \\boxed{}.")
    ] = PromptStyle.TAG,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=NUMBER", help="Override a parameter, such as size=12; may be repeated."),
    ] = None,
) -> None:
    """Write problems of chosen environments and difficulties, one record a line.

    The same arguments give the same bytes on every machine. The seeds are those from --seed up, for each environment
    and difficulty; the order is environment, difficulty, seed.
    """
    format, write = _writing(format, output, answers)
    environments = chosen(",".join(env))
    difficulties = difficulty_range(difficulty)
    overrides = parsed_settings(settings or [])
    for environment in environments:
        check_parameters(environment, difficulties, overrides)
    if seed + count - 1 > MOST_SEED:
        raise WrongUse(f"--seed and --count reach beyond the largest seed {MOST_SEED}")
    tasks = (
        (environment.name, level, number)
        for environment in environments
        for level in difficulties
        for number in range(seed, seed + count)
    )
    make = partial(_made, format=format, style=style.value, answer=answers, overrides=overrides)
    total = len(environments) * len(difficulties) * count
    with opened_output(output) as file, _mapping(min(workers, total or 1)) as mapped:
        made = _successes(mapped(make, tasks))
        write(made if is_terminal(file) else watched(made, "problems", total), file)


def _writing(
    format: RecordFormat | None, output: Path | None, answers: bool
) -> tuple[RecordFormat, Callable[[Iterable[Any], BinaryIO], None]]:
    """The format, by the file's name where none was given, and what writes it. Raises `WrongUse`."""
    place = layout(output)
    if format is None:
        format = RecordFormat.PARQUET if place is Layout.TABLE else RecordFormat.JSONL
        in_list = place is Layout.LIST
    else:
        in_list = place is Layout.LIST and format is RecordFormat.CHAT
    if place is Layout.TABLE and format is not RecordFormat.PARQUET:
        raise WrongUse(f"{output} would be a table in Parquet, which --format {format} is not")
    if format is RecordFormat.PROMPTS:
        return format, _write_prompts
    if format is RecordFormat.PARQUET:
        columns = {name: kind for name, kind in COLUMNS.items() if answers or name != "answer"}
        return format, partial(write_table, columns=columns)
    return format, write_list if in_list else write_lines


def difficulty_range(text: str) -> range:
    """`7` and `2-6` as ranges. Raises `WrongUse`."""
    match = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", text)
    if match is None:
        raise WrongUse(f"--difficulty takes a whole number or a range such as 2-6, not {text!r}")
    low, high = int(match[1]), int(match[2] or match[1])
    if high < low:
        raise WrongUse(f"--difficulty takes the smaller number first: {high}-{low}")
    return range(low, high + 1)


def parsed_settings(settings: Sequence[str]) -> dict[str, int]:
    """`["size=12"]` as `{"size": 12}`. Raises `WrongUse`."""
    overrides = {}
    for setting in settings:
        name, equals, number = setting.partition("=")
        if not equals or not re.fullmatch(r"-?[0-9]{1,18}", number, re.ASCII):
            raise WrongUse(f"--set takes a name and a whole number, such as size=12, not {setting!r}")
        overrides[name] = int(number)
    return overrides


def check_parameters(environment: Environment, difficulties: range, overrides: Mapping[str, int]) -> None:
    """Raises `WrongUse` for a parameter that the environment has not, `WorkFailed` if it cannot be imported."""
    try:
        environment.parameters(difficulties[0], **overrides)
    except ValueError as error:
        raise WrongUse(str(error)) from None
    except Exception as error:
        raise WorkFailed(f"the environment {environment.name} fails: {type(error).__name__}: {error}") from None


def _made(
    task: Task, format: RecordFormat, style: Style, answer: bool, overrides: Mapping[str, int]
) -> bytes | dict[str, Any] | WrongUse | WorkFailed:
    """A problem as it is to be written; for a table, its row.

    A failure is returned: raising it would lose what the same process made before it.
    """
    name, difficulty, seed = task
    environment = get(name)
    try:
        record = make_record(environment, difficulty, seed, style=style, answer=answer, overrides=overrides)
    except Exception as error:
        what = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        sentence = f"cannot make {record_id(environment, difficulty, seed, overrides)}: {what}"
        return WrongUse(sentence) if overrides else WorkFailed(f"{sentence} (a fault of the environment)")
    match format:
        case RecordFormat.PROMPTS:
            return f"{record['prompt']}\n".encode()
        case RecordFormat.PARQUET:
            return record | {"instance": dumps(record["instance"]).decode()}
        case RecordFormat.CHAT:
            record["messages"] = [{"role": "user", "content": record.pop("prompt")}]
    return dumps(record)


@contextmanager
def _mapping(workers: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """`map`, in this process or in several."""
    if workers == 1:
        yield map
        return
    from rlve.envs.pool import Pool, PoolFailed

    try:
        with Pool(workers) as pool:
            yield pool.map
    except PoolFailed as error:
        raise WorkFailed(str(error)) from None


def _successes(made: Iterable[Any]) -> Iterator[Any]:
    """Raises the first failure when its turn comes."""
    for result in made:
        if isinstance(result, Exception):
            raise result
        yield result


def _write_prompts(made: Iterable[bytes], file: BinaryIO) -> None:
    """The NUL stands between prompts, so that a single one is plain text; people are shown an empty line instead."""
    separator = b"\n" if is_terminal(file) else b"\0"
    for number, prompt in enumerate(made):
        file.write(separator + prompt if number else prompt)
