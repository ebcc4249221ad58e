"""What is refused before anything is loaded or written: the same for a run and for a dry run. Torch is not needed."""

import json
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from rlve.envs import registry
from rlve.envs.installation import missing
from rlve.training import curriculum, texts
from rlve.training.config import BUNDLED_MODEL, TrainSettings
from rlve.training.errors import SettingsError

TINY = Path(__file__).parent / "tiny"
NEEDED = ("torch", "transformers", "deepspeed", "tensorboard")


def check(settings: TrainSettings, trained: Iterable[str] | None = None) -> None:
    """Raises `SettingsError` if a run with these settings would be refused, as far as that can be known from here.

    `trained` are the environments of a run that has begun, where they are not those of the settings any more.
    """
    names = list(trained) if trained is not None else curriculum.trained_environments(settings)
    measured = [] if settings.eval_envs == "train" else curriculum.held_out_environments(settings)
    check_environments([*names, *measured])
    curriculum.choose(settings, names)
    check_packages(settings)
    texts.check(settings.prompt_template)
    check_model(settings)
    check_start(settings)
    check_processes(settings, settings.processes or settings.tensor_parallel)


def check_environments(names: Iterable[str]) -> None:
    """Raises `SettingsError` if an environment cannot be imported: its problems could not be made."""
    for name in dict.fromkeys(names):
        try:
            registry.get(name).problem_class  # noqa: B018  # importing it is the check
        except (ImportError, LookupError) as error:
            what = str(error.args[0] if error.args else error).partition("\n")[0]
            raise SettingsError(f"The environment {name} is needed: {what}.") from error


def check_packages(settings: TrainSettings) -> None:
    """Raises `SettingsError` if a package that the settings need is not installed."""
    for package in NEEDED:
        if find_spec(package) is None:
            raise not_installed(package)
    if settings.lora_rank and find_spec("peft") is None:
        raise SettingsError(f"{missing('--lora-rank', 'peft', 'train')}.")
    if settings.wandb and find_spec("wandb") is None:
        raise SettingsError("--wandb needs Weights & Biases: pip install wandb.")
    if settings.sampler != "auto" or settings.tensor_parallel > 1:
        from rlve.training import samplers

        samplers.kind(settings)


def not_installed(package: str | None) -> SettingsError:
    return SettingsError(f"{missing('Training', package or 'a package that is not there', 'train')}.")


def check_model(settings: TrainSettings) -> None:
    """Raises `SettingsError` if the model's folder is missing, or if its model reads too few tokens."""
    folder = Path(location(settings.model))
    if not folder.is_dir():
        return  # a hub name
    if not (folder / "config.json").is_file():
        raise SettingsError(f"{settings.model} is a folder without a config.json, so there is no model in it.")
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        room = int(config.get("max_position_embeddings") or 2**31)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise SettingsError(f"{folder / 'config.json'} cannot be read as a model's configuration.") from error
    check_lengths(settings, room)


def check_lengths(settings: TrainSettings, room: int) -> None:
    """Raises `SettingsError` if a prompt and its response may not fit into a model that reads so many tokens."""
    if settings.max_prompt_tokens + settings.max_response_tokens > room:
        raise SettingsError(
            f"The model reads at most {room} tokens: lower --max-prompt-tokens ({settings.max_prompt_tokens}) or "
            f"--max-response-tokens ({settings.max_response_tokens}), which together exceed it."
        )


def check_start(settings: TrainSettings) -> None:
    """Raises `SettingsError` if the run whose curriculum is to be the start has none."""
    folder = Path(settings.curriculum_from)
    if settings.curriculum_from and not any((folder / "checkpoints").glob("step-*/state.json")):
        raise SettingsError(f"--curriculum-from: {folder} has no checkpoint.")


def check_processes(settings: TrainSettings, processes: int) -> None:
    """Raises `SettingsError` if so many processes cannot share engines as they should."""
    if processes % settings.tensor_parallel:
        raise SettingsError(
            f"The number of processes, {processes}, must be a multiple of --tensor-parallel {settings.tensor_parallel}."
        )


def location(model: str) -> str:
    """The folder or hub name behind a `model` setting.

    Raises `SettingsError` if it is a path to no folder, or if the bundled model is wanted and missing.
    """
    if model != BUNDLED_MODEL:
        folder = Path(model).expanduser()
        if model.startswith(("/", ".", "~")) and not folder.is_dir():
            raise SettingsError(f"There is no model folder {model}.")
        return str(folder)
    if not (TINY / "config.json").exists():
        raise SettingsError("The bundled model is not part of this installation: name a model with --model.")
    return str(TINY)
