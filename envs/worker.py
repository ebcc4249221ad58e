"""A worker process of the pool: a fresh interpreter that takes work from a socket until its parent is gone.

It is no fork of its parent, which may hold a GPU and a hundred threads, and it never imports the parent's `__main__`.
What it is doing stands in memory that the parent sees too: so the parent knows, whenever this process ends, which item
is to blame. What a check prints goes to standard error; the socket is of no use to it by accident.

A message either way is a `HEADER` and a pickled body. To the worker: the number of the task; (function, items). From
the worker: the number of the task, the place of its first item, and how many; a pair for each item, of which the first
says what the second is: `RETURNED` a value, `RAISED` an exception, `FAILED` what kept the item from either.
"""

import contextlib
import io
import mmap
import os
import pickle
import signal
import socket
import sys
import time
from collections.abc import Callable
from struct import Struct
from typing import Any

from rlve.envs.judging import fault
from rlve.envs.orphans import end_with

HEADER = Struct("<qqqq")  # task, place, count, length of the body
STATE = Struct("<qqd")  # task, place of the item that is being worked on, and since when, by the monotonic clock
IDLE, LOADING = -2, -1  # places of no item: waits for work; reads the items
READY, UNREADABLE = -3, -4  # places in headers: the worker has started; the body could not be read, or not all of it
RETURNED, RAISED, FAILED = 0, 1, 2
MEMORY = 4 * 2**30  # bytes of address space that work may take, beside what is mapped at start
HOLD_BACK = 0.05  # seconds of results that travel together
IGNORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2)


def main(channel: int, state: int, parent: int) -> None:
    """Work until the channel is closed. The arguments: two file descriptors, and the parent's process id."""
    for number in IGNORED:  # they reach a whole group, and the parent ends its workers when it wants to
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    end_with(parent)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # a worker that is ended has no time to write what it held back
    os.set_inheritable(channel, False)
    with contextlib.suppress(OSError), socket.socket(fileno=channel) as connection:
        shared = mmap.mmap(state, mmap.PAGESIZE)
        os.close(state)
        limit_memory(MEMORY)
        connection.sendall(HEADER.pack(0, READY, 0, 0))
        while (header := received(connection, HEADER.size)) is not None:
            task, _, _, length = HEADER.unpack(header)
            STATE.pack_into(shared, 0, task, LOADING, time.monotonic())
            body = received(connection, length)
            if body is None:
                break
            work(connection, shared, task, body)
            STATE.pack_into(shared, 0, task, IDLE, 0.0)


def work(connection: socket.socket, shared: mmap.mmap, task: int, body: bytearray) -> None:
    """One task: its items one after the other, its results in portions."""
    try:
        function, items = pickle.loads(body)
    except BaseException as error:
        send(connection, task, UNREADABLE, [(FAILED, f"could not be read: {fault(error)}")])
        return
    done: list[tuple[int, Any]] = []
    sent, last = 0, time.monotonic()
    for place, item in enumerate(items):
        now = time.monotonic()
        STATE.pack_into(shared, 0, task, place, now)
        if now - last > HOLD_BACK and done:
            send(connection, task, sent, done)
            sent, last, done = place, now, []
        done.append(attempt(function, item))
    STATE.pack_into(shared, 0, task, len(items), time.monotonic())  # none is to blame for what happens now
    if done:
        send(connection, task, sent, done)


def attempt(function: Callable[[Any], Any], item: Any) -> tuple[int, Any]:
    try:
        return RETURNED, function(item)
    except Exception as error:
        return RAISED, portable(error)
    except BaseException as error:
        return FAILED, f"raised {fault(error)}"


def portable(error: Exception) -> Exception:
    """The exception if it can travel, else another one that says the same."""
    try:
        error.__traceback__ = None
        pickle.loads(pickle.dumps(error))
        return error
    except BaseException:
        return RuntimeError(fault(error))


def send(connection: socket.socket, task: int, place: int, results: list[tuple[int, Any]]) -> None:
    try:
        body = pickle.dumps(results)
    except Exception:
        results = [result if travels(result) else (FAILED, "gave what cannot be sent") for result in results]
        body = pickle.dumps(results)
    connection.sendall(HEADER.pack(task, place, len(results), len(body)))
    connection.sendall(body)


def travels(result: tuple[int, Any]) -> bool:
    try:
        return bool(pickle.dumps(result))
    except Exception:
        return False


def received(connection: socket.socket, length: int) -> bytearray | None:
    """So many bytes; None if the parent has closed its end."""
    whole = bytearray(length)
    view, have = memoryview(whole), 0
    while have < length:
        count = connection.recv_into(view[have:])
        if not count:
            return None
        have += count
    return whole


def limit_memory(allowed: int) -> None:
    """No more address space than is mapped now and so many bytes; without a limit where the system knows none."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):  # macOS refuses to set it
        import resource

        try:
            with open("/proc/self/statm") as file:  # noqa: PTH123 - a worker's start is waited for
                mapped = int(file.read().split()[0]) * mmap.PAGESIZE
        except OSError:
            mapped = 0
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        limit = mapped + allowed
        resource.setrlimit(resource.RLIMIT_AS, (limit if most == resource.RLIM_INFINITY else min(limit, most), most))
