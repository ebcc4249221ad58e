"""Environments by name. Only file names are read until one of them is used.

Ours are the files `envs/<family>/<name>.py`. Other packages add environments through the entry-point group
`rlve.environments`: the entry's name is the environment's, its value `module:Class`, its family the package's name.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, fields
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

from rlve.envs.problem import Problem

ROOT = Path(__file__).parent
ENTRY_POINTS = "rlve.environments"
SPLITS = ROOT / "splits"
_NO_FAMILIES = {"toolkit", "splits"}


class UnknownEnvironment(LookupError):
    """A name that no environment, family or split has; the message suggests the nearest ones."""


@dataclass(frozen=True)
class Environment:
    """A named, seeded source of problems of one kind."""

    name: str
    family: str
    module: str
    class_name: str

    @cached_property
    def problem_class(self) -> type[Problem[Any]]:
        """Raises `ImportError` if the module cannot be imported or has no such class."""
        found = getattr(import_module(self.module), self.class_name, None)
        if not (isinstance(found, type) and issubclass(found, Problem)):
            raise ImportError(f"{self.module} has no Problem called {self.class_name}")
        return found

    def parameters(self, difficulty: int, **overrides: int) -> dict[str, int]:
        """The parameters at a difficulty, some of them overridden. Raises `ValueError` for an unknown one."""
        if difficulty < 0:
            raise ValueError(f"a difficulty is a whole number from 0 up, not {difficulty}")
        most = self.problem_class.max_difficulty
        parameters = self.problem_class.parameters(difficulty if most is None else min(difficulty, most))
        for name in overrides.keys() - parameters.keys():
            raise ValueError(f"{self.name} has no parameter {name}; its parameters are {', '.join(parameters)}")
        return parameters | overrides

    def problem(self, difficulty: int, seed: int, **overrides: int) -> Problem[Any]:
        """The same problem for the same arguments, on every machine."""
        rng = Random(f"{self.name}/{difficulty}/{seed}")
        return self.problem_class.draw(rng, **self.parameters(difficulty, **overrides))

    def restore(self, instance: dict[str, Any]) -> Problem[Any]:
        """The problem of an instance. Raises `ValueError` if its fields are not this environment's."""
        wanted = [field.name for field in fields(self.problem_class)]
        if instance.keys() != set(wanted):
            raise ValueError(f"an instance of {self.name} has the fields {', '.join(wanted)}")
        return self.problem_class(**instance)


def class_name(name: str) -> str:
    """`binary_search` -> `BinarySearch`."""
    return "".join(part.capitalize() for part in name.split("_"))


@cache
def environments() -> dict[str, Environment]:
    """All environments by name, ordered by family, then name."""
    found = {}
    families = sorted(path for path in ROOT.iterdir() if path.is_dir() and path.name not in _NO_FAMILIES)
    for family in families:
        for path in sorted(family.glob("[!_]*.py")):
            name = path.stem
            found[name] = Environment(name, family.name, f"rlve.envs.{family.name}.{name}", class_name(name))
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        package = entry.module.partition(".")[0]
        found.setdefault(entry.name, Environment(entry.name, package, entry.module, entry.attr))
    return found


@cache
def splits() -> dict[str, list[str]]:
    """Named lists of environments, one name a line in `envs/splits/<split>.txt`."""
    return {path.stem: path.read_text().split() for path in sorted(SPLITS.glob("*.txt"))}


def families() -> list[str]:
    return list(dict.fromkeys(environment.family for environment in environments().values()))


def get(name: str) -> Environment:
    """Raises `UnknownEnvironment`."""
    try:
        return environments()[name]
    except KeyError:
        raise UnknownEnvironment(_suggestion(name, environments())) from None


def select(selection: str) -> list[Environment]:
    """Environments of a comma-separated selection, in the registry's order.

    Its parts are names, families, splits, globs and `all`; a part that begins with `-` leaves environments out. A
    selection of `-` parts only starts from all. Raises `UnknownEnvironment`, and `ValueError` if nothing is left.
    """
    parts = [part.strip() for part in selection.split(",") if part.strip()]
    chosen: set[str] = set() if any(not part.startswith("-") for part in parts) else set(environments())
    for part in parts:
        if part.startswith("-"):
            chosen -= _names(part[1:])
        else:
            chosen |= _names(part)
    if not chosen:
        raise ValueError(f"the selection {selection!r} holds no environment")
    return [environment for name, environment in environments().items() if name in chosen]


def _names(part: str) -> set[str]:
    known = environments()
    if part == "all":
        return set(known)
    if part in known:
        return {part}
    if part in splits():
        return set(splits()[part]) & set(known)
    if part in families():
        return {name for name, environment in known.items() if environment.family == part}
    matched = {name for name in known if fnmatchcase(name, part)}
    if matched:
        return matched
    raise UnknownEnvironment(_suggestion(part, [*known, *families(), *splits(), "all"]))


def _suggestion(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    return f"no environment is called {name!r}" + (f"; did you mean {' or '.join(near)}?" if near else "")


def from_file(path: Path) -> Environment:
    """A user's own environment in a file `<name>.py`. Raises `ImportError` or whatever the file itself raises."""
    name = path.stem
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses, pickle and `problem_class` look for it
    spec.loader.exec_module(module)
    return Environment(name, path.resolve().parent.name, name, class_name(name))
