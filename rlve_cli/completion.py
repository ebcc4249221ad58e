"""What the shell offers for names of environments."""

from pathlib import Path

from rlve.envs.registry import environments, families, splits


def selections(incomplete: str) -> list[str]:
    """The ways to go on with a selection: `puz` -> `puzzles`, `graphs,-sud` -> `graphs,-sudoku`."""
    before, comma, part = incomplete.rpartition(",")
    minus = "-" if part.startswith("-") else ""
    known = ["all", *families(), *splits(), *environments()]
    return [f"{before}{comma}{minus}{name}" for name in known if name.startswith(part.removeprefix("-"))]


def targets(incomplete: str) -> list[str]:
    """What `rlve inspect` can show: environments, files and folders."""
    folder, slash, part = incomplete.rpartition("/")
    found = [] if slash else selections(incomplete)
    place = Path(folder + slash or ".")
    names = sorted(path.name + "/" * path.is_dir() for path in place.iterdir()) if place.is_dir() else []
    return found + [f"{folder}{slash}{name}" for name in names if name.startswith(part) and not name.startswith(".")]
