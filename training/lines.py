"""Files of JSON lines that a run writes, read whatever has happened to them: no line that can be read is lost."""

import json
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


def complaint(path: Path, damaged: list[int]) -> str:
    """What to say of lines with these numbers."""
    if not damaged:
        return ""
    if len(damaged) == 1:
        return f"{path}: line {damaged[0]} cannot be read and is left out"
    named = ", ".join(map(str, damaged[:NAMED]))
    more = f" and {len(damaged) - NAMED} more" if len(damaged) > NAMED else ""
    return f"{path}: lines {named}{more} cannot be read and are left out"
