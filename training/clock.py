"""Where the time of a step goes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TypeVar

Item = TypeVar("Item")


class Clock:
    """Seconds by phase since the last `reading`, and the phase that is running (for error messages)."""

    def __init__(self) -> None:
        self.running = "start"
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._since = perf_counter()

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Count what happens inside as this phase."""
        before, self.running = self.running, name
        start = perf_counter()
        try:
            yield
        finally:
            self._seconds[name] += perf_counter() - start
        self.running = before  # after an exception it stays, and says what went wrong

    def timed(self, name: str, items: Iterable[Item]) -> Iterator[Item]:
        """The items; waiting for each of them counts as this phase, what is done with them does not."""
        iterator = iter(items)
        while True:
            with self.phase(name):
                try:
                    item = next(iterator)
                except StopIteration:
                    return
            yield item

    def reading(self) -> dict[str, float]:
        """Seconds by phase, and of everything under `step`; starts anew."""
        now = perf_counter()
        found = {**self._seconds, "step": now - self._since}
        self._seconds.clear()
        self._since = now
        return found
