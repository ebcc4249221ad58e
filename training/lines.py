"""Files of JSON lines that a run writes, read whatever has happened to them: no line that can be read is lost."""

import json
from collections.abc import Mapping
from os import SEEK_END
from pathlib import Path
from typing import Any

Line = dict[str, Any]
NAMED = 3  # damaged lines whose numbers are told


def read(path: Path) -> tuple[list[Line], str]:
    """The objects in a file, and a sentence about the lines that are none; it is empty if all is well.

    A last line without its end is the work of a kill, or of a run that is just writing it: it is left out, and nothing
    is said. A file that is not there is empty. Raises `OSError` for one that cannot be read.
    """
    if not path.is_file():
        return [], ""
    found, damaged = [], []
    content = path.read_bytes()
    rows = content.split(b"\n")
    for number, row in enumerate(rows, start=1):
        if not row.strip(b" \t\r\0"):
            if b"\0" in row:
                damaged.append(number)
            continue
        try:
            line = json.loads(row)
        except (ValueError, RecursionError):
            line = None
        if isinstance(line, dict):
            found.append(line)
        elif number < len(rows):
            damaged.append(number)
    return found, complaint(path, damaged)


def cut_back(path: Path, step: int) -> None:
    """Take back what was written after a step, and a last line without its end. Raises `OSError`.

    Every line that stays, also one that cannot be read, keeps its bytes: which step it was of nobody knows, so those
    stay that come before a line that does.
    """
    if not path.is_file():
        return
    content = path.read_bytes()
    rows = content.split(b"\n")[:-1]
    steps = [step_of(row) for row in rows]
    last = max((place for place, found in enumerate(steps, start=1) if found is not None and found <= step), default=0)
    kept = [row + b"\n" for row, found in zip(rows[:last], steps) if found is None or found <= step]
    if (whole := b"".join(kept)) != content:
        beside = path.with_suffix(".tmp")
        beside.write_bytes(whole)
        beside.replace(path)


def step_of(row: bytes) -> int | None:
    """The step that a line is of; None if it does not say so."""
    try:
        line = json.loads(row)
    except (ValueError, RecursionError):
        return None
    step = line.get("step") if isinstance(line, dict) else None
    return step if isinstance(step, int) else None


def append(path: Path, values: Mapping[str, Any]) -> None:
    """Add a line, on a line of its own whatever stands before it. Raises `OSError`."""
    with path.open("ab+") as file:
        begun = b""
        if file.seek(0, SEEK_END):
            file.seek(-1, SEEK_END)
            begun = b"" if file.read(1) == b"\n" else b"\n"
        file.write(begun + json.dumps(values).encode() + b"\n")


def complaint(path: Path, damaged: list[int]) -> str:
    """What to say of lines with these numbers."""
    if not damaged:
        return ""
    if len(damaged) == 1:
        return f"{path}: line {damaged[0]} cannot be read and is left out"
    named = ", ".join(map(str, damaged[:NAMED]))
    more = f" and {len(damaged) - NAMED} more" if len(damaged) > NAMED else ""
    return f"{path}: lines {named}{more} cannot be read and are left out"
