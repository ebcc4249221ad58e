"""Checkpoints of a run: written beside, then renamed, so that a kill at any moment leaves the last one whole.

RUN/checkpoints/step-000040/policy/      a Hugging Face folder
                            trainer/     what DeepSpeed needs to go on: one file or more for each rank
                            in_flight.npz  prompts in flight, as plain arrays
                            state.json   step, curriculum, and the size and sum of every file
RUN/checkpoints/best                     a link to the one with the best held-out accuracy
"""

import json
import os
import shutil
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rlve.training import distributed, in_flight
from rlve.training.errors import RunError, SettingsError
from rlve.training.in_flight import InFlight
from rlve.training.policy import Policy

IN_FLIGHT = "in_flight.npz"
SUMMED = 256 * 2**20  # bytes up to which a file's sum is checked as well as its size


@dataclass(frozen=True)
class State:
    """What a run is beside its weights and its prompts in flight: everything else follows from the settings and the
    step."""

    step: int
    processes: int
    curriculum: Mapping[str, Any]
    hours: float
    best_accuracy: float | None
    wide_gaps: int
    empty_steps: int = 0


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
                link_best(target)
            prune(run, keep)
    except Exception as error:  # safetensors, torch and the operating system each have their own for a full disk
        shutil.rmtree(beside, ignore_errors=True)
        last = newest(run)
        kept = f"the last whole one is {last}" if last else "there is no earlier one"
        raise RunError(f"The checkpoint {target} could not be written ({reason(error)}); {kept}.") from error
    distributed.gather(None)
    return target


def write_state(folder: Path, state: State) -> None:
    """`state.json`, last: a folder that has it has everything."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in files:
        with path.open("rb") as file:
            os.fsync(file.fileno())
    sums = {str(path.relative_to(folder)): [path.stat().st_size, file_sum(path)] for path in files}
    with (folder / "state.json").open("w", encoding="utf-8") as file:
        json.dump(asdict(state) | {"files": sums}, file)
        file.flush()
        os.fsync(file.fileno())


def load_state(folder: Path) -> State:
    """The state of a checkpoint whose files are all there and unchanged.

    Raises `RunError` naming the file that is not.
    """
    try:
        values = json.loads((folder / "state.json").read_text(encoding="utf-8"))
        files = values.pop("files")
        state = State(**values)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise RunError(f"The checkpoint {folder} is broken: its state.json cannot be read; {advice(folder)}") from error
    for name, (size, total) in files.items():
        path = folder / name
        if not path.exists():
            raise RunError(f"The checkpoint {folder} is broken: {name} is missing; {advice(folder)}")
        if path.stat().st_size != size or file_sum(path) != total:
            raise RunError(f"The checkpoint {folder} is broken: {name} was changed or cut; {advice(folder)}")
    return state


def load_in_flight(folder: Path) -> InFlight:
    """The prompts in flight of a checkpoint. Raises `RunError` if they cannot be read."""
    try:
        return in_flight.read(folder / IN_FLIGHT)
    except (OSError, ValueError) as error:
        raise RunError(
            f"The checkpoint {folder} is broken: {IN_FLIGHT} cannot be read ({reason(error)}); {advice(folder)}"
        ) from error


def advice(folder: Path) -> str:
    earlier = [other for other in whole(folder.parent.parent) if other.name < folder.name]
    return f"delete it to resume from {earlier[-1].name}." if earlier else "start a new run."


def check_processes(state: State) -> None:
    """Raises `SettingsError` if another number of processes wrote the checkpoint: optimizer states are split over
    them."""
    if state.processes != distributed.size():
        raise SettingsError(
            f"The checkpoint was written by {state.processes} processes and this run has {distributed.size()}: "
            f"resume with --processes {state.processes}, or add --fresh-optimizer to take only weights and curriculum."
        )


def folder_of(run: Path, step: int) -> Path:
    return run / "checkpoints" / f"step-{step:06d}"


def whole(run: Path) -> list[Path]:
    """All finished checkpoints of a run, oldest first."""
    return sorted(
        path.parent for path in (run / "checkpoints").glob("step-*/state.json") if path.parent.suffix != ".tmp"
    )


def newest(run: Path) -> Path | None:
    """The last finished checkpoint of a run."""
    return next(reversed(whole(run)), None)


def prune(run: Path, keep: int) -> None:
    """Delete all but the last `keep` checkpoints and the best one."""
    best = (run / "checkpoints" / "best").resolve()
    for folder in whole(run)[:-keep]:
        if folder.resolve() != best:
            shutil.rmtree(folder)


def link_best(folder: Path) -> None:
    beside = folder.parent / "best.tmp"
    beside.unlink(missing_ok=True)
    beside.symlink_to(folder.name)
    beside.replace(folder.parent / "best")


def file_sum(path: Path) -> int | None:
    """CRC-32 of a file that is not too large for it."""
    if path.stat().st_size > SUMMED:
        return None
    return zlib.crc32(path.read_bytes())


def flush_folder(folder: Path) -> None:
    """Make a rename last through a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = str(error).strip()
    return text.splitlines()[0][:200] if text else type(error).__name__
