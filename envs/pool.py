"""Worker processes that generate problems and check responses, and that end what takes too long.

A thread or an alarm cannot stop a computation that holds the interpreter's lock, so the work is done in processes, and
a process whose work exceeds the limit is ended; the others go on. Results come in the order of their items. Work begins
as soon as it is asked for. Only a bounded number of items is read ahead, so that streams of any length take constant
memory.
"""

import resource
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as LimitExceeded
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context, resource_tracker
from types import TracebackType
from typing import Any, Self, TypeVar

from pebble import ProcessExpired, ProcessPool
from pebble.pool.process import WORKERS_NAME

from rlve.envs.problem import Problem
from rlve.envs.registry import get
from rlve.envs.verdict import Outcome, Verdict

Item = TypeVar("Item")
Result = TypeVar("Result")
Question = tuple[str, dict[str, Any], str]  # environment, instance, response
Failure = TimeoutError | ChildProcessError

MEMORY = 4 * 2**30  # bytes of address space that a worker may use


class Pool:
    """`workers` processes; `timeout` is in seconds, for each item; `chunk` items travel together.

    Of a stream, `ahead` chunks are begun before the reader takes the first result, by default two for each process and
    one more. Whoever brings items that must not wait for results sets it as high as there can be chunks.

    Use it as a context manager: leaving it ends the processes, at once if an exception is on its way.
    """

    def __init__(self, workers: int = 1, timeout: float = 10.0, chunk: int = 64, ahead: int = 0) -> None:
        self.ahead = ahead or 2 * workers + 1
        self.timeout = timeout
        self.chunk = chunk
        with _without_interrupts():  # if a worker had to start it, that would let interrupts through again
            resource_tracker.ensure_running()
        self._others = active_children()
        self._processes = ProcessPool(max_workers=workers, context=get_context("spawn"), initializer=_start_worker)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._processes.close()
        else:
            self._processes.stop()
        self._processes.join()
        for child in active_children():  # a worker that was only starting up: it would outlive us, and complain
            if child.name == WORKERS_NAME and child not in self._others:
                child.kill()
                child.join()

    def map(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        instead: Callable[[Item, Failure], Result] | None = None,
    ) -> Iterator[Result]:
        """`function(item)` for every item. An exception of the function is raised here.

        With `instead`, an item that takes longer than `timeout`, or whose process dies, gives `instead(item, failure)`;
        without it there is no limit.
        """
        if instead is not None:
            return self._limited(partial(_apply, function), items, instead)
        futures = self._ahead(partial(_apply, function), _chunks(items, self.chunk), None)
        return (result for _, future in futures for result in future.result())

    def verify(self, questions: Iterable[Question]) -> Iterator[Verdict]:
        """A verdict on every (environment, instance, response).

        Beside the outcomes of `Problem.verify`: `timeout`, with reward -1, and `error` without a reward, where the check
        failed or its process died. Consecutive responses to an equal instance share one problem, and so its solution.
        """

        def verdict(_: Question, failure: Failure) -> Verdict:
            outcome = Outcome.TIMEOUT if isinstance(failure, TimeoutError) else Outcome.ERROR
            return Verdict(None if outcome is Outcome.ERROR else -1.0, outcome, f"the check {failure}")

        return self._limited(_verify, questions, verdict)

    def _limited(
        self,
        function: Callable[[list[Item]], list[Result]],
        items: Iterable[Item],
        instead: Callable[[Item, Failure], Result],
    ) -> Iterator[Result]:
        """Results of a function of chunks; those of a chunk that failed as a whole are found one by one."""
        futures = self._ahead(function, _chunks(items, self.chunk), self.timeout)

        def results() -> Iterator[Result]:
            for chunk, future in futures:
                try:
                    yield from future.result()
                except (LimitExceeded, ProcessExpired):
                    yield from self._one_by_one(function, chunk, instead)

        return results()

    def _one_by_one(
        self,
        function: Callable[[list[Item]], list[Result]],
        items: list[Item],
        instead: Callable[[Item, Failure], Result],
    ) -> Iterator[Result]:
        for (item,), future in self._ahead(function, ([item] for item in items), self.timeout):
            try:
                yield from future.result()
            except LimitExceeded:
                yield instead(item, TimeoutError(f"took more than {self.timeout:g} s"))
            except ProcessExpired as error:
                yield instead(item, ChildProcessError(f"died with status {error.exitcode}"))

    def _ahead(
        self, function: Callable[[list[Item]], list[Result]], chunks: Iterable[list[Item]], timeout: float | None
    ) -> Iterator[tuple[list[Item], Future[list[Result]]]]:
        """Each chunk and its future, in order; the first ones are begun at once, others as these are taken."""
        begun: deque[tuple[list[Item], Future[list[Result]]]] = deque()
        chunks = iter(chunks)

        def begin() -> None:
            for chunk in islice(chunks, self.ahead - len(begun)):
                with _without_interrupts():
                    begun.append((chunk, self._processes.schedule(function, args=[chunk], timeout=timeout)))

        def taken() -> Iterator[tuple[list[Item], Future[list[Result]]]]:
            while begun:
                yield begun.popleft()
                begin()

        begin()
        return taken()


def _chunks(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C waits, and so does the end of a terminal. They reach the whole group, and the parent ends its workers.

    Threads and processes that begin in here never see them, not even before `_start_worker` is called.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most), most))


def _apply(function: Callable[[Item], Result], items: list[Item]) -> list[Result]:
    return [function(item) for item in items]


def _verify(questions: list[Question]) -> list[Verdict]:
    return list(verify(questions))


def verify(questions: Iterable[Question]) -> Iterator[Verdict]:
    """The verdicts of `Pool.verify`, made in this process and so without a limit."""
    last: tuple[str, dict[str, Any]] | None = None
    problem: Problem[Any] | None = None
    for name, instance, response in questions:
        try:
            if problem is None or last != (name, instance):
                last, problem = (name, instance), None
                problem = get(name).restore(instance)
            yield problem.verify(response)
        except Exception as error:
            yield Verdict(None, Outcome.ERROR, f"{type(error).__name__}: {str(error)[:200]}")
