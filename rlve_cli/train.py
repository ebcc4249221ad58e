"""`rlve train`: reinforcement learning on environments. Its flags are the fields of `TrainSettings`."""

import inspect
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import typer

from rlve.training.config import (
    BUNDLED_MODEL,
    TrainSettings,
    as_yaml,
    field_help,
    flag,
    presets,
    read_settings,
    resolve,
)
from rlve.training.errors import SettingsError

PANELS = {
    "model": "Model",
    "envs": "Environments and difficulty",
    "prompts_per_step": "Sampling",
    "loss": "Learning",
    "zero_stage": "Machine",
    "steps": "Run",
}


def train(
    *,
    run: Path | None,
    preset: str | None,
    config: Path | None,
    resume: bool,
    fresh_optimizer: bool,
    dry_run: bool,
    **flags: Any,
) -> None:
    """Train a language model on environments whose difficulty follows it.

    Without --model it trains the tiny model that comes with rlve, which takes a few minutes on two CPU cores. Settings
    are those of a preset, then of a file, then of the flags below.
    """
    try:
        if resume:
            chosen, settings, run = settings_of_run(run, preset, config, flags)
        else:
            chosen, settings = resolve(preset, config, flags)
    except SettingsError as error:
        typer.echo(f"rlve train: {error}", err=True)
        raise typer.Exit(2) from None
    if dry_run:
        from rlve.training.memory import report

        typer.echo(
            f"# preset: {chosen}\n{as_yaml(settings)}" + "".join(f"# {line}\n" for line in report(settings)), nl=False
        )
        return
    if settings.model == BUNDLED_MODEL and not resume:
        typer.echo("No --model given: training the tiny model that comes with rlve.", err=True)
    from rlve.training.launch import Order, already_launched, launch

    if run is None and already_launched():
        typer.echo("rlve train: Name the run folder with --run: each process would choose another.", err=True)
        raise typer.Exit(2)
    folder = run or Path("runs") / datetime.now().strftime("%Y%m%d-%H%M%S")
    raise typer.Exit(launch(Order(folder, settings, "" if resume else chosen, resume, fresh_optimizer)))


def settings_of_run(
    run: Path | None, preset: str | None, config: Path | None, flags: dict[str, Any]
) -> tuple[str, TrainSettings, Path]:
    """The settings a run was started with, some of them changed by flags. Raises `SettingsError`."""
    if run is None:
        raise SettingsError("--resume needs --run FOLDER, the folder of the run to go on with.")
    if preset or config:
        raise SettingsError("--resume takes the run's own settings: leave out --preset and --config, and use flags.")
    if not (run / "settings.yaml").exists():
        raise SettingsError(f"{run} holds no run to resume: there is no settings.yaml in it.")
    given = {name: value for name, value in flags.items() if value is not None}
    return "of the run", TrainSettings(**(read_settings(run / "settings.yaml") | given)), run


def signature() -> inspect.Signature:
    """The command's own options, then one for each setting."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    own = "The run itself"
    options = [
        ("run", Path | None, None, "Folder of the run; runs/DATE-TIME if not given."),
        ("preset", str | None, None, f"One of {', '.join(presets())}; tiny for the bundled model, else paper."),
        ("config", Path | None, None, "A YAML file with settings."),
        ("resume", bool, False, "Go on from the last checkpoint in --run, with its settings and the flags given."),
        ("fresh_optimizer", bool, False, "With --resume: take weights and curriculum only; any number of processes."),
        ("dry_run", bool, False, "Print the resolved settings and an estimate of memory, and stop."),
    ]
    parameters = []
    for name, kind, default, text in options:
        names = [flag(name)] if kind is bool else []
        option = typer.Option(*names, help=text, rich_help_panel=own)
        parameters.append(inspect.Parameter(name, keyword, default=default, annotation=annotated(kind, option)))
    panel = own
    for item in fields(TrainSettings):
        panel = PANELS.get(item.name, panel)
        option = typer.Option(help=help_text(item), rich_help_panel=panel, show_default=False)
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


train.__signature__ = signature()  # type: ignore[attr-defined]
train.__annotations__ = {name: parameter.annotation for name, parameter in signature().parameters.items()}
