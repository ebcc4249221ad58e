"""Untrusted Python programs, run in a process that can do next to nothing else.

Each run has limits on processor time, wall time, memory, processes, open files and output, an empty working folder,
a clean environment, a filter of system calls (no sockets, no signals to others), and, where the kernel grants
namespaces, no network, no other processes and no files but Python and the system's libraries. `protections` says which
of these hold on this machine.
"""

import functools
import json
import os
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

CONFINEMENT = Path(__file__).with_name("confinement.py")
LATE, BROKEN, FAILURE = 124, 125, "the sandbox cannot start Python"
GRACE_SECONDS = 15.0  # for start-up on a busy machine; the confined side keeps the time limit itself
PROTECTIONS = ("calls", "files", "ipc", "network", "processes")
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class SandboxError(Exception):
    """The sandbox itself cannot run anything on this machine."""


@dataclass(frozen=True)
class Limits:
    """What one run may use. Sizes are in bytes. Memory is per process.

    The clock is allowed much more than the processor, so that a busy machine changes no verdict.
    """

    cpu_seconds: float = 6.0
    wall_seconds: float = 60.0
    memory: int = 2 << 30
    processes: int = 8
    open_files: int = 64
    output: int = 16 << 20
    file_size: int = 16 << 20
    folder_size: int = 64 << 20
    stack: int = 256 << 20


@dataclass(frozen=True)
class Finished:
    """How a run ended: `exit_status` (0 is success), what it wrote, and why it was stopped, if it was."""

    exit_status: int
    output: bytes
    errors: str
    stopped: str = ""

    @property
    def succeeded(self) -> bool:
        return self.exit_status == 0 and not self.stopped


def run(program: str, stdin: bytes = b"", limits: Limits | None = None, python: str = sys.executable) -> Finished:
    """Run a Python program to its end or its limits. Safe in any thread.

    Raises SandboxError when Python cannot start there, for example because it lies in a folder that only root may read
    while the kernel grants no namespaces, or on any system but Linux: nothing is ever run with more rights instead.
    """
    if sys.platform != "linux":
        raise SandboxError("the sandbox for programs needs Linux")
    finished = confined(program, stdin, limits or Limits(), python=python)
    if finished.exit_status == BROKEN and finished.errors.startswith(FAILURE):
        raise SandboxError(finished.errors.strip())
    return finished


@functools.cache
def protections() -> tuple[str, ...]:
    """Which of PROTECTIONS the kernel grants here: a filter of system calls, and namespaces for the others."""
    if sys.platform != "linux":
        return ()
    probe = confined("", b"", Limits(), probe=True)
    granted = json.loads(probe.output) if probe.succeeded else []
    return tuple(name for name in PROTECTIONS if name in granted)


def missing_protections() -> tuple[str, ...]:
    return tuple(name for name in PROTECTIONS if name not in protections())


def confined(
    program: str,
    stdin: bytes,
    limits: Limits,
    *,
    namespaces: bool = True,
    probe: bool = False,
    python: str = sys.executable,
) -> Finished:
    """Start `confinement.py` with an order and stay with it. Without `namespaces`: as on a kernel that grants none."""
    root = tempfile.mkdtemp(prefix="rlve-sandbox-")
    order = {
        "program": program,
        "limits": asdict(limits),
        "root": root,
        "python": str(Path(python).resolve()),
        "executable": python,
        "python_folders": [sys.prefix, sys.base_prefix, str(Path(python).resolve().parent)],
        "environment": ENVIRONMENT,
        "namespaces": namespaces,
        "probe": probe,
    }
    try:
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as written_order:
            given.write(stdin)
            given.seek(0)
            written_order.write(json.dumps(order).encode())
            written_order.seek(0)
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(CONFINEMENT), str(written_order.fileno())],
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[written_order.fileno()],
                env={"PATH": "/usr/bin:/bin"},
                cwd="/",
                start_new_session=True,
            )
            return attended(process, limits)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def attended(process: "subprocess.Popen[bytes]", limits: Limits) -> Finished:
    """Read what a run writes until it ends; kill it when it is late or writes more than it may."""
    assert process.stdout is not None
    assert process.stderr is not None
    until = time.monotonic() + limits.wall_seconds + GRACE_SECONDS
    output, errors, stopped, written = bytearray(), bytearray(), "", 0
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ, output)
            selector.register(process.stderr, selectors.EVENT_READ, errors)
            while selector.get_map() and not stopped:
                remaining = until - time.monotonic()
                if remaining <= 0:
                    stopped = "late"
                for key, _ in selector.select(max(0.0, min(remaining, 1.0))):
                    read = os.read(key.fd, 1 << 16)
                    if not read:
                        selector.unregister(key.fileobj)
                    written += len(read)
                    key.data.extend(read)
                    del errors[4096:]
                if written > limits.output:
                    stopped = "too much output"
    finally:
        process.terminate()  # the confined side then ends all that it started; no effect where it has ended
        try:
            status = process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        process.stdout.close()
        process.stderr.close()
    if status == LATE and not stopped:
        stopped = "late"
    return Finished(status, bytes(output), errors.decode(errors="replace"), stopped)
