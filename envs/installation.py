"""How to install what a command lacks, in words that are true of the copy of rlve that asks."""

from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent


def command(extra: str) -> str:
    """What to type for an extra such as `train`, or several, `train,vllm`.

    A checkout of the repository installs from itself. Otherwise rlve came from a package, and so do its extras.
    """
    if (CHECKOUT / "pyproject.toml").is_file():
        return f"pip install -e '{CHECKOUT}[{extra}]'"
    return f"pip install 'rlve[{extra}]'"


def missing(what: str, package: str, extra: str) -> str:
    """A sentence for a package that is not there: `Training needs torch: pip install 'rlve[train]'`."""
    return f"{what} needs {package}: {command(extra)}"
