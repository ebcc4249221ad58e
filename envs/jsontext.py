"""JSON as other programs write it, and as it is written back: whatever stands in it, and never deeper than a limit."""

import json
import math
import re
from typing import Any

import orjson

MOST_DEPTH = 100  # lists and objects within one another; ours have four
_LONG_NUMBER = re.compile(rb"[0-9]{19}")  # orjson makes floats of integers over 64 bits


class BadJson(ValueError):
    """A text that is not JSON, or is nested too deeply; the message says why."""


def loads(text: bytes) -> Any:
    """The value of a text. Raises `BadJson`.

    What orjson refuses or would round is read by the standard library, which takes what other programs write: half of
    a surrogate pair at the end of a truncated text, NaN, a byte order mark, integers of any size.
    """
    try:
        value = _by_the_standard_library(text) if _LONG_NUMBER.search(text) else orjson.loads(text)
    except orjson.JSONDecodeError:
        value = _by_the_standard_library(text)
    if text.count(b"[") + text.count(b"{") > MOST_DEPTH and not within_depth(value):
        raise BadJson(_TOO_DEEP)
    return value


_TOO_DEEP = f"not JSON that can be read: it is nested more than {MOST_DEPTH} deep"


def _by_the_standard_library(text: bytes) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise BadJson(_TOO_DEEP) from None
    except UnicodeDecodeError:
        raise BadJson("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadJson(f"not JSON: {error}") from None
    except ValueError:
        raise BadJson("not JSON that can be read: an integer of thousands of digits") from None


def within_depth(value: object, most: int = MOST_DEPTH) -> bool:
    """Whether lists and objects are nested at most so deep."""
    level = [value] if isinstance(value, list | dict) else []
    for _ in range(most):
        level = [
            child
            for whole in level
            for child in (whole.values() if isinstance(whole, dict) else whole)
            if isinstance(child, list | dict)
        ]
        if not level:
            return True
    return False


def dumps(value: object) -> bytes:
    """A value as JSON in one line, without the line's end.

    What is no JSON is kept all the same: NaN and infinities as Python, pandas and jq write and read them, values of
    tables that JSON has no kind for as text. Only strict readers refuse such a line; null would be another value.
    """
    try:
        text = orjson.dumps(value)
    except TypeError:  # half of a surrogate pair, an integer of more than 64 bits, a value of a table
        return json.dumps(value, separators=(",", ":"), default=str).encode()
    if b"null" in text and not finite(value):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=str).encode()
    return text


def finite(value: object) -> bool:
    """Whether every float in a value is a number."""
    level = [value]
    while level:
        if any(isinstance(one, float) and not math.isfinite(one) for one in level):
            return False
        level = [
            child
            for whole in level
            if isinstance(whole, list | dict)
            for child in (whole.values() if isinstance(whole, dict) else whole)
        ]
    return True
