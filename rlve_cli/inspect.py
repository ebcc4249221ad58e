"""`rlve inspect`: what there is to see of environments, records, runs and results."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import orjson
import typer

from rlve.envs import registry
from rlve.envs.registry import Environment
from rlve_cli import environment_pages
from rlve_cli.completion import targets
from rlve_cli.errors import WorkFailed, WrongUse
from rlve_cli.selection import chosen

FILES = (".json", ".jsonl")


def inspect(
    *,
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="TARGET",
            help="An environment or a selection of them; your own FILE.py; a file of records (or -); the folder of a "
            "run or of an evaluation, or its results.json. None: all environments.",
            autocompletion=targets,
        ),
    ] = None,
    difficulty: Annotated[int, typer.Option("--difficulty", "-d", metavar="NUMBER", min=0, help="Of the example.")] = 3,
    seed: Annotated[int, typer.Option(metavar="NUMBER", min=0, help="Of the example.")] = 0,
    families: Annotated[
        bool, typer.Option("--families", help="List the families, each with the number of its environments.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a list of objects, for machines.")] = False,
    check: Annotated[
        bool,
        typer.Option("--check", help="Run the checker that every environment must pass; status 1 if it complains."),
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a run as one page with plots and rollouts; it needs no network."),
    ] = None,
) -> None:
    """Show environments, records, runs and results, or check environments.

    One environment is shown on a page: what its parameters are at each difficulty, an example with its answer, and what
    near misses earn. Of a file of records it is told what it holds, by environment or by difficulty.
    """
    if sys.stdout is None:
        raise WrongUse("standard output is closed")
    if families:
        environment_pages.print_families(chosen(target or "all"), sys.stdout)
        return
    path = _path(target)
    if html is not None:
        _write_page(path, html, as_json or check)
    elif path is None:
        _inspect_environments(chosen(target or "all"), difficulty, seed, as_json, check)
    elif check:
        raise WrongUse("--check takes environments: a selection or a FILE.py")
    elif path.suffix == ".json" or (path / "results.json").is_file():
        _inspect_results(path, as_json)
    elif path.is_dir():
        _inspect_run(path, as_json)
    else:
        _inspect_records(path, as_json)


def _path(target: str | None) -> Path | None:
    """The target as a path of records or results. Environments come first: a folder `graphs` does not hide a family."""
    if target is None or any(part.strip().endswith(registry.FILE) for part in target.split(",")):
        return None
    path = Path(target)
    if target == "-" or path.suffix in FILES or os.sep in target:
        if target != "-" and not path.exists():
            raise WrongUse(f"there is no file {target}")
        return path
    try:
        registry.select(target)
    except registry.UnknownEnvironment:
        if path.exists():
            return path
    except (LookupError, ValueError):  # `chosen` will say so
        pass
    return None


def _inspect_environments(
    environments: Sequence[Environment], difficulty: int, seed: int, as_json: bool, check: bool
) -> None:
    single = len(environments) == 1
    if check:
        environment_pages.check(environments, sys.stdout)
    elif as_json:
        described = [environment_pages.description(environment) for environment in environments]
        if single:
            described[0]["example"] = environment_pages.example(environments[0], difficulty, seed)
        _print_json(described)
    elif single:
        environment_pages.print_page(environments[0], difficulty, seed, sys.stdout)
    else:
        environment_pages.print_list(environments, sys.stdout)


def _inspect_records(path: Path, as_json: bool) -> None:
    from rlve_cli.record_files import contents, joined, table
    from rlve_cli.streams import Complaints, opened_input

    complaints = Complaints()
    with opened_input(path) as source:
        found = contents(source, complaints)
    if as_json:
        _print_json(
            [
                {"environment": name}
                | joined(list(levels.values())).described()
                | {"by_difficulty": {str(level): content.described() for level, content in levels.items()}}
                for name, levels in found.items()
            ]
        )
    elif found:
        table(found).print(sys.stdout)
    if complaints.count:
        raise WorkFailed(f"{complaints.count} lines of {path} are no records")
    if not found and not as_json:
        raise WrongUse(f"{path} holds no records")


def _inspect_run(path: Path, as_json: bool) -> None:
    from rlve_cli.runs import print_run, steps

    if as_json:
        _print_json(steps(path))
    else:
        print_run(path, sys.stdout)


def _write_page(run: Path | None, html: Path, more: bool) -> None:
    from rlve_cli.runs import page
    from rlve_cli.streams import opened_output

    if run is None or not run.is_dir():
        raise WrongUse("--html takes the folder of a run")
    if more:
        raise WrongUse("--html goes with neither --json nor --check")
    if html.is_dir():
        raise WrongUse(f"{html} is a folder; --html takes a file")
    with opened_output(html) as stream:
        stream.write(page(run))


def _inspect_results(path: Path, as_json: bool) -> None:
    from rlve.evaluation.errors import WrongSettings
    from rlve.evaluation.report import read_results, render

    try:
        results = read_results(path)
    except WrongSettings as error:
        raise WrongUse(str(error)) from None
    if as_json:
        _print_json([results])
    else:
        sys.stdout.write(render(results))


def _print_json(value: object) -> None:
    sys.stdout.buffer.write(orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    sys.stdout.buffer.flush()
