"""Environments by name. Only file names are read until one of them is used.

Ours are the files `envs/<family>/<name>.py`. Other packages add environments through the entry-point group
`rlve.environments`: the entry's name is the environment's, its value `module:Class`, its family the package's name.
A user's own file needs no entry: its path, which ends in `.py`, is a name wherever one is asked for.
"""

import os
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache, cached_property
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any

from rlve.envs.loading import BrokenEnvironment, from_module, from_path
from rlve.envs.problem import Problem
from rlve.envs.restoring import restored

ROOT = Path(__file__).parent
ENTRY_POINTS = "rlve.environments"
SPLITS = ROOT / "splits"
FILE = ".py"
_NO_FAMILIES = {"answers", "checks", "toolkit", "splits"}
_NAME = re.compile(r"\w[\w-]*")
_trusted: set[Path] = set()  # files that this program has named itself


class UnknownEnvironment(LookupError):
    """A name that no environment, family or split has; the message suggests the nearest ones."""


class EnvironmentWarning(UserWarning):
    """An environment of another package is left out; the message says which one, and why."""


@dataclass(frozen=True)
class Environment:
    """A named, seeded source of problems of one kind.

    The name of one in a file is the path as it was given, for `get` to find it again, also in other processes.
    """

    name: str
    family: str
    module: str
    class_name: str
    path: Path | None = None  # of a user's file, whatever the working folder becomes

    @cached_property
    def problem_class(self) -> type[Problem[Any]]:
        """Raises `BrokenEnvironment`, an `ImportError`, if there is no such class to be had."""
        if self.path is not None:
            return from_path(self.path, self.class_name)
        what = self.name if self.is_ours else f"the environment {self.name} of the package {self.family}"
        return from_module(what, self.module, self.class_name)

    @property
    def is_ours(self) -> bool:
        return self.module == f"rlve.envs.{self.family}.{self.name}"

    @property
    def title(self) -> str:
        """The name; for a file its name without folder and ending. Problems are drawn by it, wherever the file is."""
        return self.name if self.path is None else self.path.stem

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
        rng = Random(f"{self.title}/{difficulty}/{seed}")
        return self.problem_class.draw(rng, **self.parameters(difficulty, **overrides))

    def restore(self, instance: Mapping[str, Any] | str | bytes) -> Problem[Any]:
        """The problem of an instance, an object or its JSON text. Raises `ValueError` if it is of another environment.

        Nulls that tables put where an instance has nothing are dropped, and whole numbers may be floats.
        """
        return restored(self, instance)


def class_name(name: str) -> str:
    """`binary_search` -> `BinarySearch`."""
    return "".join(part.capitalize() for part in name.split("_"))


@cache
def environments() -> dict[str, Environment]:
    """All environments by name, ordered by family, then name; those of other packages follow ours."""
    return _ours() | {environment.name: environment for environment, trouble in _plugins() if not trouble}


@cache
def _ours() -> dict[str, Environment]:
    found = {}
    for family in sorted(path for path in ROOT.iterdir() if path.is_dir() and path.name not in _NO_FAMILIES):
        for path in sorted(family.glob("[!_]*.py")):
            name = path.stem
            found[name] = Environment(name, family.name, f"rlve.envs.{family.name}.{name}", class_name(name))
    return found


def _plugins() -> Iterator[tuple[Environment, str]]:
    """The environments of other packages, each with what keeps it from being used: no text if nothing does."""
    ours = _ours().values()
    owners = dict.fromkeys(["all", *splits(), *(one.family for one in ours), *(one.name for one in ours)], "rlve")
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: (entry.name, entry.value)):
        module, _, attribute = (part.strip() for part in entry.value.partition(":"))
        package, trouble = module.partition(".")[0], ""
        if not _NAME.fullmatch(entry.name):
            trouble = "names consist of letters, digits, - and _"
        elif entry.name in owners:
            trouble = f"{owners[entry.name]} has something of that name"
        owners.setdefault(entry.name, package)
        yield Environment(entry.name, package, module, attribute), trouble


@cache
def splits() -> dict[str, list[str]]:
    """Named lists of environments, one name a line in `envs/splits/<split>.txt`."""
    return {path.stem: path.read_text().split() for path in sorted(SPLITS.glob("*.txt"))}


def families() -> list[str]:
    return list(dict.fromkeys(environment.family for environment in environments().values()))


def get(name: str) -> Environment:
    """The environment of a name or in a file, which is not imported yet. Raises `UnknownEnvironment`."""
    if name.endswith(FILE):
        return from_file(name)
    try:
        return environments()[name]
    except KeyError:
        raise UnknownEnvironment(_suggestion(name, environments())) from None


def from_file(path: str | os.PathLike[str]) -> Environment:
    """A user's own environment. Raises `UnknownEnvironment` if there is no such file."""
    name = os.fspath(path)
    given = _expanded(name)
    place = given.resolve()
    if not place.is_file():
        raise UnknownEnvironment(f"there is no file {name}" + ("" if given.is_absolute() else f" in {Path.cwd()}"))
    return Environment(name, place.parent.name, place.stem, class_name(place.stem), place)


def _expanded(name: str) -> Path:
    return Path(os.path.expanduser(name))  # noqa: PTH111 - the method of `Path` raises for unknown users


def key(name: str) -> str:
    """What equal names of an environment have in common: for those in files the whole path, else the name itself."""
    try:
        return str(_expanded(name).resolve()) if name.endswith(FILE) else name
    except (OSError, ValueError, RuntimeError):  # no path at all
        return name


def trust(environment: Environment) -> Environment:
    """Let records name this environment's file, if it is in one, and be judged by it."""
    if environment.path is not None:
        _trusted.add(environment.path)
    return environment


def foreign(name: str) -> bool:
    """Whether a record's environment is a file that nobody but the record has named: to judge it would run the file."""
    return name.endswith(FILE) and Path(key(name)) not in _trusted


def select(selection: str) -> list[Environment]:
    """Environments of a comma-separated selection, in the registry's order, those in files last.

    Its parts are names, families, splits, globs, `all`, and paths of files; a part that begins with `-` leaves
    environments out. A selection of `-` parts only starts from all. Raises `UnknownEnvironment`, and `ValueError` if
    nothing is left.

    An environment of another package that cannot be used costs only itself: it is left out, with an
    `EnvironmentWarning`. Where it or a file was asked for by name, `BrokenEnvironment` is raised. Files that are
    selected are trusted: records may name them.
    """
    parts = [part.strip() for part in selection.split(",") if part.strip()]
    wide = all(part.startswith("-") for part in parts)
    chosen = dict(environments()) if wide else {}
    for part in parts:
        found = {str(one.path or one.name): one for one in _named(part.removeprefix("-"))}
        if part.startswith("-"):
            chosen = {key: one for key, one in chosen.items() if key not in found}
        else:
            chosen |= {key: one for key, one in found.items() if key not in chosen}
    for plugin, trouble in _plugins():
        if trouble and (wide or plugin.name in chosen or {"all", plugin.family} & set(parts)):
            _warn(_left_out(plugin, trouble))
    ordered = [environment for name, environment in environments().items() if name in chosen]
    ordered += [environment for environment in chosen.values() if environment.path]
    usable = [environment for environment in ordered if _usable(environment, environment.name in parts)]
    if not usable:
        raise ValueError(f"the selection {selection!r} holds no environment")
    return [trust(environment) for environment in usable]


def _named(part: str) -> list[Environment]:
    known = environments()
    if part.endswith(FILE):
        return [from_file(part)]
    if part == "all":
        return list(known.values())
    if part in known:
        return [known[part]]
    if part in splits():
        return [known[name] for name in splits()[part] if name in known]
    if part in families():
        return [environment for environment in known.values() if environment.family == part]
    if matched := [environment for name, environment in known.items() if fnmatchcase(name, part)]:
        return matched
    for plugin, trouble in _plugins():
        if trouble and part in (plugin.name, plugin.family):
            raise BrokenEnvironment(_left_out(plugin, trouble))
    raise UnknownEnvironment(_suggestion(part, [*known, *families(), *splits(), "all"]))


def _usable(environment: Environment, by_name: bool) -> bool:
    """Whether one of another package or in a file can be imported; ours can. Raises `BrokenEnvironment`."""
    if environment.is_ours:
        return True
    try:
        _ = environment.problem_class
    except BrokenEnvironment as error:
        if by_name or environment.path is not None:
            raise
        _warn(str(error))
        return False
    return True


def _left_out(plugin: Environment, trouble: str) -> str:
    return f"the environment {plugin.name} of the package {plugin.family} cannot be used: {trouble}"


def _warn(sentence: str) -> None:
    warnings.warn(sentence, EnvironmentWarning, stacklevel=1)  # all from this line: so each is said only once


def _suggestion(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    return f"no environment is called {name!r}" + (f"; did you mean {' or '.join(near)}?" if near else "")
