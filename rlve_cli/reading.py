"""Records in: JSON Lines, lists of JSON objects, and tables, one after another and however many there are."""

import io
import os
import re
import shutil
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from rlve.envs.jsontext import BadJson, loads, within_depth
from rlve_cli.streams import COMPRESSED, beginning, opened_input
from rlve_cli.terminal import CLEAR, is_terminal, printable, shortened
from rlve_cli.writing import pyarrow

LONGEST_RECORD = 64 * 2**20  # bytes
LONGEST_COMPLAINT = 400  # characters
PARQUET = b"PAR1"  # how such files begin
BATCH = 256  # rows of a table that are in memory at a time
_CHUNK = 2**20
_MARK_OF_UTF_8 = b"\xef\xbb\xbf"
_LIST = re.compile(rb'\s*(\[\s*([{\]]|\Z)|\{\s*\n\s*")')  # a list of objects, or an object of several lines
_OUTSIDE, _INSIDE = re.compile(rb'["\[\]{},]'), re.compile(rb'["\\]')  # of texts: what matters in JSON
_TOO_LONG = f"longer than {LONGEST_RECORD >> 20} MiB"


class BadLine(ValueError):
    """What is no record; the message says why."""


class Complaints:
    """Troubles with records, told on standard error as they come: the first ones in words, all of them by number."""

    def __init__(self, most: int = 20) -> None:
        self.most = most
        self.count = 0
        self.noun = "line"

    def tell(self, number: int, what: str) -> None:
        self.count += 1
        if self.count > self.most + 1 or sys.stderr is None:
            return
        start = CLEAR if is_terminal(sys.stderr) else ""  # of what counts there
        sentence = f"{self.noun} {number}: {shortened(printable(what), LONGEST_COMPLAINT)}"
        last = "further ones are not told one by one"
        print(start + (sentence if self.count <= self.most else last), file=sys.stderr)


class Records:
    """The records of a stream with their numbers from 1 up. What is no record costs itself, and is complained of."""

    def __init__(self, path: Path | None, stream: BinaryIO, file: BinaryIO, complaints: Complaints) -> None:
        self.stream, self.file, self.complaints = stream, file, complaints
        start = _beginning(stream)
        self.is_table = start.startswith(PARQUET)
        self.is_list = not self.is_table and (_suffix(path) == ".json" or _LIST.match(start) is not None)
        complaints.noun = "row" if self.is_table else "record" if self.is_list else "line"
        self._share: float | None = None

    def __iter__(self) -> Iterator[tuple[int, dict[str, Any]]]:
        if self.is_table:
            yield from self._rows()
            return
        number = 0
        try:
            for number, text in values(self.stream) if self.is_list else lines(self.stream):
                try:
                    record = parsed(text)
                except BadLine as error:
                    self.complaints.tell(number, str(error))
                    continue
                yield number, record
        except _damage() as error:
            self.complaints.tell(number + 1, f"the file is damaged or cut off from here on: {_first_line(error)}")

    def share(self) -> float | None:
        """Which part has been read; None where that cannot be known."""
        if self.is_table:
            return self._share
        with suppress(OSError, ValueError):
            status = os.fstat(self.file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size:
                return self.file.tell() / status.st_size
        return None

    def _seekable(self) -> BinaryIO:
        """The stream, or a copy of it in a temporary file: what tells where the rows are stands at a table's end."""
        if self.stream is self.file and self.file.seekable():
            return self.stream
        copy = tempfile.TemporaryFile()  # noqa: SIM115 - it ends with the last one who reads it
        shutil.copyfileobj(self.stream, copy)
        copy.seek(0)
        return copy

    def _rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """A null in a table is nothing: all its rows have all its columns."""
        arrow = pyarrow()
        damage: tuple[type[BaseException], ...] = (*_damage(), ValueError)
        number = 0
        try:
            table = arrow.parquet.ParquetFile(self._seekable())
            for batch in table.iter_batches(batch_size=BATCH):
                for row in batch.to_pylist():
                    number += 1
                    record = {name: value for name, value in row.items() if value is not None}
                    if not within_depth(record):
                        self.complaints.tell(number, "nested too deeply")
                        continue
                    yield number, record
                self._share = number / table.metadata.num_rows
        except damage as error:
            self.complaints.tell(number + 1, f"the file is damaged or cut off from here on: {_first_line(error)}")


@contextmanager
def opened_records(path: Path | None, complaints: Complaints) -> Iterator[Records]:
    """The records of a file; of standard input for None and `-`. Raises `WrongUse` where there is nothing to read."""
    with opened_input(path) as (stream, file):
        yield Records(path, stream, file, complaints)


def holds_records(path: Path) -> bool:
    """Whether the first thing in a JSON file is a record or a verdict, or a list."""
    with opened_input(path) as (stream, _):
        if _beginning(stream).lstrip().startswith(b"["):
            return True
        with suppress(BadLine, *_damage()):
            for _, text in values(stream):
                record = parsed(text)
                return "environment" in record or ("id" in record and "outcome" in record)
    return False


def lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The lines that are not blank, with their numbers from 1 up; None for one that is too long."""
    number = 0
    while line := stream.readline(LONGEST_RECORD + 1):
        number += 1
        if len(line) > LONGEST_RECORD:
            while line and not line.endswith(b"\n"):
                line = stream.readline(_CHUNK)
            yield number, None
        elif line := line.strip():
            yield number, line


def values(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The JSON values of a list, or of several texts one after another, with their numbers; None for one too long.

    They are told apart by brackets alone: one that is broken within itself does not cost the next ones.
    """
    held = bytearray()
    start = place = depth = outer = number = 0  # `outer` is 1 within a list of values
    in_text = dropping = False

    def taken(end: int) -> bytes | None:
        nonlocal start, number, dropping
        value, whole = bytes(held[start:end]).strip(), not dropping
        value = value if number else value.removeprefix(_MARK_OF_UTF_8)
        start, dropping = end, False
        number += bool(value) or not whole
        return value if whole else None

    while chunk := cast(io.BufferedReader, stream).read1(_CHUNK):
        held += chunk
        while (mark := (_INSIDE if in_text else _OUTSIDE).search(held, place)) is not None:
            place, sign = mark.end(), mark[0]
            if in_text:
                if sign == b"\\":
                    place += 1
                else:
                    in_text = False
            elif sign == b'"':
                in_text = True
            elif depth > outer:  # within a value
                depth += (sign in b"[{") - (sign in b"]}")
                if depth == outer and (value := taken(place)) != b"":
                    yield number, value
            else:
                if (value := taken(mark.start())) != b"":  # something that is neither list nor object
                    yield number, value
                if sign == b"[" and depth == 0:
                    depth = outer = 1
                elif sign in b"[{":
                    depth += 1
                    continue  # the value begins with its bracket
                elif sign == b"]" and outer:
                    depth = outer = 0
                elif sign in b"]}" and (value := taken(place)) != b"":
                    yield number, value
                start = place
        place = max(place, len(held))
        if len(held) - start > LONGEST_RECORD:
            dropping, start = True, len(held)
        place -= start
        del held[:start]
        start = 0
    if (value := taken(len(held))) != b"":
        yield number, value


def parsed(text: bytes | None) -> dict[str, Any]:
    """The object of a text. Raises `BadLine`."""
    if text is None:
        raise BadLine(_TOO_LONG)
    try:
        value = loads(text)
    except BadJson as error:
        raise BadLine(str(error)) from None
    if not isinstance(value, dict):
        raise BadLine("not a JSON object")
    return value


def _suffix(path: Path | None) -> str:
    """The ending of a name, without that of a compressed file."""
    if path is None:
        return ""
    return path.with_suffix("").suffix if path.suffix in COMPRESSED else path.suffix


def _beginning(stream: BinaryIO) -> bytes:
    """What a stream begins with; nothing where reading will say why not."""
    try:
        return beginning(stream)
    except _damage():
        return b""


def _damage() -> tuple[type[BaseException], ...]:
    """What reading damaged files raises."""
    found: list[type[BaseException]] = [EOFError, OSError, zlib.error]
    with suppress(ImportError):
        import zstandard

        found.append(zstandard.ZstdError)
    with suppress(ImportError):
        import pyarrow

        found.append(pyarrow.ArrowException)
    return tuple(found)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
