"""Starting a run: what is checked first, its folder, its processes, its end.

One process computes right here. Several on this node are started through torchrun, as workers. Where torchrun or Slurm
have already started us, we are one of those.
"""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rlve.envs.cores import usable_cores
from rlve.envs.orphans import end_with
from rlve.training import checks, run_folder, worker
from rlve.training.config import TrainSettings
from rlve.training.errors import RunError, SettingsError
from rlve.training.run_folder import Order
from rlve.training.stopping import BEGUN, ENDING, FILE, Stop
from rlve.training.worker import already_launched, complain

SHUTDOWN = 600  # seconds torchrun grants to workers that save
RUNS = Path("runs")


def launch(order: Order) -> int:
    """Carry out a run and return the exit status: 0, 1 (failed), 2 (asked for wrongly), or 130 (stopped by Ctrl-C)."""
    try:
        if already_launched():
            if order.run is None:
                raise SettingsError("Name the run folder with --run: each process would choose another.")
            return worker.work_as_one_of_several(order)
        if not order.resume:
            checks.check(order.settings)
        processes = processes_here(order.settings)
        checks.check_processes(order.settings, processes)
        if order.run is None:
            order = replace(order, run=run_folder.new_folder(RUNS))
        held = run_folder.take(order)
    except (SettingsError, RunError) as error:
        return complain(error)
    status = worker.work_alone(order) if processes == 1 else start_workers(order, processes)
    if held is not None:
        held.close()
    return status


def processes_here(settings: TrainSettings) -> int:
    """How many to start on this node. Raises `SettingsError` if that cannot be known without torch."""
    try:
        import torch
    except ImportError as error:
        raise checks.not_installed(error.name) from None
    return settings.processes or torch.cuda.device_count() or 1


def start_workers(order: Order, processes: int) -> int:
    """Run `processes` workers through torchrun, in a session of its own.

    Signals stop here and become a file that workers look for after every step: torchrun would end them at once, and a
    signal that reaches two workers at different steps makes them wait for each other for ever. Before the first step,
    when there is nothing to save, they end them.
    """
    threads = max(1, usable_cores() // processes)
    with TemporaryDirectory(prefix="rlve-") as folder:
        relay = Path(folder)
        environment = {**os.environ, worker.ORDER: order.as_json(), worker.RELAY: folder}
        environment |= {worker.PARENT: str(os.getpid()), "PYTHONSAFEPATH": "1"}
        environment.setdefault("OMP_NUM_THREADS", str(threads))
        command = [sys.executable, "-P", "-m", "rlve.training.launch", str(processes)]
        stop = Stop(order.folder, relay)
        child = subprocess.Popen(command, env=environment, start_new_session=True, stdout=sys.stderr)

        def pass_on(number: int, frame: Any) -> None:
            if not (relay / BEGUN).exists():
                stop.signal = stop.at_once = number
                os.killpg(child.pid, signal.SIGTERM)
                return
            try:
                stop.heard(number, frame)
            except KeyboardInterrupt:
                os.killpg(child.pid, signal.SIGKILL)
            (relay / FILE).touch()

        for number in (*ENDING, signal.SIGUSR1):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, pass_on)
        status = child.wait()
    if stop.at_once is not None:
        return stop.status_at_once
    if status < 0:
        print(f"rlve train: torchrun was ended by {signal.Signals(-status).name}.", file=sys.stderr)
        return 1
    return status or stop.status


def torchrun(processes: int, parent: int) -> int:
    """torchrun for one node, without its report of a failure: the worker has already said what was wrong."""
    import logging

    from torch.distributed import run
    from torch.distributed.elastic.multiprocessing.api import SignalException
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError

    from rlve.training.distributed import free_port

    end_with(parent)
    os.environ[worker.PARENT] = str(os.getpid())
    logging.getLogger("torch.distributed.elastic").setLevel(logging.CRITICAL)
    options = [f"--nproc-per-node={processes}", "--nnodes=1", "--master-addr=127.0.0.1"]
    options += [f"--master-port={free_port()}", f"--shutdown-timeout={SHUTDOWN}", "-m", "--", "rlve.training.worker"]
    try:
        arguments = run.parse_args(options)  # type: ignore[no-untyped-call]
        run.run(arguments)  # type: ignore[no-untyped-call]
    except SignalException as error:
        return 128 + int(error.sigval)
    except ChildFailedError as error:
        for rank, failure in error.failures.items():
            if failure.exitcode < 0:
                name = signal.Signals(-failure.exitcode).name
                complain(RunError(f"Process {rank} was ended by {name}: did the machine run out of memory?"))
        statuses = [failure.exitcode for failure in error.failures.values()]
        return next((status for status in statuses if status > 0), 1)
    return 0


if __name__ == "__main__":
    sys.exit(torchrun(int(sys.argv[1]), int(os.environ[worker.PARENT])))
