"""`rlve new`: an environment and its test to start from."""

import re
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from rlve.envs import registry
from rlve.envs.registry import ROOT
from rlve_cli.errors import WrongUse

STARTER = Path(__file__).parent / "starter"
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
TAKEN = {"Any", "Infeasible", "Integer", "Items", "Problem", "Random", "Redraw", "Self"}  # names the start itself uses


@dataclass(frozen=True)
class Start:
    """Where an environment and its test go, and how the test imports it."""

    environment: Path
    test: Path
    module: str


def new(
    *,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name, of small letters, digits and _, such as longest_gap.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the files go; made if it is not there.")
    ] = Path(),
) -> None:
    """Write an environment of your own and its test, to start from.

    Both work as they are: 'rlve inspect NAME.py --check' and 'pytest test_NAME.py' pass. Nothing is overwritten. In
    a checkout of rlve, --output envs/FAMILY puts the test into tests/envs/FAMILY.
    """
    if not NAME.fullmatch(name) or iskeyword(name) or name.startswith("test_"):
        raise WrongUse(f"a name is small letters, digits and single _, such as longest_gap, not {name!r}")
    start = places(name, output)
    for path in (start.environment, start.test):
        if path.exists():
            raise WrongUse(f"{path} is there already; nothing was written")
    check_free(name)
    _write({path: _copied(path, name, start.module) for path in (start.environment, start.test)})
    print(start.environment, start.test, sep="\n")
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"Next: rlve inspect {start.environment} --check; pytest {start.test}\n")


def check_free(name: str) -> None:
    """Raises `WrongUse` for a name that something else has."""
    if name in registry.environments() or name in registry.families() or name in ("all", *registry.splits()):
        raise WrongUse(f"rlve has something called {name} already: choose another name")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise WrongUse(f"{name} is the name of an installed Python module, which a file {name}.py would hide")
    if registry.class_name(name) in TAKEN:
        raise WrongUse(f"{registry.class_name(name)} is the name of a part of the contract: choose another name")


def places(name: str, folder: Path) -> Start:
    """A user's folder takes both files; in a checkout of rlve, environments and tests have folders of their own."""
    root = ROOT.resolve()
    if folder.resolve() != root and root not in folder.resolve().parents:
        return Start(folder / f"{name}.py", folder / f"test_{name}.py", name)
    family = folder.resolve().name
    tests = root.parent / "tests" / "envs"
    if folder.resolve().parent != root or family not in registry.families() or not tests.is_dir():
        raise WrongUse(f"{folder} is no folder for environments: give one of your own, or envs/FAMILY of a checkout")
    return Start(folder / f"{name}.py", tests / family / f"test_{name}.py", f"rlve.envs.{family}.{name}")


def _copied(path: Path, name: str, module: str) -> str:
    """The file of the start that belongs at a path, with its own names in place of the start's."""
    source = STARTER / ("test_my_environment.py" if path.name.startswith("test_") else "my_environment.py")
    text = source.read_text(encoding="utf-8").replace("rlve_cli.starter.my_environment", module)
    imports = re.findall(r"^from rlve\b.*\n", text, re.MULTILINE)
    text = text.replace("".join(imports), "".join(sorted(imports)))
    if module == name:  # for a user's project, rlve is one more package, and its own module stands apart
        text = text.replace("import pytest\n\n", "import pytest\n").replace(f"\nfrom {name} ", f"\n\nfrom {name} ")
    return text.replace("MyEnvironment", registry.class_name(name)).replace("my_environment", name)


def _write(files: dict[Path, str]) -> None:
    """All of them or none. Raises `WrongUse` where they cannot be written."""
    written: list[Path] = []
    try:
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                written.append(path)
                file.write(text)
    except OSError as error:
        for path in written:
            path.unlink()
        raise WrongUse(f"cannot write {path}: {error.strerror}") from None
