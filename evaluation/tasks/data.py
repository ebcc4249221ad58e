"""What lm-eval calls for each task's problems: `custom_dataset: !function data.aime24`.

Options come from the task's metadata, so `--metadata '{"data": "FOLDER"}'` reads local files.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from datasets import Dataset

from rlve.evaluation import benchmarks, heldout, suite

Loader = Callable[..., dict[str, Dataset]]


def loader(name: str) -> Loader:
    """A function that loads one benchmark as lm-eval wants it: a data set for each split, of which we have `test`."""

    def load(data: str | None = None, revision: str | None = None, **_others: Any) -> dict[str, Dataset]:
        problems, _ = benchmarks.load(name, data, revision)
        return {"test": Dataset.from_list([asdict(problem) for problem in problems])}

    return load


aime24 = loader("aime24")
aime25 = loader("aime25")
omega500 = loader("omega500")
olympiadbench = loader("olympiadbench")
bbeh = loader("bbeh")
livecodebench_v6 = loader("livecodebench_v6")


def heldout_environments(
    environments: str = heldout.SPLIT,
    difficulties: str = heldout.DIFFICULTIES,
    problems_per_environment: int = heldout.PROBLEMS_PER_ENVIRONMENT,
    seed: int = 0,
    **_others: Any,
) -> dict[str, Dataset]:
    """Problems of environments that were kept out of training."""
    problems = heldout.problems(environments, difficulties, int(problems_per_environment), int(seed))
    return {"test": Dataset.from_list([asdict(problem) for problem in problems])}


def suite_environments(
    environments: str = "all", problems_per_setting: int = suite.PROBLEMS_PER_SETTING, **_others: Any
) -> dict[str, Dataset]:
    """The frozen problems of the suite."""
    problems = suite.problems(environments, int(problems_per_setting))
    return {"test": Dataset.from_list([asdict(problem) for problem in problems])}
