"""What people see: text without control characters, and how far a piece of work has come."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TextIO, TypeVar
from unicodedata import category

T = TypeVar("T")

CLEAR = "\r\x1b[K"


def printable(text: str, keep: str = "") -> str:
    """The text with what a terminal would obey, or could not show, written as an escape sequence of Python's.

    Names, ids and reasons come from files of other people, and a terminal does what such characters say. `keep` are
    control characters that stay, such as the line's end.
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in keep or category(letter) == "Zs" else _escaped(letter)
        for letter in text
    )


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode()


def shortened(text: str, longest: int) -> str:
    """The text, or its beginning and three dots."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def is_terminal(stream: object) -> bool:
    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty())


def watched(
    items: Iterable[T],
    noun: str,
    total: int | None = None,
    share: Callable[[], float | None] | None = None,
    stream: TextIO | None = None,
) -> Iterator[T]:
    """The items, counted in one line of the terminal from the second second on; nothing where `stream` is none.

    The time left is known where there is a `total`, or `share` says which part of the work is done.
    """
    stream = sys.stderr if stream is None else stream
    if stream is None or not stream.isatty():
        yield from items
        return
    started = time.monotonic()
    shown, count, next_time = False, 0, started + 1.0
    try:
        for item in items:
            yield item
            count += 1
            if time.monotonic() >= next_time:
                shown, next_time = True, time.monotonic() + 0.2
                done = count / total if total else share() if share is not None else None
                line = progress(count, noun, time.monotonic() - started, total, done)
                stream.write(CLEAR + line[: columns_of(stream) - 1])
                stream.flush()
    finally:
        if shown:
            stream.write(CLEAR)
            stream.flush()


def progress(count: int, noun: str, elapsed: float, total: int | None, done: float | None) -> str:
    """One line; `done` is the share of the work behind us, if that is known. Times are in seconds."""
    parts = [f"{count:,}{'' if total is None else f' of {total:,}'} {noun}", f"{count / max(elapsed, 1e-9):,.0f}/s"]
    parts.append(f"{clock(elapsed)} elapsed")
    if done:
        parts.append(f"{clock(elapsed * max(1.0 - done, 0.0) / done)} left")
    return "  ".join(parts)


def clock(seconds: float) -> str:
    """`0:07`, `12:34` and `1:02:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def columns_of(stream: TextIO) -> int:
    """How wide a terminal is; COLUMNS says it where that is set."""
    with suppress(OSError, ValueError):
        return int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size(stream.fileno()).columns or 80
    return 80


def bold(text: str, stream: TextIO) -> str:
    plain = not stream.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return text if plain else f"\x1b[1m{text}\x1b[0m"
