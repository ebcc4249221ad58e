"""Untrusted Python programs, run in a process that can do next to nothing else.

Each run has limits on processor time, wall time, memory, processes, open files and output, an empty working folder,
a clean environment, a filter of system calls (no sockets, no signals to others), no files but its own, Python and the
system's libraries, and, where the kernel grants namespaces, no network and no other processes. `protections` says which
of these hold on this machine, `objection` why nothing can be run on it.
"""

import contextlib
import functools
import json
import os
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

CONFINEMENT = Path(__file__).with_name("confinement.py")
GRACE_SECONDS = 15.0  # for start-up on a busy machine; the confined side keeps the time limit itself
KILLED = -9
MOST_TOLD = 4096  # bytes of errors, and of what is said about a run
PROTECTIONS = ("calls", "files", "ipc", "network", "paths", "processes")
NAMESPACES = LANDLOCK = True  # tests play a kernel without them
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
FLAG = "--allow-weak-isolation"
CHECK = "print(6 * 7)"


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


@dataclass(frozen=True)
class Told:
    """What the confined side said on its channel, to which the program has no access. `broken`: why nothing ran."""

    started: bool = False
    status: int | None = None
    stopped: str = ""
    broken: str = ""
    granted: tuple[str, ...] = ()


def run(
    program: str,
    stdin: bytes = b"",
    limits: Limits | None = None,
    python: str = sys.executable,
    allow_weak_isolation: bool = False,
) -> Finished:
    """Run a Python program to its end or its limits. Safe in any thread.

    Raises SandboxError when Python cannot start there, for example because it lies in a folder that only root may read
    while the kernel grants no namespaces; when the kernel does not keep programs from other files, unless
    `allow_weak_isolation`; and on any system but Linux. Nothing is ever run with more rights instead.
    """
    if sys.platform != "linux":
        raise SandboxError("the sandbox for programs needs Linux")
    finished, told = confined(program, stdin, limits or Limits(), python=python, weak=allow_weak_isolation)
    if told.broken or not told.started:
        reason = told.broken or finished.errors.strip().partition("\n")[0] or finished.stopped or "it ended at once"
        raise SandboxError(f"the sandbox cannot start Python: {reason}")
    return finished


def protections() -> tuple[str, ...]:
    """Which of PROTECTIONS the kernel grants here: a filter of system calls, namespaces, or closed paths (Landlock)."""
    if sys.platform != "linux":
        return ()
    return _granted(NAMESPACES, LANDLOCK)


@functools.cache
def _granted(_namespaces: bool, _landlock: bool) -> tuple[str, ...]:
    _, told = confined("", b"", Limits(), probe=True, weak=True)
    return tuple(name for name in PROTECTIONS if name in told.granted)


def missing_protections() -> tuple[str, ...]:
    """Those that the kernel does not grant, and that no other stands in for: closed paths do for files of one's own."""
    granted = {*protections()}
    if "paths" in granted:
        granted.add("files")
    return tuple(name for name in PROTECTIONS if name not in granted and name != "paths")


def is_weak() -> bool:
    """Whether programs here could open files of others, or sockets."""
    granted = protections()
    return "calls" not in granted or not ({"files", "paths"} & {*granted})


def objection(allow_weak_isolation: bool = False) -> str:
    """Why no program can be judged on this machine, found by running one; empty if programs can be judged."""
    if sys.platform != "linux":
        return "the sandbox for programs needs Linux"
    if is_weak() and not allow_weak_isolation:
        return f"this kernel does not keep them from other files; with {FLAG} {what_remains()}"
    try:
        finished = run(CHECK, allow_weak_isolation=allow_weak_isolation)
    except SandboxError as error:
        return str(error)
    return (
        "" if finished.succeeded and finished.output == b"42\n" else f"a first program failed: {finished.errors[:200]}"
    )


def what_remains() -> str:
    """What programs can do where the isolation is weak."""
    if os.geteuid() == 0:
        who = "they run as a user without rights, read what everybody may read"
    else:
        who = "they run with your rights, read what you may read"
    return f"{who} (the expected answers in --data too), and can leave files in folders that they may write to"


def confined(
    program: str,
    stdin: bytes,
    limits: Limits,
    *,
    namespaces: bool | None = None,
    probe: bool = False,
    python: str = sys.executable,
    weak: bool = False,
) -> tuple[Finished, Told]:
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
        "namespaces": NAMESPACES if namespaces is None else namespaces,
        "landlock": LANDLOCK,
        "probe": probe,
        "weak": weak,
    }
    try:
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as written_order:
            given.write(stdin)
            given.seek(0)
            os.fchmod(given.fileno(), 0o444)  # it has no name any more: only the program finds it, as /dev/stdin
            written_order.write(json.dumps(order).encode())
            written_order.seek(0)
            channel, far_end = os.pipe()
            try:
                process = subprocess.Popen(
                    [sys.executable, "-I", "-S", str(CONFINEMENT), str(written_order.fileno()), str(far_end)],
                    stdin=given,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    pass_fds=[written_order.fileno(), far_end],
                    env={"PATH": "/usr/bin:/bin"},
                    cwd="/",
                    start_new_session=True,
                )
            except BaseException:
                os.close(channel)
                raise
            finally:
                os.close(far_end)
            with os.fdopen(channel, "rb", buffering=0) as told:
                return attended(process, told.fileno(), limits)
    finally:
        remove(root)


def attended(process: "subprocess.Popen[bytes]", channel: int, limits: Limits) -> tuple[Finished, Told]:
    """Read what a run writes until it ends; kill it when it is late or writes more than it may."""
    assert process.stdout is not None
    assert process.stderr is not None
    until = time.monotonic() + limits.wall_seconds + GRACE_SECONDS
    output, errors, said, stopped, written = bytearray(), bytearray(), bytearray(), "", 0
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ, output)
            selector.register(process.stderr, selectors.EVENT_READ, errors)
            selector.register(channel, selectors.EVENT_READ, said)
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
                    del errors[MOST_TOLD:]
                if written > limits.output:
                    stopped = "too much output"
    finally:
        process.terminate()  # the confined side then ends all that it started; no effect where it has ended
        try:
            process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        process.stderr.close()
    told = understood(bytes(said))
    status = KILLED if told.status is None else told.status
    return Finished(status, bytes(output), errors.decode(errors="replace"), stopped or told.stopped), told


def understood(said: bytes) -> Told:
    """The lines of the channel."""
    lines = said.decode(errors="replace").splitlines()
    after = {word: line.removeprefix(word).strip() for line in lines for word in (line.partition(" ")[0],)}
    stopped = "late" if "late" in after else "too much in files" if "large" in after else ""
    return Told(
        started="started" in after,
        status=int(after["status"]) if "status" in after else None,
        stopped=stopped,
        broken=after.get("broken", ""),
        granted=tuple(json.loads(after["granted"])) if "granted" in after else (),
    )


def remove(root: str) -> None:
    """A run's folder, also where the program has taken the rights from folders in it."""

    def again(remove_it: Callable[[str], object], path: str, _error: object) -> None:
        with contextlib.suppress(OSError):
            Path(path).parent.chmod(0o700)
            Path(path).chmod(0o700)
            if remove_it is os.rmdir or Path(path).is_file():
                remove_it(path)
            else:
                shutil.rmtree(path, ignore_errors=True)

    shutil.rmtree(root, onerror=again)
