"""Reinforcement learning for language models on adaptive, verifiable environments.

What Python users need is here: `rlve.records`, `rlve.score`, `rlve.Curriculum` and the rest of `rlve.__all__`;
docs/python.md shows them on one page. Authors of environments import the contract from `rlve.envs`. All else is private
to the project. Importing `rlve` imports nothing: each name brings its module when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rlve.api import Scorer, environment, environments, problem, records, score, verify
    from rlve.curriculum import Curriculum, Draw
    from rlve.envs.loading import BrokenEnvironment
    from rlve.envs.problem import Problem
    from rlve.envs.registry import Environment, EnvironmentWarning, UnknownEnvironment
    from rlve.envs.verdict import Outcome, Verdict

    __version__: str

__all__ = [
    "BrokenEnvironment",
    "Curriculum",
    "Draw",
    "Environment",
    "EnvironmentWarning",
    "Outcome",
    "Problem",
    "Scorer",
    "UnknownEnvironment",
    "Verdict",
    "__version__",
    "environment",
    "environments",
    "problem",
    "records",
    "score",
    "verify",
]

_MODULES = {
    **dict.fromkeys(("Scorer", "environment", "environments", "problem", "records", "score", "verify"), "rlve.api"),
    **dict.fromkeys(("Curriculum", "Draw"), "rlve.curriculum"),
    "BrokenEnvironment": "rlve.envs.loading",
    "Problem": "rlve.envs.problem",
    **dict.fromkeys(("Environment", "EnvironmentWarning", "UnknownEnvironment"), "rlve.envs.registry"),
    **dict.fromkeys(("Outcome", "Verdict"), "rlve.envs.verdict"),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("rlve")
    elif name in _MODULES:
        value = getattr(import_module(_MODULES[name]), name)
    else:
        raise AttributeError(f"rlve has no {name}; it has {', '.join(__all__)}")
    globals()[name] = value  # the next time it is simply there
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
