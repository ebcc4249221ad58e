"""What the shell offers for names of environments."""

from pathlib import Path

from rlve.envs.registry import environments, families, splits


def selections(incomplete: str) -> list[str]:
    """The ways to go on with a selection: `puz` -> `puzzles`, `graphs,-sud` -> `graphs,-sudoku`, `m` -> `my_env.py`."""
    before, comma, part = incomplete.rpartition(",")
    minus = "-" if part.startswith("-") else ""
    known = ["all", *families(), *splits(), *environments(), *_files(part.removeprefix("-").rpartition("/")[0])]
    return [f"{before}{comma}{minus}{name}" for name in known if name.startswith(part.removeprefix("-"))]


def _files(folder: str) -> list[str]:
    """Environments of the user's own in a folder, the working folder if it has no name."""
    place = Path(folder or ".")
    found = sorted(place.glob("*.py")) if place.is_dir() else []
    return [f"{folder}/{path.name}" if folder else path.name for path in found]


def targets(incomplete: str) -> list[str]:
    """What `rlve inspect` can show: environments, files and folders."""
    folder, slash, part = incomplete.rpartition("/")
    found = [] if slash else selections(incomplete)
    place = Path(folder + slash or ".")
    names = sorted(path.name + "/" * path.is_dir() for path in place.iterdir()) if place.is_dir() else []
    here = [f"{folder}{slash}{name}" for name in names if name.startswith(part) and not name.startswith(".")]
    return list(dict.fromkeys(found + here))
