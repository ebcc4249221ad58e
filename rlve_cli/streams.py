"""JSON Lines in and out: standard streams and files, whole or not at all."""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO, TypeVar

import orjson

from rlve_cli.errors import WrongUse

T = TypeVar("T")


class BadLine(ValueError):
    """A line that is no record; the message says why."""


@contextmanager
def opened_output(path: Path | None) -> Iterator[BinaryIO]:
    """Standard output for None and `-`; otherwise a file.

    The file is written beside its place and put there when all went well: what is there is always whole. Raises
    `WrongUse` where nothing can be written.
    """
    if path is None or str(path) == "-":
        if sys.stdout is None:
            raise WrongUse("standard output is closed; write to a file with --output")
        try:
            yield sys.stdout.buffer
        finally:
            if sys.exc_info()[0] is None:
                sys.stdout.buffer.flush()
        return
    place = path.resolve()
    if place.exists() and not place.is_file():  # a pipe or a device: nothing can be put in its place
        if place.is_dir():
            raise WrongUse(f"{path} is a folder; --output takes a file")
        with place.open("wb") as file:
            yield file
        return
    beside = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        file = beside.open("wb")
    except OSError as error:
        raise WrongUse(f"cannot write {path}: {error.strerror}") from None
    try:
        with file:
            yield file
        beside.replace(place)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def opened_input(path: Path | None) -> Iterator[BinaryIO]:
    """Standard input for None and `-`; otherwise a file. Raises `WrongUse` where there is nothing to read."""
    if path is None or str(path) == "-":
        if sys.stdin is None:
            raise WrongUse("standard input is closed; name a file")
        if path is None and sys.stdin.isatty():
            raise WrongUse("name a file of records, or pipe records in")
        yield sys.stdin.buffer
        return
    try:
        file = path.open("rb")
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {error.strerror}") from None
    with file:
        yield file


def lines(source: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers from 1 up."""
    for number, line in enumerate(source, start=1):
        if line := line.strip():
            yield number, line


def parsed(line: bytes) -> dict[str, Any]:
    """The object of a line. Raises `BadLine`.

    What orjson refuses is read again by the standard library, which takes what other programs write: half of a
    surrogate pair at the end of a truncated text, NaN, a byte order mark.
    """
    try:
        value = orjson.loads(line)
    except ValueError:
        try:
            value = json.loads(line)
        except RecursionError:
            raise BadLine("not JSON that can be read: it is nested too deeply") from None
        except UnicodeDecodeError:
            raise BadLine("not UTF-8") from None
        except ValueError as error:
            raise BadLine(f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadLine("not a JSON object")
    return value


def dumped(value: object) -> bytes:
    """A value as JSON in one line, without the line's end."""
    try:
        return orjson.dumps(value)
    except TypeError:  # half of a surrogate pair, an integer of more than 64 bits
        return json.dumps(value, separators=(",", ":")).encode()


class Complaints:
    """Troubles with lines, told on standard error as they come: the first ones in words, all of them by number."""

    def __init__(self, most: int = 20) -> None:
        self.most = most
        self.count = 0

    def tell(self, number: int, what: str) -> None:
        self.count += 1
        if self.count <= self.most:
            print(f"line {number}: {what}", file=sys.stderr)
        elif self.count == self.most + 1:
            print("further lines are not told one by one", file=sys.stderr)


def watched(items: Iterable[T], noun: str, total: int | None = None, stream: TextIO | None = None) -> Iterator[T]:
    """The items, counted in one line of the terminal from the second second on; nothing where `stream` is none."""
    stream = sys.stderr if stream is None else stream
    if stream is None or not stream.isatty() or (sys.stdout is not None and sys.stdout.isatty()):
        yield from items
        return
    shown, count, next_time = False, 0, time.monotonic() + 1.0
    of = "" if total is None else f" of {total:,}"
    try:
        for item in items:
            yield item
            count += 1
            if time.monotonic() >= next_time:
                shown, next_time = True, time.monotonic() + 0.2
                stream.write(f"\r{count:,}{of} {noun}")
                stream.flush()
    finally:
        if shown:
            stream.write("\r\x1b[K")
            stream.flush()
