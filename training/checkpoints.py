"""Checkpoints of a run: written beside, then renamed, so that a kill at any moment leaves the last one whole.

RUN/checkpoints/step-000040/policy/      a Hugging Face folder
                            trainer/     what DeepSpeed needs to go on: one file or more for each rank
                            in_flight.npz  prompts in flight, as plain arrays
                            state.json   step, curriculum, size and sum of every file, and a sum of itself
RUN/checkpoints/best.txt                 the name of the one with the best held-out accuracy
"""

import os
import shutil
from pathlib import Path
from typing import Any

from rlve.training import distributed, in_flight, sums
from rlve.training.errors import RunError, SettingsError
from rlve.training.in_flight import InFlight
from rlve.training.policy import Policy
from rlve.training.saved import STATE, best, folder_of, last_step, name_best, newest, step_of, whole
from rlve.training.state import State, decoded, encoded

__all__ = ["IN_FLIGHT", "State", "best", "folder_of", "last_step", "newest", "step_of", "whole"]

IN_FLIGHT = "in_flight.npz"
LITTLE = 2**20  # bytes


def save(run: Path, state: State, begun: InFlight, policy: Policy, tokenizer: Any, *, keep: int, is_best: bool) -> Path:
    """Write a checkpoint.

    To be called on all ranks. Raises `RunError` if it cannot be written; older ones stay whole.
    """
    target = folder_of(run, state.step)
    beside = target.with_name(target.name + ".tmp")
    try:
        if distributed.is_main():
            shutil.rmtree(beside, ignore_errors=True)
            beside.mkdir(parents=True)
        distributed.gather(None)
        policy.save(beside / "policy", tokenizer)
        policy.save_optimizer(beside / "trainer")
        distributed.gather(None)
        if distributed.is_main():
            in_flight.write(beside / IN_FLIGHT, begun)
            write_state(beside, state)
            shutil.rmtree(target, ignore_errors=True)
            beside.rename(target)
            flush_folder(target.parent)
            if is_best:
                name_best(target)
            prune(run, keep)
    except Exception as error:  # safetensors, torch and the operating system each have their own for a full disk
        why = "the disk is full" if is_full(run) else reason(error)
        shutil.rmtree(beside, ignore_errors=True)
        last = newest(run)
        kept = f"the last whole one is {last}" if last else "there is no earlier one"
        raise RunError(f"The checkpoint {target} could not be written ({why}); {kept}.") from error
    distributed.gather(None)
    return target


def write_state(folder: Path, state: State) -> None:
    """`state.json`, last: a folder that has it has everything."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in files:
        with path.open("rb") as file:
            os.fsync(file.fileno())
    with (folder / STATE).open("wb") as file:
        file.write(encoded(state, {path.relative_to(folder).as_posix(): sums.of_file(path) for path in files}))
        file.flush()
        os.fsync(file.fileno())


def load(folder: Path) -> tuple[State, InFlight]:
    """What a checkpoint is beside weights and optimizer, once every one of its files was found to be what was written.

    Raises `RunError` naming the file that is not.
    """
    fault = fault_of(folder)
    if fault:
        raise RunError(f"The checkpoint {folder} is broken: {fault}; {advice(folder)}")
    return load_state(folder), load_in_flight(folder)


def load_state(folder: Path) -> State:
    """The state of a checkpoint, whose other files are not looked at. Raises `RunError` if it cannot be read."""
    try:
        return read_state(folder)[0]
    except (OSError, ValueError) as error:
        raise RunError(f"The checkpoint {folder} is broken: {unreadable(STATE, error)}; {advice(folder)}") from error


def load_in_flight(folder: Path) -> InFlight:
    """The prompts in flight of a checkpoint. Raises `RunError` if they cannot be read."""
    try:
        return in_flight.read(folder / IN_FLIGHT)
    except (OSError, ValueError) as error:
        raise RunError(
            f"The checkpoint {folder} is broken: {unreadable(IN_FLIGHT, error)}; {advice(folder)}"
        ) from error


def read_state(folder: Path) -> tuple[State, sums.Sums]:
    """Raises `OSError` or `ValueError`."""
    state, files = decoded((folder / STATE).read_bytes())
    if step_of(folder) not in (None, state.step):
        raise ValueError(f"it is of step {state.step}")
    return state, files


def fault_of(folder: Path) -> str:
    """What is wrong with a checkpoint, its weights and all; no text if nothing is."""
    try:
        _, files = read_state(folder)
    except (OSError, ValueError) as error:
        return unreadable(STATE, error)
    if fault := sums.fault(folder, files):
        return fault
    try:
        in_flight.read(folder / IN_FLIGHT)
    except (OSError, ValueError) as error:
        return unreadable(IN_FLIGHT, error)
    return ""


def advice(folder: Path) -> str:
    """How to go on without a checkpoint: from the last one before it that is whole."""
    broken = [folder.name]
    for other in reversed(whole(folder.parent.parent)):
        if (step_of(other) or 0) >= (step_of(folder) or 0):
            continue
        if not fault_of(other):
            return f"delete {' and '.join(broken)} to resume from {other.name}."
        broken.append(other.name)
    return "there is no whole one before it, so start a new run."


def unreadable(name: str, error: BaseException) -> str:
    return f"its {name} cannot be read ({reason(error)})"


def check_processes(state: State) -> None:
    """Raises `SettingsError` if another number of processes wrote the checkpoint: optimizer states are split over
    them."""
    if state.processes != distributed.size():
        raise SettingsError(
            f"The checkpoint was written by {state.processes} processes and this run has {distributed.size()}: "
            f"resume with --processes {state.processes}, or add --fresh-optimizer to take only weights and curriculum."
        )


def prune(run: Path, keep: int) -> None:
    """Delete all but the last `keep` checkpoints and the best one."""
    kept = best(run)
    for folder in whole(run)[:-keep]:
        if folder != kept:
            shutil.rmtree(folder)


def flush_folder(folder: Path) -> None:
    """Make a rename last through a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def is_full(folder: Path) -> bool:
    """Whether there is next to no room left: torch says of a full disk only that it failed."""
    try:
        return shutil.disk_usage(folder).free < LITTLE
    except OSError:
        return False


def reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = str(error).strip()
    return text.splitlines()[0][:200] if text else type(error).__name__
