"""Which checkpoints a run folder holds, by their names alone: torch is not needed, and what else lies there is passed
over.

RUN/checkpoints/step-000040/   a checkpoint; one whose folder ends in .tmp was not finished
RUN/checkpoints/best.txt       the name of the one with the best held-out accuracy
"""

import os
import re
from pathlib import Path

STATE = "state.json"
NAME = re.compile(r"step-(\d{6,18})")
BEST = "best.txt"
OLD_BEST = "best"  # a link, before it was a name in a file; a folder where links were copied as what they lead to


def folder_of(run: Path, step: int) -> Path:
    return run / "checkpoints" / f"step-{step:06d}"


def step_of(folder: Path) -> int | None:
    """The step that a checkpoint's folder is named after; None if that is no name of a checkpoint."""
    found = NAME.fullmatch(folder.name)
    return int(found[1]) if found else None


def whole(run: Path) -> list[Path]:
    """All finished checkpoints of a run, oldest first."""
    found = {}
    for path in (run / "checkpoints").glob(f"*/{STATE}"):
        step = step_of(path.parent)
        if step is not None and path.is_file():
            found[step] = path.parent
    return [found[step] for step in sorted(found)]


def newest(run: Path) -> Path | None:
    """The last finished checkpoint of a run."""
    return next(reversed(whole(run)), None)


def last_step(run: Path) -> int | None:
    """The step of the last finished checkpoint; None if there is none."""
    last = newest(run)
    return None if last is None else step_of(last)


def best(run: Path) -> Path | None:
    """The finished checkpoint with the best held-out accuracy, as far as the run knows one."""
    folder = run / "checkpoints"
    try:
        name = (folder / BEST).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        name = (folder / OLD_BEST).resolve().name if (folder / OLD_BEST).is_symlink() else ""
    return next((checkpoint for checkpoint in whole(run) if checkpoint.name == name), None)


def name_best(checkpoint: Path) -> None:
    """Remember which checkpoint is the best; raises `OSError`."""
    folder = checkpoint.parent
    beside = folder / f"{BEST}.tmp"
    with beside.open("w", encoding="utf-8") as file:
        file.write(checkpoint.name + "\n")
        file.flush()
        os.fsync(file.fileno())
    beside.replace(folder / BEST)
    if (folder / OLD_BEST).is_symlink():  # it would go on to lead to an older one
        (folder / OLD_BEST).unlink()
