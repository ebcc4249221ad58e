"""What keeps the pool's worker processes at work: one thread that moves bytes, and starts and ends processes.

It runs neither the caller's code nor a check, and reads no result, so that it is never away for long: a worker that has
finished gets its next task although the caller is busy elsewhere. Whoever waits for a result looks after the thread.
"""

import contextlib
import mmap
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rlve.envs.judging import fault
from rlve.envs.verdict import one_line
from rlve.envs.worker import (
    FAILED,
    HEADER,
    IDLE,
    READY,
    STATE,
    UNREADABLE,
)

Failure = TimeoutError | ChildProcessError

BOOT = """
import os, sys
sys.path[:] = {path!r}
try:
    from rlve.envs.worker import main
except BaseException as error:
    os.write({channel}, f"{{type(error).__name__}}: {{error}}".encode(errors="replace")[:1000])
    os._exit(1)
main({channel}, {state}, {parent})
"""
DEPTH = 2  # tasks that a worker has at a time, so that it need not wait for the next one
START_SECONDS = 120.0
FAILED_STARTS = 3  # in a row, of workers that end by themselves; killed ones are begun again more often
KILLED_STARTS = 20  # and `START_SECONDS` without one that came to life
LOSSES = 20  # times that a task may be given to a worker that dies before it reads it
KILLED = 5  # times that an item is tried again after SIGKILL, which comes from outside; after other signals, once
GLANCE = 0.2  # seconds between two looks at workers that are busy
BLOCKED = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2}
MOST_BYTES = 2**40


class PoolFailed(RuntimeError):
    """The pool, or a process of it, cannot work; the message says why in one sentence."""


class Ticket:
    """Items that were asked for together, and what became of each."""

    def __init__(self, function: Callable[[Any], Any], items: list[Any], timeout: float | None) -> None:
        self.function = function
        self.items = items
        self.timeout = timeout
        self.done = threading.Event()
        self.failures: dict[int, Failure] = {}
        self._bodies: list[tuple[list[int], bytes]] = []
        self._open = set(range(len(items)))

    def tasks(self) -> "list[Task]":
        """The items as they travel: together, or one by one where some cannot travel, which are failures then."""
        try:
            return [Task(self, list(range(len(self.items))), self.packed(self.items))]
        except Exception:
            return [task for place in range(len(self.items)) if (task := self.alone(place)) is not None]

    def alone(self, place: int, again: int = 0) -> "Task | None":
        try:
            return Task(self, [place], self.packed([self.items[place]]), again)
        except Exception as error:
            self.fail(place, ChildProcessError(f"could not be sent to a process: {fault(error)}"))
            return None

    def packed(self, items: list[Any]) -> bytes:
        return pickle.dumps((self.function, items), pickle.HIGHEST_PROTOCOL)

    def keep(self, places: list[int], body: bytes) -> None:
        self._bodies.append((places, body))
        self._close(places)

    def fail(self, place: int, failure: Failure) -> None:
        if place in self._open:
            self.failures[place] = failure
            self._close([place])

    @property
    def whole(self) -> bool:
        return not self._open

    def _close(self, places: list[int]) -> None:
        self._open.difference_update(places)
        if not self._open:
            self.done.set()

    def results(self) -> Iterator[tuple[int, Any]]:
        """For each item a pair of the worker's, to be read once all is done."""
        found: dict[int, tuple[int, Any]] = {place: (FAILED, failure) for place, failure in self.failures.items()}
        for places, body in self._bodies:
            try:
                pairs = pickle.loads(body)
            except Exception as error:
                pairs = [(FAILED, f"gave what cannot be read: {fault(error)}")] * len(places)
            for place, (kind, value) in zip(places, pairs, strict=True):
                found[place] = kind, ChildProcessError(value) if kind == FAILED else value
        for place in range(len(self.items)):
            yield found[place]


@dataclass(eq=False)
class Task:
    """Some items of a ticket, on their way to a worker. `again`: how many workers that had begun it were killed."""

    ticket: Ticket
    places: list[int]
    body: bytes
    again: int = 0
    lost: int = 0


@dataclass(eq=False)
class Worker:
    """A process and what it has to do. `tasks` are numbered from `first` on."""

    process: "subprocess.Popen[bytes]"
    connection: socket.socket
    state: mmap.mmap
    started: float
    ready: bool = False
    first: int = 0
    tasks: deque[Task] = field(default_factory=deque)
    done: int = 0  # items of the first task whose results are here
    outgoing: deque[memoryview] = field(default_factory=deque)
    incoming: bytearray = field(default_factory=bytearray)
    seen: tuple[int, int, float] = (0, IDLE, 0.0)  # the state that looked too old at the last glance

    def doing(self) -> tuple[int, int, float]:
        task, place, since = STATE.unpack_from(self.state, 0)
        return task, place, since


class Supervisor:
    """Does tasks in at most `workers` processes, which are started when there is work, and anew when they die."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.failed: PoolFailed | None = None
        self._owner = os.getpid()
        self._path = _path()
        self._lock = threading.Lock()
        self._queue: deque[Task] = deque()
        self._tickets: weakref.WeakSet[Ticket] = weakref.WeakSet()  # those that somebody may wait for
        self._live: list[Worker] = []
        self._killed_starts = self._failed_starts = 0  # since the last one that came to life
        self._failing_since = 0.0
        self._closing = False
        self._thread: threading.Thread | None = None
        self._ear, self._bell = socket.socketpair()
        self._ear.setblocking(False)
        self._bell.setblocking(False)

    # What the caller's threads do

    def ask(self, ticket: Ticket) -> None:
        """Begin a ticket's work. Raises `PoolFailed`."""
        self._check()
        tasks = ticket.tasks()
        if not tasks:
            return
        with self._lock:
            self._tickets.add(ticket)
            self._queue.extend(tasks)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="rlve pool", daemon=True)
                self._thread.start()
        self._ring()

    def wait(self, ticket: Ticket) -> None:
        """Until a ticket is done. Raises `PoolFailed` if it never will be."""
        while not ticket.done.wait(1.0):
            self._check()
            if self._thread is None or not self._thread.is_alive():
                raise PoolFailed("the pool's thread has ended")
        if not ticket.whole:
            raise self.failed or PoolFailed("the pool is closed")

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        self._closing = True
        if os.getpid() != self._owner:
            return
        self._ring()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        self._ear.close()
        self._bell.close()

    def _check(self) -> None:
        if self.failed is not None:
            raise self.failed
        if self._closing:
            raise PoolFailed("the pool is closed")
        if os.getpid() != self._owner:
            raise PoolFailed("a pool belongs to the process that made it, not to a fork of it")

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # full: it has been rung often enough
            self._bell.send(b"!")

    # What the thread does

    def _run(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, BLOCKED)  # and workers inherit it: none is killed while it starts
        try:
            while not self._closing:
                self._start_workers()
                self._hand_out()
                self._watch()
        except PoolFailed as error:
            self.failed = error
        except BaseException as error:  # the callers must learn of it, whatever it is
            self.failed = PoolFailed(f"the pool failed: {fault(error)}")
        finally:
            for worker in self._live:
                _end(worker)
            self._live.clear()
            with self._lock:
                for ticket in self._tickets:
                    ticket.done.set()  # though it is not whole

    def _start_workers(self) -> None:
        while len(self._live) < self.workers:
            free = sum(not worker.tasks for worker in self._live)
            if free >= len(self._queue):
                return
            try:
                self._live.append(_start(self._path))
            except (OSError, ValueError) as error:
                if not self._live:
                    raise PoolFailed(f"no worker process can be started: {one_line(str(error))}") from error
                return  # those that there are do the work

    def _hand_out(self) -> None:
        for depth in range(DEPTH):
            for worker in list(self._live):
                if worker.ready and len(worker.tasks) == depth:
                    with self._lock:
                        if not self._queue:
                            return
                        task = self._queue.popleft()
                    number = worker.first + len(worker.tasks)
                    worker.tasks.append(task)
                    worker.outgoing.append(memoryview(HEADER.pack(number, 0, len(task.places), len(task.body))))
                    worker.outgoing.append(memoryview(task.body))
                    self._send(worker)

    def _watch(self) -> None:
        """Wait until something happens, and see to it."""
        poller = select.poll()
        poller.register(self._ear, select.POLLIN)
        by_descriptor = {}
        for worker in self._live:
            by_descriptor[worker.connection.fileno()] = worker
            poller.register(worker.connection, select.POLLIN | (select.POLLOUT if worker.outgoing else 0))
        for descriptor, event in poller.poll(self._patience()):
            worker_or_none = by_descriptor.get(descriptor)
            if worker_or_none is None:
                with contextlib.suppress(BlockingIOError):
                    self._ear.recv(4096)
            elif event & ~select.POLLOUT:
                self._receive(worker_or_none)
            else:
                self._send(worker_or_none)
        for worker in list(self._live):
            self._look_after(worker)

    def _patience(self) -> int | None:
        """Milliseconds until somebody has to be looked at; None if nobody works."""
        busy = [worker for worker in self._live if worker.tasks or not worker.ready]
        if not busy:
            return None
        wait, now = GLANCE, time.monotonic()
        for worker in busy:
            timeout = worker.tasks[0].ticket.timeout if worker.tasks else None
            if timeout is not None:
                _, place, since = worker.doing()
                left = since + timeout - now if place != IDLE else timeout
                wait = min(wait, max(left, 0.01))
        return int(wait * 1000) + 1

    def _look_after(self, worker: Worker) -> None:
        if worker not in self._live:
            return
        if worker.process.poll() is not None:
            self._bury(worker)
        elif not worker.ready:
            if time.monotonic() - worker.started > START_SECONDS:
                self._bury(worker)
        elif worker.tasks:
            state = task, place, since = worker.doing()
            timeout = worker.tasks[0].ticket.timeout
            late = timeout is not None and place != IDLE and time.monotonic() - since > timeout
            if late and task == worker.first and place < len(worker.tasks[0].places):
                if worker.seen == state:  # twice the same: it was not read while it was written
                    self._bury(worker, late=True)
                worker.seen = state

    def _send(self, worker: Worker) -> None:
        try:
            while worker.outgoing:
                sent = worker.connection.send(worker.outgoing[0])
                if sent == len(worker.outgoing[0]):
                    worker.outgoing.popleft()
                else:
                    worker.outgoing[0] = worker.outgoing[0][sent:]
        except BlockingIOError:
            pass
        except OSError:
            self._bury(worker)

    def _receive(self, worker: Worker) -> None:
        if worker in self._live and not self._read(worker):
            self._bury(worker)

    def _read(self, worker: Worker) -> bool:
        """Take in what has come; False once the other end is closed."""
        try:
            while portion := worker.connection.recv(1 << 20):
                worker.incoming += portion
                if not self._take(worker):
                    return False
        except BlockingIOError:
            return True
        except OSError:
            pass
        return False

    def _take(self, worker: Worker) -> bool:
        """Whole messages out of what has come; False if they make no sense: something else wrote to the channel."""
        while len(worker.incoming) >= HEADER.size:
            number, place, count, length = HEADER.unpack_from(worker.incoming)
            if not worker.ready:
                if (number, place, count, length) != (0, READY, 0, 0):
                    return False
                worker.ready = True
                self._killed_starts = self._failed_starts = 0
                del worker.incoming[: HEADER.size]
                continue
            if not worker.tasks or number != worker.first or not 0 <= length < MOST_BYTES:
                return False
            if len(worker.incoming) < HEADER.size + length:
                return True
            body = bytes(worker.incoming[HEADER.size : HEADER.size + length])
            del worker.incoming[: HEADER.size + length]
            if not self._settle(worker, place, count, body):
                return False
        return True

    def _settle(self, worker: Worker, place: int, count: int, body: bytes) -> bool:
        """Results of the first task."""
        task = worker.tasks[0]
        if place == UNREADABLE:
            if len(task.places) > 1:
                self._put_back([task.ticket.alone(each) for each in task.places])
            else:
                task.ticket.keep(task.places, body)
            worker.done = len(task.places)
        elif place == worker.done and 0 < count <= len(task.places) - place:
            task.ticket.keep(task.places[place : place + count], body)
            worker.done += count
        else:
            return False
        if worker.done == len(task.places):
            worker.tasks.popleft()
            worker.first, worker.done = worker.first + 1, 0
        return True

    def _bury(self, worker: Worker, late: bool = False) -> None:
        """End a worker and see what becomes of its tasks: only the item that it was working on is in question."""
        if worker not in self._live:
            return
        self._live.remove(worker)
        running = worker.process.poll() is None
        if running and not late:
            with contextlib.suppress(subprocess.TimeoutExpired):  # its channel closes a moment before it ends
                worker.process.wait(0.2 if worker.ready else 1.0)
        worker.process.kill()
        status = worker.process.wait()
        if worker.ready:
            self._read(worker)  # what it had still sent
        if not worker.ready:
            self._note_failed_start(worker, status)
        state = number, place, _ = worker.doing()
        late = late and state == worker.seen  # or it had finished before it was ended
        tasks: list[Task | None] = []
        for offset, task in enumerate(worker.tasks):
            if offset or number != worker.first or place == IDLE:
                tasks += self._not_begun(task)
            else:
                tasks += self._interrupted(task, worker.done, place, late, status)
        self._put_back(tasks)
        _close(worker)

    def _not_begun(self, task: Task) -> list[Task | None]:
        task.lost += 1
        if task.lost < LOSSES:
            return [task]
        for place in task.places:
            task.ticket.fail(place, ChildProcessError(f"had {LOSSES} processes that died before they began"))
        return []

    def _interrupted(self, task: Task, done: int, at: int, late: bool, status: int) -> list[Task | None]:
        """The items of a task that are to be tried again, each alone."""
        if len(task.places) == 1:  # whether it was being read, worked on or sent back
            at = 0
        tasks: list[Task | None] = []
        for number, place in enumerate(task.places[done:], done):
            if number != at:
                tasks.append(task.ticket.alone(place, task.again))
            elif late:
                task.ticket.fail(place, TimeoutError(f"took more than {task.ticket.timeout:g} s"))
            elif status < 0 and task.again < (KILLED if status == -signal.SIGKILL else 1):
                tasks.append(task.ticket.alone(place, task.again + 1))
            else:
                task.ticket.fail(place, ChildProcessError(_ending(status)))
        return tasks

    def _put_back(self, tasks: list[Task | None]) -> None:
        with self._lock:
            self._queue.extendleft(task for task in reversed(tasks) if task is not None)

    def _note_failed_start(self, worker: Worker, status: int) -> None:
        """Raises `PoolFailed` if there is no hope."""
        now = time.monotonic()
        self._killed_starts += status < 0
        self._failed_starts += status >= 0
        if self._killed_starts + self._failed_starts == 1:
            self._failing_since = now
        hopeless = self._killed_starts >= KILLED_STARTS and now - self._failing_since > START_SECONDS
        if self._failed_starts >= FAILED_STARTS or hopeless:
            with contextlib.suppress(OSError):
                while portion := worker.connection.recv(4096):
                    worker.incoming += portion
            why = one_line(worker.incoming.decode(errors="replace")) or f"a process that was starting {_ending(status)}"
            raise PoolFailed(f"no worker process can be started: {why}")


def _start(path: list[str]) -> Worker:
    """A new worker process, which is not ready yet. Raises `OSError`."""
    ours, theirs = socket.socketpair()
    try:
        state = _shared()
    except BaseException:
        ours.close()
        theirs.close()
        raise
    with theirs, state:
        shared = mmap.mmap(state.fileno(), mmap.PAGESIZE)
        STATE.pack_into(shared, 0, 0, IDLE, 0.0)
        code = BOOT.format(path=path, channel=theirs.fileno(), state=state.fileno(), parent=os.getpid())
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", code],
                stdin=subprocess.DEVNULL,
                stdout=_printing(),
                pass_fds=(theirs.fileno(), state.fileno()),
                env={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **os.environ},
            )
        except BaseException:
            ours.close()
            raise
    ours.setblocking(False)
    return Worker(process, ours, shared, time.monotonic())


def _shared() -> Any:
    """An open file of one page, without a name."""
    if hasattr(os, "memfd_create"):
        file = os.fdopen(os.memfd_create("rlve"), "r+b", buffering=0)
    else:
        file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - the caller closes it
    file.write(bytes(mmap.PAGESIZE))  # written, not only reserved: a full disk shows here
    return file


def _printing() -> int:
    """Where workers print: standard error, if there is one. Standard output is the caller's."""
    try:
        os.fstat(2)
    except OSError:
        return subprocess.DEVNULL
    return 2


def _path() -> list[str]:
    """Where workers import from: where we do. The working folder comes last, so that no file in it hides a module."""
    try:
        here = str(Path.cwd())
    except OSError:  # it was deleted
        here = ""
    entries = [os.path.abspath(entry) if entry else here for entry in sys.path if isinstance(entry, str)]  # noqa: PTH100
    others = [entry for entry in dict.fromkeys(entries) if entry and entry != here]
    return others + ([here] if here and here in entries else [])


def _ending(status: int) -> str:
    if status >= 0:
        return f"died with status {status}"
    try:
        return f"died of {signal.Signals(-status).name}"
    except ValueError:
        return f"died of signal {-status}"


def _end(worker: Worker) -> None:
    worker.process.kill()
    worker.process.wait()
    _close(worker)


def _close(worker: Worker) -> None:
    worker.connection.close()
    worker.state.close()
