"""Records out: JSON Lines, a list of JSON objects, or a table, as the file's name says."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from rlve.envs.installation import missing
from rlve.envs.jsontext import dumps, loads
from rlve_cli.errors import WrongUse
from rlve_cli.streams import COMPRESSED
from rlve_cli.terminal import is_terminal

ROW_GROUP = 1024  # records in a row group of a table
Columns = dict[str, str]  # name: one of the kinds below

TEXT, INTEGER, NUMBER, TRUTH, TEXTS, JSON = "text", "integer", "number", "truth", "texts", "json"


class Layout(StrEnum):
    """How records stand in a file."""

    LINES = "lines"
    LIST = "list"
    TABLE = "table"


def layout(path: Path | None) -> Layout:
    """What a name asks for; an ending that says nothing asks for lines. Raises `WrongUse`."""
    suffixes = [] if path is None else [suffix.lower() for suffix in path.suffixes]
    compressed = suffixes[-1:] != [] and suffixes[-1] in COMPRESSED
    suffix = "".join(suffixes[-2:-1] if compressed else suffixes[-1:])
    if suffix == ".parquet" and compressed:
        raise WrongUse(f"{path}: a table in Parquet is compressed in itself; let its name end in .parquet")
    return {".json": Layout.LIST, ".parquet": Layout.TABLE}.get(suffix, Layout.LINES)


def write_lines(texts: Iterable[bytes], file: BinaryIO) -> None:
    """Each text holds one record, without the line's end."""
    for text in texts:
        file.write(text + b"\n")


def write_list(texts: Iterable[bytes], file: BinaryIO) -> None:
    """A list in which each record has a line of its own."""
    start = b"[\n"
    for text in texts:
        file.write(start + text)
        start = b",\n"
    file.write(b"\n]\n" if start == b",\n" else b"[]\n")


def write_table(records: Iterable[dict[str, Any]], file: BinaryIO, columns: Columns | None = None) -> None:
    """A table in Parquet. Without `columns` they are those that the records have.

    Then the records are kept in a temporary file until the last one has been seen: so a column is found that only the
    last one has. What a column of a table cannot hold, such as values of several kinds, becomes JSON text.
    """
    if is_terminal(file):
        raise WrongUse("a table in Parquet is no text; write it to a file with --output")
    pyarrow()
    if columns is not None:
        _write_rows(iter(records), file, columns)
        return
    with tempfile.TemporaryFile() as kept:
        columns = {}
        for record in records:
            for name, value in record.items():
                if value is not None:
                    columns[name] = _joined(columns.get(name), _kind(value))
                else:
                    columns.setdefault(name, "")
            kept.write(dumps(record) + b"\n")
        kept.seek(0)
        _write_rows((loads(line) for line in kept), file, {name: kind or TEXT for name, kind in columns.items()})


def pyarrow() -> Any:
    """The package of that name with its module `parquet`. Raises `WrongUse` where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise WrongUse(missing("a table in Parquet", "pyarrow", "parquet")) from None
    return pyarrow


def _write_rows(records: Iterator[dict[str, Any]], file: BinaryIO, columns: Columns) -> None:
    arrow = pyarrow()
    types = {
        TEXT: arrow.string(),
        INTEGER: arrow.int64(),
        NUMBER: arrow.float64(),
        TRUTH: arrow.bool_(),
        TEXTS: arrow.list_(arrow.string()),
        JSON: arrow.string(),
    }
    schema = arrow.schema([(name, types[kind]) for name, kind in columns.items()])
    with arrow.parquet.ParquetWriter(file, schema) as writer:
        while group := list(islice(records, ROW_GROUP)):
            rows = [{name: _cell(record.get(name), kind) for name, kind in columns.items()} for record in group]
            writer.write_table(arrow.Table.from_pylist(rows, schema))


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return TRUTH
    if isinstance(value, int):
        return INTEGER if -(2**63) <= value < 2**63 else JSON
    if isinstance(value, float):
        return NUMBER
    if isinstance(value, str):
        return TEXT if _encodable(value) else JSON
    if isinstance(value, list) and all(isinstance(item, str) and _encodable(item) for item in value):
        return TEXTS
    return JSON


def _encodable(text: str) -> bool:
    """Whether it is whole: UTF-8 has no half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _joined(one: str | None, other: str) -> str:
    """The kind of a column that holds values of both."""
    if not one or one == other:
        return other
    return NUMBER if {one, other} == {INTEGER, NUMBER} else JSON


def _cell(value: Any, kind: str) -> Any:
    if value is None:
        return None
    if kind == JSON:
        return dumps(value).decode()
    return float(value) if kind == NUMBER else value


WRITERS: dict[Layout, Callable[[Iterable[Any], BinaryIO], None]] = {
    Layout.LINES: write_lines,
    Layout.LIST: write_list,
    Layout.TABLE: write_table,
}
