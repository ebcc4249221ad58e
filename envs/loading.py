"""The class of an environment: from a module, or from a user's own file. One sentence says why there is none."""

import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import Any

from rlve.envs.problem import Problem

LONGEST_REASON = 300  # characters


class BrokenEnvironment(ImportError, LookupError):
    """An environment that cannot be used; the message says which one, and why."""


def from_module(what: str, module: str, name: str) -> type[Problem[Any]]:
    """The class of this name. Raises `BrokenEnvironment`, whatever the module itself raises; `what` is its subject."""
    found = getattr(_imported(what, lambda: import_module(module)), name or "-", None)
    if not _is_problem(found):
        raise BrokenEnvironment(f"{what} cannot be used: {module} has no Problem called {name or '(no name given)'}")
    return _whole(what, found)


@cache
def from_path(path: Path, name: str) -> type[Problem[Any]]:
    """The class of this name in a file, else its only one; the same class every time. Raises `BrokenEnvironment`."""
    module = _imported(str(path), lambda: _run(path))
    own = list(dict.fromkeys(found for found in vars(module).values() if _is_problem(found, module.__name__)))
    found = next((found for found in own if found.__name__ == name), None)
    whole = [found for found in own if not isabstract(found)]
    if found is None and len(whole or own) == 1:
        (found,) = whole or own
    if found is None:
        several = f", but several others: {', '.join(each.__name__ for each in own)}" if own else ""
        raise BrokenEnvironment(f"{path} cannot be used: it has no Problem called {name}{several}")
    return _whole(str(path), found)


def _run(path: Path) -> ModuleType:
    """The file as a module of a name that nothing else has: `random.py` of a user hides nobody's `random`."""
    name = f"rlve_file_{sha256(str(path).encode()).hexdigest()[:12]}_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("it is no Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses, pickle and inspect look for it
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _imported(what: str, load: Callable[[], ModuleType]) -> ModuleType:
    try:
        return load()
    except (Exception, SystemExit) as error:
        place = f"line {error.lineno}: " if isinstance(error, SyntaxError) else ""
        said = " ".join(str(error).split())  # some libraries write a page
        said = said if len(said) <= LONGEST_REASON else f"{said[:LONGEST_REASON]}..."
        raise BrokenEnvironment(f"{what} cannot be used: {place}{type(error).__name__}: {said}") from error


def _is_problem(found: object, module: str = "") -> bool:
    """Whether something is a class of problems, and defined in this module if one is given."""
    is_one = isinstance(found, type) and issubclass(found, Problem) and found is not Problem
    return is_one and module in ("", found.__module__)


def _whole(what: str, found: Any) -> type[Problem[Any]]:
    """The class, unless parts of the contract are missing."""
    if isabstract(found):
        missing = ", ".join(sorted(found.__abstractmethods__))
        raise BrokenEnvironment(f"{what} cannot be used: {found.__name__} lacks {missing}")
    problem_class: type[Problem[Any]] = found
    return problem_class
