"""Worker processes that answer questions under a limit on time and memory, from any thread.

A worker is a fresh interpreter that reads one JSON value a line and writes one back. It is no fork of its parent
(which may hold a GPU and a hundred threads), needs no `if __name__ == "__main__"` in the caller's script, and is
ended by the kernel once a question has used up its processor time: an alarm or a thread cannot end a big power that
holds the interpreter's lock, and a limit on the clock alone would give other verdicts on a busy machine.
"""

import atexit
import contextlib
import importlib
import json
import math
import os
import resource
import select
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from rlve.envs.cores import usable_cores

MEMORY = 2 << 30
START_SECONDS = 120.0
PATIENCE = 10  # seconds of the clock for one second of processor time, on a machine however busy
READY = b"ready\n"


class Failed(Exception):
    """No answer: the worker was late, died, or raised."""


class GraderFailed(RuntimeError):
    """No worker can start, or a package of the grader cannot be imported: a verdict would say nothing of a response."""


class Workers:
    """Idle workers for `module.answer(question)`, at most one per core kept; each call has one of its own."""

    def __init__(self, module: str, seconds: float) -> None:
        self.module = module
        self.seconds = seconds
        self._idle: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        self._slots = threading.BoundedSemaphore(usable_cores())
        self._owner = os.getpid()
        atexit.register(self.close)

    def ask(self, question: Any) -> Any:
        """The worker's answer. Raises Failed after `seconds` of its processor time; the next call gets a new worker.

        Raises GraderFailed where no answer can be had to any question.
        """
        with self._slots:
            worker = self._take()
            try:
                assert worker.stdin is not None
                worker.stdin.write(json.dumps(question).encode() + b"\n")
                worker.stdin.flush()
                reply = json.loads(read_line(worker, PATIENCE * self.seconds))
            except (OSError, ValueError, Failed) as error:
                end(worker)
                raise Failed(str(error)) from None
            except BaseException:
                end(worker)
                raise
            with self._lock:
                self._idle.append(worker)
        if "broken" in reply:
            raise GraderFailed(f"the grader {self.module} cannot work: {reply['broken']}")
        if "error" in reply:
            raise Failed(reply["error"])
        return reply["answer"]

    def _take(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._owner != os.getpid():  # after a fork the idle workers still belong to the parent
                self._idle, self._owner = [], os.getpid()
            while self._idle:
                worker = self._idle.pop()
                if worker.poll() is None:
                    return worker
        return start(self.module, self.seconds)

    def close(self) -> None:
        """End the idle workers."""
        if self._owner == os.getpid():
            with self._lock:
                while self._idle:
                    end(self._idle.pop())


def start(module: str, seconds: float) -> "subprocess.Popen[bytes]":
    """A worker that has imported `module`. Raises GraderFailed where it cannot."""
    paths = [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]
    command = [sys.executable, "-P", "-m", "rlve.evaluation.graders.worker", module, str(seconds)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "OMP_NUM_THREADS": "1"}
    worker = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        env=environment,
    )
    try:
        said = read_line(worker, START_SECONDS)
        if said != READY:
            raise Failed(str(json.loads(said)["broken"]))
    except (Failed, ValueError, KeyError, TypeError) as error:
        end(worker)
        raise GraderFailed(f"the grader {module} cannot start: {error}") from None
    except BaseException:
        end(worker)
        raise
    return worker


def read_line(worker: "subprocess.Popen[bytes]", seconds: float) -> bytes:
    """One line from a worker. Raises Failed when it is late or gone."""
    assert worker.stdout is not None
    descriptor, line, until = worker.stdout.fileno(), b"", time.monotonic() + seconds
    while not line.endswith(b"\n"):
        poller = select.poll()
        poller.register(descriptor, select.POLLIN | select.POLLHUP)
        if not poller.poll(max(0.0, until - time.monotonic()) * 1000):
            raise Failed(f"no answer within {seconds:g} seconds")
        read = os.read(descriptor, 1 << 16)
        if not read:
            raise Failed("the worker died")
        line += read
    return line


def end(worker: "subprocess.Popen[bytes]") -> None:
    worker.kill()
    worker.wait()
    for pipe in (worker.stdin, worker.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def serve(module: str, seconds: float) -> None:
    """The worker's loop, until the parent's pipe closes or a question has used up its time."""
    channel = os.dup(1)
    os.dup2(2, 1)  # whatever a library prints must not look like an answer
    with contextlib.suppress(ValueError, OSError):  # macOS has no limit on memory: the one on time has to do
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        answer = importlib.import_module(module).answer
    except BaseException as error:
        os.write(channel, json.dumps({"broken": described(error)}).encode() + b"\n")
        raise
    os.write(channel, READY)
    for line in sys.stdin.buffer:
        limit = math.ceil(time.process_time() + seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        try:
            reply = {"answer": answer(json.loads(line))}
        except ImportError as error:  # of the installation, whatever the question was
            reply = {"broken": described(error)}
        except Exception as error:
            reply = {"error": described(error)}
        os.write(channel, json.dumps(reply).encode() + b"\n")


def described(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:200]


if __name__ == "__main__":
    serve(sys.argv[1], float(sys.argv[2]))
