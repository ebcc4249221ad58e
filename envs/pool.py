"""Worker processes that generate problems and check responses, and that end what takes too long.

A thread or an alarm cannot stop a computation that holds the interpreter's lock, so the work is done in processes, and
a process whose work exceeds the limit is ended; the others go on. Results come in the order of their items. Work begins
as soon as it is asked for. Only a bounded number of items is read ahead, so that streams of any length take constant
memory. A worker that dies, for whatever reason, costs at most the item that it was working on; that item is tried again
if the worker was killed by a signal.
"""

import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from types import TracebackType
from typing import Any, Self, TypeVar

from rlve.envs.judging import Question, Refused, answer, verify
from rlve.envs.supervisor import Failure, PoolFailed, Supervisor, Ticket
from rlve.envs.verdict import Outcome, Verdict
from rlve.envs.worker import RAISED, RETURNED

__all__ = ["Failure", "Pool", "PoolFailed", "Question", "Refused", "verify"]

Item = TypeVar("Item")
Result = TypeVar("Result")


class Pool:
    """`workers` processes; `timeout` is in seconds, for each item; `chunk` items travel together.

    Of a stream, `ahead` chunks are begun before the reader takes the first result, by default two for each process and
    one more. Whoever brings items that must not wait for results sets it as high as there can be chunks.

    Use it as a context manager: leaving it ends the processes at once, whatever they are doing. They are started when
    there is work. Taking results raises `PoolFailed` where no process can be started.
    """

    def __init__(self, workers: int = 1, timeout: float = 10.0, chunk: int = 64, ahead: int = 0) -> None:
        self.ahead = ahead or 2 * workers + 1
        self.timeout = timeout
        self.chunk = chunk
        self._supervisor = Supervisor(workers)
        self.close = weakref.finalize(self, self._supervisor.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def map(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        instead: Callable[[Item, Failure], Result] | None = None,
    ) -> Iterator[Result]:
        """`function(item)` for every item. An exception of the function is raised here.

        The function is one that can be imported by its name, not one of the script itself. With `instead`, an item that
        takes longer than `timeout`, whose process dies, or that cannot travel between processes, gives
        `instead(item, failure)`; without it there is no limit, and such an item raises `PoolFailed`.
        """
        if getattr(function, "__module__", "") == "__main__":
            raise ValueError(f"workers do not run the script again: put {function.__name__} into a module of its own")

        def failed(item: Item, failure: Failure) -> Result:
            raise PoolFailed(f"the work on an item {failure}")

        return self._each(function, items, instead or failed, None if instead is None else self.timeout)

    def verify(self, questions: Iterable[Question | Refused]) -> Iterator[Verdict]:
        """A verdict on every (environment, instance, response).

        Beside the outcomes of `Problem.verify`: `timeout`, with reward -1, and `error` without a reward, where the
        check failed or its process died. Consecutive responses to an equal instance share one problem and its solution.
        """

        def failed(_: Question | Refused, failure: Failure) -> tuple[float | None, str, str]:
            late = isinstance(failure, TimeoutError)
            return (-1.0 if late else None), (Outcome.TIMEOUT if late else Outcome.ERROR).value, f"the check {failure}"

        answers = self._each(answer, questions, failed, self.timeout)
        return (Verdict(reward, Outcome(outcome), reason) for reward, outcome, reason in answers)

    def _each(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        instead: Callable[[Item, Failure], Result],
        timeout: float | None,
    ) -> Iterator[Result]:
        """Results in order; the first chunks are begun at once, others as results are taken."""
        begun: deque[Ticket] = deque()
        chunks = _chunks(items, self.chunk)

        def begin() -> None:
            for chunk in islice(chunks, self.ahead - len(begun)):
                ticket = Ticket(function, chunk, timeout)
                self._supervisor.ask(ticket)
                begun.append(ticket)

        def taken() -> Iterator[Result]:
            while begun:
                ticket = begun.popleft()
                self._supervisor.wait(ticket)
                for item, (kind, value) in zip(ticket.items, ticket.results(), strict=True):
                    if kind == RETURNED:
                        yield value
                    elif kind == RAISED:
                        raise value
                    else:
                        yield instead(item, value)
                begin()

        begin()
        return taken()


def _chunks(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk
