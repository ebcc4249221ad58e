"""The folder of a run: taken by one run at a time, and written to only once that run begins.

Whoever writes holds a lock on RUN/lock. It is the operating system's and ends with the processes that hold it, however
they end. Several processes of one run share it: the first takes it alone, and then lets the others in.
"""

import fcntl
import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from datetime import datetime
from errno import EACCES, EAGAIN, EINVAL, ENOLCK, ENOSYS, EOPNOTSUPP
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from typing import IO, Any

from rlve.training.checks import check
from rlve.training.config import TrainSettings, as_yaml
from rlve.training.errors import RunError, SettingsError
from rlve.training.lines import append
from rlve.training.saved import last_step, newest
from rlve.training.stopping import FILE

__all__ = ["Order", "last_step", "take"]

PACKAGES = ("rlve", "torch", "transformers", "deepspeed", "vllm", "peft", "numpy")
LOCK = "lock"
NO_LOCKS = {ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL}  # what file systems say that cannot lock


@dataclass(frozen=True)
class Order:
    """What to start: a run folder, its settings, and whether to go on from its last checkpoint.

    Without a folder, one is named after date and time. `preset` is the name of that which the settings came from, and
    `command` the command line, for the record.
    """

    run: Path | None
    settings: TrainSettings
    preset: str = ""
    resume: bool = False
    fresh_optimizer: bool = False
    trust_checkpoint: bool = False
    lock: bool = True
    command: str = field(default_factory=lambda: shlex.join(sys.argv))

    @property
    def folder(self) -> Path:
        assert self.run is not None, "no folder has been chosen yet"
        return self.run

    def as_json(self) -> str:
        return json.dumps(asdict(self) | {"run": str(self.run)})

    @classmethod
    def from_json(cls, text: str) -> "Order":
        values = json.loads(text)
        return cls(**values | {"run": Path(values["run"]), "settings": TrainSettings(**values["settings"])})


def take(order: Order) -> IO[str] | None:
    """Check an order and take its folder, whose lock lasts as long as the file that is returned stays open.

    None if locks are turned off. Nothing of a run that is there is changed. Raises `SettingsError` and `RunError`.
    """
    run = order.folder
    if order.resume and not run.is_dir():
        raise SettingsError(f"There is no run in {run} to resume.")
    if not order.resume:
        check(order.settings)
    make(run)
    held = claim(run) if order.lock else None
    used = (run / "metrics.jsonl").exists() or (run / "checkpoints").exists()
    if order.resume:
        check_resumable(order)
    elif used:
        raise SettingsError(f"{run} already holds a run: add --resume to go on with it, or choose another folder.")
    return held


def new_folder(parent: Path) -> Path:
    """A folder of this moment's name that nobody else has: runs that start in the same second get different ones."""
    try:
        parent.mkdir(parents=True, exist_ok=True)
        name = datetime.now().strftime("%Y%m%d-%H%M%S")
        for number in count(1):
            folder = parent / (name if number == 1 else f"{name}-{number}")
            try:
                folder.mkdir()
            except FileExistsError:
                continue
            return folder
    except OSError as error:
        raise RunError(f"No run folder can be made in {parent}: {error.strerror}.") from error
    raise AssertionError("there is always another number")


def make(run: Path) -> None:
    try:
        run.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"The run folder {run} cannot be written: {error.strerror}.") from error


def claim(run: Path) -> IO[str]:
    """Take the lock of a run folder. Raises `SettingsError` if another run has it, and `RunError`."""
    try:
        file = (run / LOCK).open("a+", encoding="utf-8")
    except OSError as error:
        raise RunError(f"The run folder {run} cannot be written: {error.strerror}.") from error
    lock(file, run, fcntl.LOCK_EX)
    holder = {"pid": os.getpid(), "host": socket.gethostname(), "since": f"{datetime.now():%Y-%m-%d %H:%M:%S}"}
    try:
        file.truncate(0)
        file.write(json.dumps(holder) + "\n")
        file.flush()
    except OSError as error:
        raise RunError(f"The run folder {run} cannot be written: {error.strerror}.") from error
    lock(file, run, fcntl.LOCK_SH)
    return file


def share(run: Path) -> IO[str]:
    """Hold the lock of a run folder that another process of this run has taken."""
    try:
        file = (run / LOCK).open("r", encoding="utf-8")
    except OSError as error:
        raise RunError(f"The run folder {run} cannot be read: {error.strerror}.") from error
    lock(file, run, fcntl.LOCK_SH)
    return file


def lock(file: IO[str], run: Path, kind: int) -> None:
    """Lock a file without waiting. Raises `SettingsError` if it is held, `RunError` if its disk cannot lock."""
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except OSError as error:
        told = holder_of(file)
        file.close()
        if error.errno in NO_LOCKS:
            raise RunError(
                f"The disk of {run} does not lock files ({error.strerror}), so two runs could write there at once: "
                "choose a folder elsewhere, or add --no-lock and see to it that only one run uses this one."
            ) from error
        if error.errno in (EACCES, EAGAIN):
            raise SettingsError(
                f"{run} is in use by another run{told}: wait for it, stop it, or choose another folder."
            ) from error
        raise RunError(f"The run folder {run} cannot be locked: {error.strerror}.") from error


def holder_of(file: IO[str]) -> str:
    """Who wrote a lock file, as far as it can be read."""
    try:
        file.seek(0)
        told = json.loads(file.read(1000))
        return f" (process {told['pid']} on {told['host']}, since {told['since']})"
    except (OSError, ValueError, TypeError, KeyError):
        return ""


def check_resumable(order: Order) -> None:
    """Raises `SettingsError` or `RunError` if a run cannot go on from its last checkpoint with these settings."""
    from rlve.training import checkpoints, curriculum

    last = newest(order.folder)
    if last is None:
        raise SettingsError(f"There is no checkpoint in {order.run} to resume from: start anew in another folder.")
    state, _ = checkpoints.load(last)
    check(order.settings, state.curriculum)
    curriculum.choose(order.settings, state.curriculum).restore(state.curriculum)


def begin(order: Order) -> None:
    """Write down what a run begins or goes on with. Raises `RunError`."""
    run = order.folder
    try:
        (run / FILE).unlink(missing_ok=True)
        beside = run / "settings.yaml.tmp"
        with beside.open("w", encoding="utf-8") as file:
            file.write(as_yaml(order.settings))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(run / "settings.yaml")
        append(run / "about.jsonl", about(order))
    except OSError as error:
        raise RunError(f"The run folder {run} cannot be written: {error.strerror}.") from error


def about(order: Order) -> dict[str, Any]:
    """Where the numbers of a run come from: command line, preset, versions, and the commit if there is one."""
    versions = {}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    found = {"command": order.command, "preset": order.preset, "python": sys.version.split()[0], "versions": versions}
    if git := shutil.which("git"):
        commit = subprocess.run(
            [git, "rev-parse", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
        )
        found["commit"] = commit.stdout.strip()
    return found
