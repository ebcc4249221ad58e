"""One process of a run: it trains, alone or as one of several, and says in one sentence what went wrong.

`python -m rlve.training.worker` is a process that torchrun starts for `launch`; what it shall do is in the environment.
"""

import os
import signal
import socket
import sys
import time
import traceback
import warnings
from contextlib import suppress
from pathlib import Path
from typing import IO, NoReturn

from rlve.envs.orphans import end_with
from rlve.envs.registry import EnvironmentWarning
from rlve.training import checks, run_folder
from rlve.training.errors import RunError, SettingsError
from rlve.training.run_folder import Order
from rlve.training.stopping import BEGUN, Stop, default_signals

ORDER = "RLVE_ORDER"  # what `launch` hands to its workers: an order as JSON,
RELAY = "RLVE_RELAY"  # a folder in which they tell each other that the run has begun, and that it shall stop,
PARENT = "RLVE_PARENT"  # and the id of the process that started them


def already_launched() -> bool:
    """Whether torchrun or Slurm started this process as one of several."""
    if "RANK" in os.environ:
        return True
    return int(os.environ.get("SLURM_NTASKS", "1")) > 1 and "SLURM_STEP_ID" in os.environ


def work_alone(order: Order) -> int:
    """Train in this process, which has taken the run folder; returns the exit status."""
    prepare_process()
    return train_here(order, Stop(order.folder))


def work_as_one_of_several(order: Order) -> int:
    """Train in this process, one of those that torchrun or Slurm started; returns the exit status, or leaves with it.

    All come together first: if one of them refuses, none waits for it.
    """
    prepare_process()
    default_signals()
    if PARENT in os.environ or not is_first():  # what was left out is said once
        warnings.simplefilter("ignore", EnvironmentWarning)
    if PARENT in os.environ:
        end_with(int(os.environ[PARENT]))
    elif "TORCHELASTIC_RUN_ID" in os.environ:
        end_with(os.getppid())
    try:
        come_together()
    except (SettingsError, RunError) as error:
        leave_at_once(complain(error))
    try:
        held = agreed(order)
    except (SettingsError, RunError) as error:
        leave_at_once(complain(error) if is_first() else status_of(error))
    relay = Path(os.environ[RELAY]) if RELAY in os.environ else None
    status = train_here(order, Stop(order.folder, relay, speaks=is_first() and relay is None))
    if status:
        leave_at_once(status)
    if held is not None:
        held.close()
    return status


def come_together() -> None:
    """Wait for the other processes. Raises `SettingsError` and `RunError`."""
    try:
        from rlve.training import distributed
    except ImportError as error:
        raise checks.not_installed(error.name) from None
    distributed.start()


def agreed(order: Order) -> IO[str] | None:
    """See that no process has a reason not to begin, and hold the lock of the run folder together.

    Raises the same `SettingsError` or `RunError` on all.
    """
    from rlve.training import distributed

    held, refusal = None, None
    prepared = ORDER in os.environ  # by the launcher, which has taken the folder
    try:
        if is_first() and not prepared:
            held = run_folder.take(order)
        elif not prepared:
            checks.check_packages(order.settings)
            checks.check_model(order.settings)
        checks.check_processes(order.settings, distributed.size())
    except (SettingsError, RunError) as error:
        refusal = error
    agree_to(refusal)
    try:
        if held is None and order.lock:
            held = run_folder.share(order.folder)
    except (SettingsError, RunError) as error:
        refusal = error
    agree_to(refusal)
    return held


def agree_to(refusal: Exception | None) -> None:
    """Raise the first refusal of any process on all of them."""
    from rlve.training import distributed

    told = distributed.gather((refusal, socket.gethostname()))
    with suppress(RuntimeError):  # all have heard it before one of them ends
        distributed.gather(None)
    for rank, (error, host) in enumerate(told):
        if error is not None:
            where = f" (process {rank} on {host})" if rank else ""
            raise type(error)(f"{error}{where}")


def train_here(order: Order, stop: Stop) -> int:
    """The loop, and a sentence for everything that can go wrong in it."""
    from rlve.training.clock import Clock

    clock = Clock()
    try:
        import torch

        from rlve.training import checkpoints, display, distributed, trainer
    except ImportError as error:
        return complain(checks.not_installed(error.name))

    begun_at = run_folder.last_step(order.folder) or 0 if order.resume else 0

    def begins() -> None:
        if distributed.is_main():
            run_folder.begin(order)
        stop.listen()
        stop.insist()
        if distributed.is_main() and RELAY in os.environ:
            (Path(os.environ[RELAY]) / BEGUN).touch()

    try:
        trainer.train(
            order.folder,
            order.settings,
            stop,
            clock,
            resume=order.resume,
            fresh_optimizer=order.fresh_optimizer,
            trust_checkpoint=order.trust_checkpoint,
            begins=begins,
        )
        distributed.finish()
        if is_first():
            reached = run_folder.last_step(order.folder) or 0
            print(display.ending(order.folder, begun_at, reached, order.settings.steps), file=sys.stderr)
        return stop.status
    except (SettingsError, RunError) as error:
        wait_for_the_first()
        return complain(error)
    except KeyboardInterrupt:
        last = checkpoints.newest(order.folder)
        left = f"--resume goes on from {last.name}" if last else "nothing was saved yet"
        if is_first():
            print(f"Stopped at once; {left}.", file=sys.stderr)
        return stop.status_at_once
    except torch.OutOfMemoryError:
        wait_for_the_first()
        return complain(RunError(out_of_memory(clock.running)))
    except Exception:
        wait_for_the_first()
        traceback.print_exc()
        return complain(RunError("The run failed unexpectedly: please report the lines above."))


def out_of_memory(phase: str) -> str:
    """What to change, by the phase in which a GPU's memory ran out."""
    advice = {
        "update": "lower --tokens-per-microbatch, add --gradient-checkpointing, or raise --zero-stage",
        "handover": "lower --gpu-memory-utilization",
        "start": "lower --gpu-memory-utilization, raise --zero-stage, or add --offload-optimizer",
    }
    return f"GPU memory ran out in the phase '{phase}': {advice.get(phase, 'lower --gpu-memory-utilization')}."


def complain(error: Exception) -> int:
    """Print the error's sentence and return its exit status."""
    print(f"rlve train: {error}", file=sys.stderr, flush=True)
    return status_of(error)


def status_of(error: Exception) -> int:
    return 2 if isinstance(error, SettingsError) else 1


def is_first() -> bool:
    return os.environ.get("RANK", os.environ.get("SLURM_PROCID", "0")) == "0"


def wait_for_the_first() -> None:
    """The same error mostly strikes on all ranks: let the first one tell it, and be ended meanwhile."""
    if not is_first():
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        time.sleep(3)


def leave_at_once(status: int) -> NoReturn:
    """End without waiting for ranks that will never answer; whoever launched us ends them."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def prepare_process() -> None:
    """Send to stderr whatever libraries print, for this command has no data for stdout, and quieten them."""
    sys.stdout.flush()
    os.dup2(2, 1)
    warnings.simplefilter("ignore", FutureWarning)  # libraries about one another
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("DS_IGNORE_CUDA_DETECTION", "1")


if __name__ == "__main__":
    sys.exit(work_as_one_of_several(Order.from_json(os.environ[ORDER])))
