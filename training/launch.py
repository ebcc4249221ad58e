"""Starting a run: its folder, its processes, its end.

One process computes right here. Several on this node are started through torchrun. Where torchrun or Slurm have already
started us, we are one of several and join them. Signals ask for a checkpoint; the exit status says how it went.
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
import traceback
import warnings
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rlve.training import curriculum
from rlve.training.config import TrainSettings, as_yaml, read_settings
from rlve.training.errors import RunError, SettingsError
from rlve.training.stopping import FILE, INTERRUPTED, Stop

SHUTDOWN = 600  # seconds torchrun grants to workers that save
PACKAGES = ("rlve", "torch", "transformers", "deepspeed", "vllm", "peft", "numpy")


@dataclass(frozen=True)
class Order:
    """What to start: a run folder, its settings, and whether to go on from its last checkpoint.

    `preset` is the name of that which the settings came from, for the record.
    """

    run: Path
    settings: TrainSettings
    preset: str = ""
    resume: bool = False
    fresh_optimizer: bool = False


def launch(order: Order) -> int:
    """Carry out a run and return the exit status: 0, 1 (failed), 2 (asked for wrongly), or 130 (stopped by Ctrl-C)."""
    if already_launched():
        return work(order)
    try:
        prepare(order)
    except (SettingsError, RunError) as error:
        return complain(error)
    processes = processes_here(order.settings)
    if processes == 1:
        return work(order)
    return start_workers(order, processes)


def already_launched() -> bool:
    """Whether torchrun or Slurm started this process as one of several."""
    if "RANK" in os.environ:
        return True
    return int(os.environ.get("SLURM_NTASKS", "1")) > 1 and "SLURM_STEP_ID" in os.environ


def processes_here(settings: TrainSettings) -> int:
    """How many to start on this node."""
    import torch

    return settings.processes or torch.cuda.device_count() or 1


def check_machine(settings: TrainSettings) -> None:
    """Raises `SettingsError` if this machine lacks what the settings need."""
    try:
        from rlve.training import models, samplers
    except ImportError as error:
        raise not_installed(error) from None
    models.location(settings.model)
    samplers.kind(settings)
    processes = processes_here(settings)
    if not already_launched() and processes % settings.tensor_parallel:
        raise SettingsError(
            f"The number of processes, {processes}, must be a multiple of --tensor-parallel {settings.tensor_parallel}."
        )


def not_installed(error: ImportError) -> SettingsError:
    return SettingsError(f"Training needs {error.name}: pip install 'rlve[train]'.")


def prepare(order: Order) -> None:
    """Make the run folder, or check that it can be resumed. Raises `SettingsError` and `RunError`."""
    run = order.run
    curriculum.choose(order.settings)  # unknown environments are told before anything is loaded
    check_machine(order.settings)  # and what is lacking before anything is written
    used = (run / "metrics.jsonl").exists() or (run / "checkpoints").exists()
    if order.resume:
        check_resumable(order)
    if used and not order.resume:
        raise SettingsError(f"{run} already holds a run: add --resume to go on with it, or choose another folder.")
    try:
        run.mkdir(parents=True, exist_ok=True)
        (run / FILE).unlink(missing_ok=True)
        beside = run / "settings.yaml.tmp"
        beside.write_text(as_yaml(order.settings), encoding="utf-8")
        beside.replace(run / "settings.yaml")  # at once: other processes may be reading it
        with (run / "about.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(about(order.preset)) + "\n")
    except OSError as error:
        raise RunError(f"The run folder {run} cannot be written: {error.strerror}.") from error


def check_resumable(order: Order) -> None:
    """Raises `SettingsError` or `RunError` before anything of the run is changed."""
    if not list((order.run / "checkpoints").glob("step-*/state.json")):
        raise SettingsError(f"There is no checkpoint in {order.run} to resume from.")
    from rlve.training import checkpoints

    last = checkpoints.newest(order.run)
    assert last is not None
    curriculum.choose(order.settings).restore(checkpoints.load_state(last).curriculum)


def about(preset: str) -> dict[str, Any]:
    """Where the numbers of a run come from: command line, preset, versions, and the commit if there is one."""
    versions = {}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    found = {"command": shlex.join(sys.argv), "preset": preset, "python": sys.version.split()[0], "versions": versions}
    if git := shutil.which("git"):
        commit = subprocess.run(
            [git, "rev-parse", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
        )
        found["commit"] = commit.stdout.strip()
    return found


def work(order: Order) -> int:
    """Train in this process, alone or as one of several."""
    clean_stdout()
    warnings.simplefilter("ignore", FutureWarning)  # libraries about one another
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("DS_IGNORE_CUDA_DETECTION", "1")
    first = os.environ.get("RANK", os.environ.get("SLURM_PROCID", "0")) == "0"
    launched = already_launched()
    if launched and first and "RLVE_PREPARED" not in os.environ:
        try:
            prepare(order)
        except (SettingsError, RunError) as error:
            return complain(error)
    stop = Stop(order.run)
    stop.listen()
    status = train_here(order, stop, first)
    if status and launched:
        leave_at_once(status)
    return status or stop.status


def train_here(order: Order, stop: Stop, first: bool) -> int:
    """The loop, and a sentence for everything that can go wrong in it."""
    from rlve.training.clock import Clock

    clock = Clock()
    try:
        import torch

        from rlve.training import checkpoints, distributed, trainer
    except ImportError as error:
        return complain(not_installed(error))
    try:
        trainer.train(
            order.run, order.settings, stop, clock, resume=order.resume, fresh_optimizer=order.fresh_optimizer
        )
        distributed.finish()
        return 0
    except (SettingsError, RunError) as error:
        wait_for_the_first(first)
        return complain(error)
    except KeyboardInterrupt:
        last = checkpoints.newest(order.run)
        left = f"--resume goes on from {last.name}" if last else "nothing was saved yet"
        print(f"Stopped at once; {left}.", file=sys.stderr)
        return INTERRUPTED
    except torch.OutOfMemoryError:
        wait_for_the_first(first)
        return complain(RunError(out_of_memory(clock.running)))
    except Exception:
        wait_for_the_first(first)
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
    return 2 if isinstance(error, SettingsError) else 1


def wait_for_the_first(first: bool) -> None:
    """The same error mostly strikes on all ranks: let the first one tell it, and be ended meanwhile."""
    if not first:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        time.sleep(3)


def leave_at_once(status: int) -> None:
    """End without waiting for ranks that will never answer; whoever launched us ends them."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def clean_stdout() -> None:
    """Send to stderr whatever libraries print: this command has no data for stdout."""
    sys.stdout.flush()
    os.dup2(2, 1)


def start_workers(order: Order, processes: int) -> int:
    """Run `processes` workers through torchrun, in a session of its own.

    Signals stop here and become a file that workers look for after every step: torchrun would end them at once, and a
    signal that reaches two workers at different steps makes them wait for each other for ever.
    """
    command = [sys.executable, "-P", "-m", "rlve.training.launch", str(order.run), str(processes)]
    command += ["--resume"] * order.resume + ["--fresh-optimizer"] * order.fresh_optimizer
    threads = max(1, (os.cpu_count() or 1) // processes)
    environment = {**os.environ, "RLVE_PREPARED": "1", "PYTHONSAFEPATH": "1"}
    environment.setdefault("OMP_NUM_THREADS", str(threads))
    stop = Stop(order.run)
    child = subprocess.Popen(command, env=environment, start_new_session=True, stdout=sys.stderr)

    def pass_on(number: int, frame: Any) -> None:
        try:
            stop.heard(number, frame)
        except KeyboardInterrupt:
            os.killpg(child.pid, signal.SIGKILL)
        (order.run / FILE).touch()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
        signal.signal(number, pass_on)
    status = child.wait()
    (order.run / FILE).unlink(missing_ok=True)
    if status < 0:
        return INTERRUPTED if stop.signal == signal.SIGINT else 1
    return status or stop.status


def torchrun(processes: int, worker: list[str]) -> int:
    """torchrun for one node, without its report of a failure: the worker has already said what was wrong."""
    import logging

    from torch.distributed import run
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError

    from rlve.training.distributed import free_port

    logging.getLogger("torch.distributed.elastic").setLevel(logging.CRITICAL)
    options = [f"--nproc-per-node={processes}", "--nnodes=1", "--master-addr=127.0.0.1"]
    options += [f"--master-port={free_port()}", f"--shutdown-timeout={SHUTDOWN}", "-m", "--", "rlve.training.launch"]
    try:
        arguments = run.parse_args([*options, *worker])  # type: ignore[no-untyped-call]
        run.run(arguments)  # type: ignore[no-untyped-call]
    except ChildFailedError as error:
        statuses = [failure.exitcode for failure in error.failures.values()]
        return next((status for status in statuses if status > 0), 1)
    return 0


def main(arguments: list[str]) -> int:
    """`python -m rlve.training.launch RUN [PROCESSES] [--resume] [--fresh-optimizer]`: torchrun or a worker."""
    run, *rest = arguments
    flags = [argument for argument in rest if argument.startswith("--")]
    if len(rest) > len(flags):
        return torchrun(int(rest[0]), [run, *flags])
    settings = TrainSettings(**read_settings(Path(run) / "settings.yaml"))
    resume, fresh_optimizer = "--resume" in flags, "--fresh-optimizer" in flags
    return work(Order(Path(run), settings, resume=resume, fresh_optimizer=fresh_optimizer))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
