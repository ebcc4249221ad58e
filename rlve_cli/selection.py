"""The environments that a command was asked for."""

from rlve.envs.loading import BrokenEnvironment
from rlve.envs.registry import Environment, select
from rlve_cli.errors import WorkFailed, WrongUse


def chosen(selection: str) -> list[Environment]:
    """Raises `WrongUse` for a selection that cannot be read, `WorkFailed` for an environment that cannot be used."""
    try:
        return select(selection)
    except BrokenEnvironment as error:
        raise WorkFailed(str(error)) from None
    except (LookupError, ValueError) as error:
        raise WrongUse(_with_advice(error.args[0])) from None


def _with_advice(sentence: str) -> str:
    """Where the names are, if nothing else says what to do."""
    if sentence.endswith("?") or sentence.startswith("there is no file"):
        return sentence
    return f"{sentence}; 'rlve inspect' lists them all"
