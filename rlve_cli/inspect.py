"""`rlve inspect`: what there is to see of environments, records, runs and results."""

import json
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
from rlve_cli.completion import selections, targets
from rlve_cli.errors import WorkFailed, WrongUse
from rlve_cli.selection import chosen
from rlve_cli.terminal import watched

FILES = (".json", ".jsonl", ".parquet", ".gz", ".zst")


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
    others: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[RUN]...", help="With --html: folders of more runs, for the same page."),
    ] = None,
    env: Annotated[
        list[str] | None,
        typer.Option(
            "--env",
            "--envs",
            metavar="SELECTION",
            help="The same as TARGET; with a file of records, those of these environments alone.",
            autocompletion=selections,
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
        typer.Option(
            metavar="FILE",
            help="Write a page for a browser, which needs no network: of one run or several, of the results of rlve "
            "eval, or of the verdicts of rlve verify, with their responses.",
        ),
    ] = None,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="With --html: write the page again as the run goes on, until it is finished."),
    ] = False,
) -> None:
    """Show environments, records, runs and results, or check environments.

    One environment is shown on a page: what its parameters are at each difficulty, an example with its answer, and what
    near misses earn. Of a file of records it is told what it holds, by environment or by difficulty.
    """
    if sys.stdout is None:
        raise WrongUse("standard output is closed")
    selection = None if env is None else ",".join(env)
    if target is None:
        target = selection
    path = _path(target)
    if families:
        if path is not None or check or html is not None:
            raise WrongUse("--families takes environments, and goes with neither --check nor --html")
        _inspect_families(chosen(target or "all"), as_json)
        return
    if selection not in (None, target) and (path is None or path.is_dir()):
        raise WrongUse("name environments with --env or as TARGET, not with both")
    if html is not None:
        _write_page(path, others or [], html, as_json or check, watch)
    elif others or watch:
        raise WrongUse("more than one target, and --watch, go with --html FILE")
    elif path is None:
        _inspect_environments(chosen(target or "all"), difficulty, seed, as_json, check)
    elif check:
        raise WrongUse("--check takes environments: a selection or a FILE.py")
    elif (path / "results.json").is_file() or (path.suffix == ".json" and not _holds_records(path)):
        _inspect_results(path, as_json)
    elif path.is_dir():
        _inspect_run(path, as_json)
    else:
        _inspect_records(path, selection, as_json)


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
        checked = environment_pages.check(environments, None if as_json else sys.stdout)
        if as_json:
            _print_json(checked)
        if failed := sum(not each["ok"] for each in checked):
            raise WorkFailed(f"{failed} of {len(environments)} environments did not pass")
    elif as_json:
        described = [environment_pages.description(environment) for environment in environments]
        if single:
            described[0]["example"] = environment_pages.example(environments[0], difficulty, seed)
        _print_json(described)
    elif single:
        environment_pages.print_page(environments[0], difficulty, seed, sys.stdout)
    else:
        environment_pages.print_list(environments, sys.stdout)


def _holds_records(path: Path) -> bool:
    """Whether a file holds records rather than the results of an evaluation."""
    from rlve_cli.reading import holds_records

    return holds_records(path)


def _inspect_families(environments: Sequence[Environment], as_json: bool) -> None:
    if as_json:
        _print_json(environment_pages.families(environments))
    else:
        environment_pages.print_families(environments, sys.stdout)


def _inspect_records(path: Path, selection: str | None, as_json: bool) -> None:
    from rlve_cli.reading import Complaints, opened_records
    from rlve_cli.record_files import contents, joined, table

    complaints = Complaints()
    names = None if selection is None else {environment.name for environment in chosen(selection)}
    with opened_records(path, complaints) as records:
        found = contents(watched(records, "records", share=records.share), complaints, names)
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
        raise WorkFailed(f"{complaints.count} {complaints.noun}s of {path} are no records")
    if not found and not as_json:
        raise WrongUse(f"{path} holds no records")


def _inspect_run(path: Path, as_json: bool) -> None:
    from rlve_cli.runs import print_run, steps

    if as_json:
        _print_json(steps(path))
    else:
        print_run(path, sys.stdout)


def _write_page(path: Path | None, others: Sequence[Path], html: Path, more: bool, watch: bool) -> None:
    from rlve_cli import pages

    if path is None or any(other.suffix == registry.FILE for other in others):
        raise WrongUse("--html takes the folder of a run, results of rlve eval, or verdicts of rlve verify")
    if more:
        raise WrongUse("--html goes with neither --json nor --check")
    for other in others:
        if not other.is_dir():
            raise WrongUse(f"there is no folder {other}")
    pages.write([path, *others], html, watch)


def _inspect_results(path: Path, as_json: bool) -> None:
    from rlve.evaluation.errors import WrongSettings
    from rlve.evaluation.report import read_results, render

    try:
        results = read_results(path)
        text = "" if as_json else render(results)
    except WrongSettings as error:
        raise WrongUse(str(error)) from None
    if as_json:
        _print_json([results])
    else:
        sys.stdout.write(text)


def _print_json(value: object) -> None:
    try:
        text = orjson.dumps(value, option=orjson.OPT_INDENT_2)
    except TypeError:  # half of a surrogate pair in a name
        text = json.dumps(value, indent=2).encode()
    sys.stdout.buffer.write(text + b"\n")
    sys.stdout.buffer.flush()
