"""How runs end from outside: signals to whole process groups, parents that are killed, ranks that never come."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rlve.training import metrics, stopping
from rlve.training.checkpoints import newest
from rlve.training.distributed import free_port
from rlve.training.errors import SettingsError
from rlve.training.run_folder import claim
from rlve.training.stopping import Stop
from tests.conftest import clean_environment
from tests.training.test_run import command, started, wait_for_step

SOON = 15  # seconds in which something that ends at once has ended, on a busy machine
ENDLESS = {"prompts_per_step": "2", "max_rounds": "2", "steps": "100000", "eval_every": "0", "save_every": "0"}


def flags(model: str, **changes: str) -> list[str]:
    return started(model, **ENDLESS | changes)


@contextmanager
def running(line: list[str], **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A command in a process group of its own; what is left of it is ended afterwards."""
    process = subprocess.Popen(
        line,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=clean_environment() | environment,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def torchrun(line: list[str]) -> list[str]:
    """The same command by two processes of torchrun: `rlve train` as a module, with its arguments."""
    options = ["--nproc-per-node=2", f"--master-port={free_port()}", "--shutdown-timeout=100", "-m", "--", "rlve_cli"]
    return [sys.executable, "-m", "torch.distributed.run", *options, *line[line.index("train") :]]


def mine(run: Path) -> list[int]:
    """Processes that know of a run folder, by their command line or their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            known = (folder / "cmdline").read_bytes() + (folder / "environ").read_bytes()
            ended = "State:\tZ" in (folder / "status").read_text()
        except OSError:
            continue
        if str(run).encode() in known and not ended:
            found.append(int(folder.name))
    return found


def wait_until(what: Callable[[], bool], seconds: float = SOON) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def saved_step(run: Path) -> int:
    last = newest(run)
    assert last is not None
    step = json.loads((last / "state.json").read_text())["step"]
    assert isinstance(step, int)
    return step


@pytest.mark.parametrize(
    ("number", "processes", "by_torchrun"),
    [
        (signal.SIGTERM, 1, False),
        (signal.SIGHUP, 1, False),
        (signal.SIGTERM, 2, False),
        (signal.SIGTERM, 2, True),
    ],
)
def test_a_signal_to_the_whole_group_saves(
    number: int, processes: int, by_torchrun: bool, spark: str, tmp_path: Path
) -> None:
    """As `timeout`, `scancel`, systemd and a closed terminal send it: pool workers and launchers hear it too."""
    run = tmp_path / "run"
    line = command(run, *flags(spark, processes=str(processes), zero_stage="2"))
    with running(torchrun(line) if by_torchrun else line) as process:
        wait_for_step(run, 2, process)
        os.killpg(process.pid, number)
        os.killpg(process.pid, number)  # `timeout` sends it twice
        _, errors = process.communicate(timeout=200)
    assert "Traceback" not in errors or by_torchrun  # torchrun's own
    if not by_torchrun:
        assert process.returncode == 0, errors
    assert saved_step(run) == metrics.read(run / "metrics.jsonl")[-1]["step"] >= 2
    wait_until(lambda: not mine(run))


SLOW_STEP = "import time\nfrom rlve.training import trainer\ntrainer.learn = lambda *_: time.sleep(600)\n"


def test_a_second_signal_ends_at_once(spark: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    with running(command(run, *flags(spark), first=SLOW_STEP)) as process:
        wait_until((run / "settings.yaml").exists, 200)
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        time.sleep(stopping.ECHO + 0.2)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=SOON)
    assert process.returncode == 128 + signal.SIGTERM
    assert "Stopped at once; nothing was saved yet." in errors
    wait_until(lambda: not mine(run))


@pytest.mark.parametrize("by_torchrun", [False, True])
def test_ranks_end_with_whoever_started_them(by_torchrun: bool, spark: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    line = command(run, *flags(spark, processes="2", zero_stage="2"))
    with running(torchrun(line) if by_torchrun else line) as process:
        wait_for_step(run, 1, process)
        assert len(mine(run)) > 2
        with pytest.raises(SettingsError, match="is in use by another run"):
            claim(run)
        process.kill()
        wait_until(lambda: not mine(run))
    claim(run).close()


def slurm(rank: int, port: int) -> dict[str, str]:
    found = {"SLURM_NTASKS": "2", "SLURM_STEP_ID": "0", "SLURM_JOB_ID": "1", "SLURM_JOB_NODELIST": "localhost"}
    found |= {"SLURM_NTASKS_PER_NODE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    return found | {"SLURM_PROCID": str(rank), "SLURM_LOCALID": str(rank)}


def test_what_the_first_process_refuses_ends_all_of_them(tmp_path: Path) -> None:
    """Under `srun` nobody ends the others: they would wait for hours."""
    port = free_port()
    (tmp_path / "metrics.jsonl").touch()
    line = command(tmp_path, *flags("bundled", processes="0"))
    with running(line, **slurm(1, port)) as second, running(line, **slurm(0, port)) as first:
        _, errors = first.communicate(timeout=100)
        _, others = second.communicate(timeout=SOON)
    assert (first.returncode, second.returncode) == (2, 2)
    assert f"{tmp_path} already holds a run" in errors
    assert others == ""  # told once


SHORT = "import datetime\nfrom rlve.training import distributed\ndistributed.JOINING = datetime.timedelta(seconds=6)\n"


@pytest.mark.parametrize("rank", [0, 1])
def test_a_process_that_never_comes_is_waited_for_for_minutes_only(rank: int, tmp_path: Path) -> None:
    run = tmp_path / "run"
    with running(command(run, *flags("bundled", processes="0"), first=SHORT), **slurm(rank, free_port())) as process:
        _, errors = process.communicate(timeout=100)
    assert process.returncode == 1
    assert f"Process {rank} of 2 " in errors
    assert "within 0.1 minutes" in errors
    assert "Traceback" not in errors
    assert not (run / "settings.yaml").exists()


def test_before_the_first_step_a_signal_ends_a_process_that_waits(tmp_path: Path) -> None:
    port = free_port()
    with running(command(tmp_path / "run", *flags("bundled", processes="0")), **slurm(0, port)) as process:
        wait_until(lambda: listening(port), 100)
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=SOON)
    assert process.returncode == -signal.SIGTERM


def listening(port: int) -> bool:
    """Whether someone on this machine listens on a port, without connecting to it."""
    lines = [*Path("/proc/net/tcp").read_text().splitlines(), *Path("/proc/net/tcp6").read_text().splitlines()]
    return any(f":{port:04X} " in line.split(maxsplit=2)[1] + " " and " 0A " in line for line in lines)


def test_a_launcher_that_is_stopped_before_the_first_step_changes_nothing(spark: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    with running(command(run, *flags(spark, processes="2", zero_stage="2"))) as process:
        wait_until(lambda: len(mine(run)) > 1, 100)
        time.sleep(1.0)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=SOON)
    assert process.returncode == 128 + signal.SIGTERM, errors
    assert [path.name for path in run.iterdir()] == ["lock"]
    wait_until(lambda: not mine(run))


def test_a_signal_that_comes_twice_within_a_moment_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(stopping.time, "monotonic", lambda: now[0])
    monkeypatch.delenv("RANK", raising=False)
    stop = Stop(tmp_path, speaks=False)
    assert not stop.requested
    stop.heard(signal.SIGTERM, None)
    now[0] += 0.9
    stop.heard(signal.SIGTERM, None)
    assert stop.requested
    assert stop.status == 0
    now[0] += 0.2
    with pytest.raises(KeyboardInterrupt):
        stop.heard(signal.SIGINT, None)
    assert stop.status_at_once == 130


def test_slurms_warning_does_not_make_the_next_signal_a_second_one(tmp_path: Path) -> None:
    stop = Stop(tmp_path, speaks=False)
    stop.heard(signal.SIGUSR1, None)
    stop.again.echo = -1.0
    stop.heard(signal.SIGUSR1, None)
    assert stop.requested
    assert stop.status == 0


def test_signals_that_are_ignored_stay_ignored(tmp_path: Path) -> None:
    script = (
        "import signal, sys\nfrom pathlib import Path\nfrom rlve.training.stopping import Stop, default_signals\n"
        f"default_signals()\nstop = Stop(Path({str(tmp_path)!r}))\nstop.listen()\n"
        "print(signal.getsignal(signal.SIGHUP) is signal.SIG_IGN, signal.getsignal(signal.SIGTERM) == stop.heard)"
    )
    done = subprocess.run(["nohup", sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True"]


DEAF = """
import ctypes, sys
from pathlib import Path
from rlve.training import stopping
stopping.ECHO, stopping.GRACE = 0.2, 0.2
stop = stopping.Stop(Path(sys.argv[1]), speaks=False)
stop.listen()
stop.insist()
mutex = ctypes.create_string_buffer(256)
libc = ctypes.CDLL(None)
libc.pthread_mutex_lock(mutex)
print("deaf", flush=True)
libc.pthread_mutex_lock(mutex)  # for ever, and no handler of Python's runs
"""


def test_a_second_signal_ends_even_a_process_that_hears_nothing(tmp_path: Path) -> None:
    with running([sys.executable, "-c", DEAF, str(tmp_path)]) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        time.sleep(0.4)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(SOON) == 128 + signal.SIGTERM
