"""`state.json` of a checkpoint: how far a run is, the sums of the other files, and at its end a sum of itself."""

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from math import isfinite
from pathlib import PurePosixPath
from typing import Any

from rlve.training.sums import Sums

SUMMED = re.compile(rb'(\{.*), "sum": "([0-9a-f]{8})"\}\n', re.DOTALL)


@dataclass(frozen=True)
class State:
    """What a run is beside its weights and its prompts in flight: everything else follows from the settings and the
    step."""

    step: int
    processes: int
    curriculum: Mapping[str, Any]
    hours: float
    best_accuracy: float | None
    wide_gaps: int
    empty_steps: int = 0
    dropped: int = 0


def encoded(state: State, files: Sums) -> bytes:
    """A state and the sums of the checkpoint's files as JSON."""
    body = json.dumps(asdict(state) | {"files": files}).encode().removesuffix(b"}")
    return body + b', "sum": "%08x"}\n' % zlib.crc32(body)


def decoded(content: bytes) -> tuple[State, Sums]:
    """What `encoded` made a text of. Raises `ValueError`, also where a single bit is another one.

    Texts of older versions have no sum of themselves.
    """
    found = SUMMED.fullmatch(content)
    if found and zlib.crc32(found[1]) != int(found[2], 16):
        raise ValueError("it was changed")
    try:
        values = json.loads(content)
    except (ValueError, RecursionError):
        raise ValueError("it is no JSON") from None
    if not isinstance(values, dict) or not isinstance(values.get("files"), dict):
        raise ValueError("it holds no state")
    if not found and "sum" in values:
        raise ValueError("it was changed")
    values.pop("sum", None)
    files = {name: whole_sum(name, value) for name, value in values.pop("files").items()}
    known = [item.name for item in fields(State)]
    for name in values.keys() - known:
        raise ValueError(f"it says something of {name!r}, which this version of rlve does not know")
    for item in known[:6]:
        if item not in values:
            raise ValueError(f"it says nothing of {item!r}")
    for name, value in values.items():
        if not fits(name, value):
            raise ValueError(f"its {name!r} is not what it should be")
    return State(**values), files


def whole_sum(name: str, value: Any) -> tuple[int, int | None]:
    """Raises `ValueError`."""
    path = PurePosixPath(name)
    if not isinstance(value, list) or len(value) != 2 or path.is_absolute() or ".." in path.parts:
        raise ValueError(f"it holds no sum of {name!r}")
    size, total = value
    if not whole_number(size) or not (total is None or whole_number(total)):
        raise ValueError(f"it holds no sum of {name!r}")
    return size, total


def fits(name: str, value: Any) -> bool:
    """Whether a value is one that the field may have."""
    if name == "curriculum":
        return isinstance(value, dict)
    if name == "hours":
        return number(value)
    if name == "best_accuracy":
        return value is None or number(value)
    return whole_number(value)


def whole_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63


def number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300 and isfinite(value)
