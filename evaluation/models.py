"""What `rlve eval MODEL` may be given: a checkpoint, a folder of a training run, or a name on the hub."""

from pathlib import Path

from rlve.evaluation.errors import WrongSettings

CONFIGURATION = "config.json"


def model_folder(model: str) -> str:
    """The Hugging Face folder that `model` stands for; hub names as they are.

    A run folder stands for its best checkpoint by held-out accuracy, else for its last one; a checkpoint of a run for
    the policy in it. Raises WrongSettings with one sentence.
    """
    path = Path(model).expanduser()
    if not path.exists():
        if model.startswith((".", "/", "~")) or model.count("/") != 1:
            raise WrongSettings(f"there is no folder {model}, and it is no name of a model on the hub (owner/name)")
        return model
    for candidate in (path, path / "policy", *checkpoints(path)):
        if (candidate / CONFIGURATION).is_file():
            return str(candidate)
    raise WrongSettings(f"{model} is neither a Hugging Face folder nor a training run with a checkpoint in it")


def checkpoints(run: Path) -> list[Path]:
    """The policies of a run's checkpoints: the best first, then from last to first."""
    folder = run / "checkpoints"
    if not folder.is_dir():
        return []
    steps = sorted((path for path in folder.glob("step-*") if path.is_dir()), key=step_of, reverse=True)
    best = folder / best_of(folder)
    return [checkpoint / "policy" for checkpoint in (best, *steps)]


def best_of(folder: Path) -> str:
    """The name of the best checkpoint in a folder, which a file holds; in older runs it is a link `best`."""
    try:
        named = Path((folder / "best.txt").read_text(encoding="utf-8").strip())
    except (OSError, ValueError):
        return "best"
    return named.name if step_of(named) >= 0 else "best"


def step_of(checkpoint: Path) -> int:
    digits = checkpoint.name.removeprefix("step-")
    return int(digits) if digits.isdigit() else -1
