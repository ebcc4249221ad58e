"""Problems from their instances, whatever other programs did to these on the way.

Data frames and Arrow tables give all records the same columns: what an instance has not is null there. JSON itself does
not tell 2 from 2.0. Such changes are undone. Everything else that an environment's fields cannot hold is told in a
sentence: its check would fail on it, run for ever, or judge another problem.

An instance without its `planted` field, as records without answers have it, says how it was drawn. Should the check
ask for what was planted, the problem is drawn again.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from rlve.envs.jsontext import loads
from rlve.envs.problem import Problem

if TYPE_CHECKING:
    from rlve.envs.registry import Environment

PLANTED = "planted"
DRAWN = "drawn_from"  # in place of `planted`: difficulty, seed, the instance's digest, and parameters set by hand
_DRAWN_KEYS = {"difficulty", "seed", "digest"}
_LARGEST_EXACT = 2**53  # of the whole numbers that floats hold


class _Unfit(Exception):
    """A value that a field cannot hold: where in the field, and what is wrong."""

    def __init__(self, what: str, place: str = "") -> None:
        self.what, self.place = what, place


def restored(environment: "Environment", instance: Mapping[str, Any] | str | bytes) -> Problem[Any]:
    """The problem of an instance, which is an object or its JSON text. Raises `ValueError` with one sentence."""
    values = _as_object(environment.name, instance)
    kind = environment.problem_class
    wanted = [field.name for field in fields(kind)]
    drawn = None
    if PLANTED in wanted and values.get(PLANTED) is None and values.get(DRAWN) is not None:
        values.pop(PLANTED, None)
        drawn = _drawn(environment.name, values.pop(DRAWN))
    values = {name: value for name, value in values.items() if value is not None or name in wanted}
    needed = [name for name in wanted if drawn is None or name != PLANTED]
    if values.keys() != set(needed):
        whole = f"an instance of {environment.name} has the fields {', '.join(wanted)}"
        raise ValueError(whole + _difference(values, needed))
    types = _types(kind)
    for name in needed:
        try:
            values[name] = _fitted(values[name], types.get(name, Any))
        except _Unfit as unfit:
            raise ValueError(f"the field {name} of {environment.name}{unfit.place} {unfit.what}") from None
    if drawn is None:
        return kind(**values)
    return _without_planted(environment, values, drawn)


def hidden(
    environment: "Environment", instance: dict[str, Any], difficulty: int, seed: int, overrides: Mapping[str, int]
) -> dict[str, Any]:
    """An instance that does not show what was planted; one in which nothing was stays as it is."""
    if PLANTED not in (field.name for field in fields(environment.problem_class)):
        return instance
    drawn: dict[str, Any] = {"difficulty": difficulty, "seed": seed, "digest": _digest(instance)}
    if overrides:  # tables in Parquet cannot hold an object without keys
        drawn["parameters"] = dict(overrides)
    return {name: value for name, value in instance.items() if name != PLANTED} | {DRAWN: drawn}


def _as_object(name: str, instance: object) -> dict[str, Any]:
    if isinstance(instance, str | bytes):
        text = instance if isinstance(instance, bytes) else instance.encode(errors="surrogatepass")
        instance = loads(text)
    if not isinstance(instance, Mapping):
        raise ValueError(f"an instance of {name} is an object or its JSON text, not {_kind(instance)}")
    return dict(instance)


def _difference(values: Mapping[str, Any], needed: list[str]) -> str:
    lacking = [name for name in needed if name not in values]
    foreign = [str(name)[:40] for name in values if name not in needed]
    parts = [f"lacks {', '.join(lacking)}"] * bool(lacking)
    parts += [f"has {', '.join(foreign[:3])}{' and more' if len(foreign) > 3 else ''}"] * bool(foreign)
    return f"; this one {' and '.join(parts)}"


def _drawn(name: str, drawn: object) -> dict[str, Any]:
    trouble = f"the {DRAWN} of an instance of {name} holds difficulty, seed, digest, and parameters set by hand"
    if not isinstance(drawn, Mapping) or drawn.keys() - {"parameters"} != _DRAWN_KEYS:
        raise ValueError(trouble)
    parameters = drawn.get("parameters")
    if not isinstance(parameters, Mapping | None):
        raise ValueError(trouble)
    # tables give all records the same parameters, null where one has none of that name
    parameters = {key: value for key, value in (parameters or {}).items() if value is not None}
    numbers = [drawn["difficulty"], drawn["seed"], *parameters.values()]
    if not all(type(number) is int for number in numbers) or min(numbers[:2]) < 0:
        raise ValueError(f"{trouble}, the numbers whole ones")
    return {**drawn, "parameters": parameters}


def _without_planted(environment: "Environment", values: dict[str, Any], drawn: dict[str, Any]) -> Problem[Any]:
    """A problem that is drawn again when its check first asks for what was planted."""

    def planted(problem: Problem[Any]) -> Any:
        again = environment.problem(drawn["difficulty"], drawn["seed"], **drawn["parameters"]).instance()
        if _digest(values | {PLANTED: again[PLANTED]}) != drawn["digest"]:
            raise ValueError(
                f"{environment.name} draws another problem by now, and its check needs what was planted in this one"
            )
        problem.__dict__[PLANTED] = again[PLANTED]  # found before this function is asked a second time
        return again[PLANTED]

    kind = environment.problem_class
    lazy = type(kind.__name__, (kind,), {"__module__": kind.__module__, PLANTED: _AskedOnce(planted)})
    problem: Problem[Any] = object.__new__(lazy)
    problem.__dict__.update(values)
    return problem


class _AskedOnce:
    """An attribute whose value is found when it is first read: a field of a frozen dataclass can be hidden by it."""

    def __init__(self, find: Any) -> None:
        self.find = find

    def __get__(self, problem: Problem[Any] | None, owner: type) -> Any:
        return self if problem is None else self.find(problem)


def _digest(instance: Mapping[str, Any]) -> str:
    """Tells instances apart; 64 bits, for it guards against changed generators and not against people."""
    text = json.dumps(instance, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _types(kind: type[Any]) -> dict[str, Any]:
    try:
        return get_type_hints(kind)
    except Exception:  # names that exist for type checkers only: then nothing is known of the fields
        return {}


def _fitted(value: Any, annotation: Any) -> Any:
    """The value as its field holds it. Raises `_Unfit`. Annotations that JSON has no kind for take anything."""
    kind, inner = get_origin(annotation) or annotation, get_args(annotation)
    if kind is int:
        return _integer(value)
    if kind is float:
        return _float(value)
    if kind in _NAMES:
        if type(value) is not (NoneType if kind is None else kind):
            raise _Unfit(f"is {_kind(value)}, not {_NAMES[kind]}")
        return value
    if kind is list:
        return _items(value, inner[0] if inner else Any)
    if is_typeddict(kind):
        return _typed(value, kind)
    if kind is dict:
        return _entries(value, inner[1] if inner else Any)
    if kind in (Union, UnionType):
        return _one_of(value, inner)
    if kind is Literal and not any(type(value) is type(one) and value == one for one in inner):
        raise _Unfit(f"is none of {', '.join(map(repr, inner))}")
    return value


def _integer(value: Any) -> int:
    if type(value) is float and value.is_integer() and abs(value) <= _LARGEST_EXACT:
        return int(value)
    if type(value) is not int:
        raise _Unfit(f"is {_kind(value)}, not an integer")
    if not -(2**63) <= value < 2**64:
        raise _Unfit("is an integer of more than 64 bits")
    return value


def _float(value: Any) -> float:
    if type(value) not in (int, float):
        raise _Unfit(f"is {_kind(value)}, not a number")
    if not (isfinite(value) if type(value) is float else abs(value) < 2**64):
        raise _Unfit("is no finite number")
    return float(value)


def _items(value: Any, annotation: Any) -> list[Any]:
    if not isinstance(value, list):
        raise _Unfit(f"is {_kind(value)}, not a list")
    fitted = []
    for number, item in enumerate(value, start=1):
        try:
            fitted.append(_fitted(item, annotation))
        except _Unfit as unfit:
            raise _Unfit(unfit.what, f", item {number}{unfit.place}") from None
    return fitted


def _entries(value: Any, annotation: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Unfit(f"is {_kind(value)}, not an object")
    fitted = {}
    for key, item in value.items():
        try:
            fitted[key] = _fitted(item, annotation)
        except _Unfit as unfit:
            if item is None:  # a key of other records
                continue
            raise _Unfit(unfit.what, f", key {key[:40]!r}{unfit.place}") from None
    return fitted


def _typed(value: Any, kind: Any) -> dict[str, Any]:
    """An object of known keys; those of other records are null."""
    if not isinstance(value, dict):
        raise _Unfit(f"is {_kind(value)}, not an object")
    types, required = get_type_hints(kind), kind.__required_keys__
    value = {key: item for key, item in value.items() if item is not None or key in required}
    if not (required <= value.keys() <= types.keys()):
        raise _Unfit(f"has other keys than {', '.join(types)}")
    fitted = {}
    for key, item in value.items():
        try:
            fitted[key] = _fitted(item, types[key])
        except _Unfit as unfit:
            raise _Unfit(unfit.what, f", key {key!r}{unfit.place}") from None
    return fitted


def _one_of(value: Any, annotations: tuple[Any, ...]) -> Any:
    reasons = []
    for annotation in annotations:
        try:
            return _fitted(value, annotation)
        except _Unfit as unfit:
            reasons.append(unfit)
    raise reasons[0]


_NAMES: dict[Any, str] = {str: "a text", bool: "true or false", NoneType: "null", None: "null"}


def _kind(value: object) -> str:
    names: dict[type, str] = {
        NoneType: "null", bool: "true or false", int: "an integer", float: "a number", str: "a text", list: "a list",
        dict: "an object",
    }  # fmt: skip
    return names.get(type(value), type(value).__name__)
