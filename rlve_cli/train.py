"""`rlve train`: reinforcement learning on environments. Its flags are the fields of `TrainSettings`."""

import inspect
from dataclasses import fields
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any, Literal, get_args, get_origin

import typer

from rlve.training.config import (
    BUNDLED_MODEL,
    TrainSettings,
    as_yaml,
    field_help,
    flag,
    presets,
    resolve,
    resume_table,
    resumed,
)
from rlve.training.errors import RunError, SettingsError

PANELS = {
    "model": "Model",
    "envs": "Environments and difficulty",
    "prompts_per_step": "Sampling",
    "loss": "Learning",
    "zero_stage": "Machine",
    "steps": "Run",
}
METAVARS: dict[Any, str] = {int: "INTEGER", float: "FLOAT", str: "TEXT"}
ALSO = {"envs": ["--env"]}  # as `rlve generate` has it


def train(
    *,
    run: Path | None,
    preset: str | None,
    config: Path | None,
    resume: bool,
    fresh_optimizer: bool,
    trust_checkpoint: bool,
    no_lock: bool,
    dry_run: bool,
    **flags: Any,
) -> None:
    """Train a language model on environments whose difficulty follows it.

    With nothing given it trains the tiny model that comes with rlve, on eight environments that it can learn, in a few
    minutes on two CPU cores. Settings are those of a preset, then of a file, then of the flags below.
    """
    try:
        if resume:
            if run is None:
                raise SettingsError("--resume needs --run FOLDER, the folder of the run to go on with.")
            if preset or config:
                raise SettingsError(
                    "--resume takes the run's own settings: leave out --preset and --config, and use flags."
                )
            chosen, settings = "", resumed(run, flags, fresh_optimizer=fresh_optimizer)
        elif trust_checkpoint:
            raise SettingsError("--trust-checkpoint goes with --resume: a new run reads no checkpoint.")
        elif fresh_optimizer:
            raise SettingsError("--fresh-optimizer goes with --resume: a new run has a fresh one.")
        else:
            chosen, settings = resolve(preset, config, flags)
    except SettingsError as error:
        typer.echo(f"rlve train: {error}", err=True)
        raise typer.Exit(2) from None
    if dry_run:
        raise typer.Exit(show(chosen or "of the run", settings, run if resume else None))
    from rlve.training.launch import launch
    from rlve.training.run_folder import Order, last_step
    from rlve.training.worker import is_first

    if resume and run is not None and not fresh_optimizer and (last_step(run) or 0) >= settings.steps > 0:
        raise typer.Exit(finished(run, settings, changed=any(value is not None for value in flags.values())))
    if settings.model == BUNDLED_MODEL and not resume and is_first():
        where = ", on environments that it can learn (--preset demo)" if chosen == "demo" and not preset else ""
        typer.echo(f"No --model given: training the tiny model that comes with rlve{where}.", err=True)
    raise typer.Exit(launch(Order(run, settings, chosen, resume, fresh_optimizer, trust_checkpoint, lock=not no_lock)))


def finished(run: Path, settings: TrainSettings, *, changed: bool) -> int:
    """Say that a run has nothing left to do; settings that a run would refuse are refused all the same."""
    from rlve.training.display import ending
    from rlve.training.run_folder import last_step
    from rlve.training.worker import is_first

    if changed and (status := refusal(settings, run)):
        return status
    reached = last_step(run) or 0
    if is_first():
        typer.echo(ending(run, reached, reached, settings.steps), err=True)
    return 0


def show(preset: str, settings: TrainSettings, begun: Path | None) -> int:
    """Print settings and what memory they need, and say whether the run would be refused; returns the exit status."""
    from rlve.training import memory

    lines = "".join(f"# {line}\n" for line in memory.report(settings))
    typer.echo(f"# preset: {preset}\n{as_yaml(settings)}{lines}", nl=False)
    return refusal(settings, begun)


def refusal(settings: TrainSettings, begun: Path | None) -> int:
    """Say why a run with these settings would be refused; returns the exit status, 0 if it would not."""
    from rlve.training import checks, run_folder

    try:
        if begun is None:
            checks.check(settings)
        else:
            run_folder.check_resumable(run_folder.Order(begun, settings, resume=True))
    except (SettingsError, RunError) as error:
        typer.echo(f"rlve train: {error}", err=True)
        return 2 if isinstance(error, SettingsError) else 1
    return 0


def signature() -> inspect.Signature:
    """The command's own options, then one for each setting."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    own = "The run itself"
    options = [
        ("run", Path | None, None, "Folder of the run; runs/DATE-TIME if not given."),
        (
            "preset",
            str | None,
            None,
            f"One of {', '.join(presets())}. If none is given: paper; for the bundled model demo, "
            "or tiny where --envs are named.",
        ),
        ("config", Path | None, None, "A YAML file with settings."),
        ("resume", bool, False, "Go on from the last checkpoint in --run, with its settings and the flags given."),
        ("fresh_optimizer", bool, False, "With --resume: take weights and curriculum only; any number of processes."),
        (
            "trust_checkpoint",
            bool,
            False,
            "With --resume: read optimizer states that hold more than numbers: their author can run anything then.",
        ),
        ("no_lock", bool, False, "Do not lock the run folder, on disks that cannot: only one run may use it then."),
        (
            "dry_run",
            bool,
            False,
            "Print the settings and whether they fit into memory; refuse what a run would.",
        ),
    ]
    parameters = []
    for name, kind, default, text in options:
        names = [flag(name)] if kind is bool else []
        shown = {"run": "FOLDER", "config": "FILE", "preset": "NAME"}.get(name)
        option = typer.Option(*names, help=text, metavar=shown, rich_help_panel=own)
        parameters.append(inspect.Parameter(name, keyword, default=default, annotation=annotated(kind, option)))
    panel = own
    for item in fields(TrainSettings):
        panel = PANELS.get(item.name, panel)
        names = [flag(item.name), *ALSO.get(item.name, [])] if item.type is not bool else []
        option = typer.Option(
            *names, help=help_text(item), metavar=choices(item.type), rich_help_panel=panel, show_default=False
        )
        kind = annotated(flag_type(item.type), option)
        parameters.append(inspect.Parameter(item.name, keyword, default=None, annotation=kind))
    return inspect.Signature(parameters)


def annotated(kind: Any, option: Any) -> Any:
    return Annotated[kind, option]


def help_text(item: Any) -> str:
    default = (
        "none" if item.default == "" else str(item.default).lower() if item.default in (True, False) else item.default
    )
    return f"{field_help()[item.name]} [default: {default}]"


def flag_type(kind: Any) -> Any:
    """What the command line reads: settings are converted and checked by `TrainSettings`, which speaks clearly."""
    if kind is bool:
        return bool | None
    if get_origin(kind) is Literal and all(isinstance(choice, str) for choice in get_args(kind)):
        return kind | None
    return str | None


def choices(kind: Any) -> str | None:
    """How a setting's value is named on the help page; None for what typer names well itself."""
    if get_origin(kind) is Literal:
        return "|".join(map(str, get_args(kind)))
    return METAVARS.get(kind)


def table() -> str:
    """What may change on `--resume`, as paragraphs of the help text whose lines stay as they are."""
    paragraphs = []
    for what, names in resume_table():
        text = f"{what} {', '.join(map(flag, names))}." if names else what
        paragraphs.append("\b\n" + fill(text, 76, break_on_hyphens=False))
    return "\n\n".join(paragraphs)


train.__doc__ = f"{inspect.getdoc(train)}\n\n{table()}"
train.__signature__ = signature()  # type: ignore[attr-defined]
train.__annotations__ = {name: parameter.annotation for name, parameter in signature().parameters.items()}
