"""What picks the next environment and difficulty, and learns from verdicts.

Every rank holds the same curriculum and feeds it the same trials in the same order, so nothing is ever sent around; nor
is there any hidden random state: whoever draws brings the random streams.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from random import Random
from typing import Any, Protocol

from rlve.envs import registry
from rlve.training.config import TrainSettings, difficulties, numbers_by_name
from rlve.training.errors import SettingsError


@dataclass(frozen=True)
class Trial:
    """A finished group, as far as a curriculum is concerned."""

    environment: str
    difficulty: int
    responses: int
    correct: int
    useful: bool


class Curriculum(Protocol):
    """What the loop asks of a curriculum."""

    def draw(self, environments: Random, levels: Random) -> tuple[str, int]:
        """The next environment, from the first stream, and its difficulty, from the second."""

    def learn(self, trials: Iterable[Trial]) -> None:
        """Take in all groups that a round finished, useful or not."""

    def windows(self) -> dict[str, tuple[int, int]]:
        """Lowest and highest difficulty now drawn, by environment."""

    def state(self) -> dict[str, Any]:
        """All that was learned, as JSON."""

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from a `state`. Raises `SettingsError` if it belongs to other environments."""


@dataclass
class Progress:
    """One environment's upper difficulty, and what was tried there since it was last judged."""

    upper: int
    prompts: int = 0
    responses: int = 0
    correct: int = 0
    teaching: float = 1.0  # running share of useful groups; only `TeachingCurriculum` looks at it


@dataclass
class PaperCurriculum:
    """The paper's: problems come uniformly from a window below the upper difficulty, which grows once it is mastered.

    What was tried in a round is taken in as a whole, and then each environment is judged, once: if there were at least
    `judge_after` prompts at its upper difficulty since it was last judged, the accuracy of all of them decides. At
    `raise_at` or more the upper difficulty grows by one (an environment's `max_difficulty` is the end); either way
    counting starts anew. Judged prompt by prompt, one lucky series among many would do.
    """

    progress: dict[str, Progress]
    weights: dict[str, float] = field(default_factory=dict)
    window: int = 4
    judge_after: int = 8
    raise_at: float = 0.9

    def draw(self, environments: Random, levels: Random) -> tuple[str, int]:
        names = list(self.progress)
        (name,) = environments.choices(names, [self.weight(name) for name in names])
        low, high = self.window_of(name)
        return name, levels.randint(low, high)

    def weight(self, name: str) -> float:
        return self.weights.get(name, 1.0)

    def window_of(self, name: str) -> tuple[int, int]:
        upper = self.progress[name].upper
        return max(0, upper - self.window + 1), upper

    def windows(self) -> dict[str, tuple[int, int]]:
        return {name: self.window_of(name) for name in self.progress}

    def learn(self, trials: Iterable[Trial]) -> None:
        for trial in trials:
            progress = self.progress[trial.environment]
            self.watch(progress, trial)
            if trial.difficulty != progress.upper:
                continue
            progress.prompts += 1
            progress.responses += trial.responses
            progress.correct += trial.correct
        for name, progress in self.progress.items():
            if progress.prompts >= self.judge_after:
                self.judge(name, progress)

    def watch(self, progress: Progress, trial: Trial) -> None:
        """Called for every trial, at whatever difficulty."""

    def judge(self, name: str, progress: Progress) -> None:
        if progress.correct >= self.raise_at * progress.responses and not at_the_end(name, progress.upper):
            progress.upper += 1
        progress.prompts = progress.responses = progress.correct = 0

    def state(self) -> dict[str, Any]:
        return {name: asdict(progress) for name, progress in self.progress.items()}

    def restore(self, state: Mapping[str, Any]) -> None:
        check_environments(state, self.progress)
        self.progress = {name: progress_of(name, state[name]) for name in self.progress}


@dataclass
class TeachingCurriculum(PaperCurriculum):
    """The paper's, which may also go back, and which prefers environments that teach.

    At an accuracy below `lower_at` the upper difficulty shrinks by one. An environment is drawn in proportion to the
    running share of its useful groups, but never less than a fifth as often as one whose groups are all useful.
    """

    lower_at: float = 0.1
    memory: float = 0.9
    least: float = 0.2

    def weight(self, name: str) -> float:
        return super().weight(name) * max(self.least, self.progress[name].teaching)

    def watch(self, progress: Progress, trial: Trial) -> None:
        progress.teaching = self.memory * progress.teaching + (1.0 - self.memory) * trial.useful

    def judge(self, name: str, progress: Progress) -> None:
        if progress.correct < self.lower_at * progress.responses and progress.upper > 0:
            progress.upper -= 1
            progress.prompts = progress.responses = progress.correct = 0
        else:
            super().judge(name, progress)


@dataclass
class StaticCurriculum:
    """Uniform over a fixed range of difficulties, for comparison; nothing is learned."""

    names: list[str]
    range: tuple[int, int]
    weights: dict[str, float] = field(default_factory=dict)

    def draw(self, environments: Random, levels: Random) -> tuple[str, int]:
        (name,) = environments.choices(self.names, [self.weights.get(name, 1.0) for name in self.names])
        return name, levels.randint(*self.range)

    def learn(self, trials: Iterable[Trial]) -> None:
        """Nothing."""

    def windows(self) -> dict[str, tuple[int, int]]:
        return dict.fromkeys(self.names, self.range)

    def state(self) -> dict[str, Any]:
        return {name: {} for name in self.names}

    def restore(self, state: Mapping[str, Any]) -> None:
        check_environments(state, self.names)


def choose(settings: TrainSettings, trained: Iterable[str] | None = None) -> Curriculum:
    """The curriculum of the settings. Raises `SettingsError` for unknown environments.

    `trained` are the environments of a run that has begun: it keeps them when others are added to a selection.
    """
    names = trained_environments(settings) if trained is None else list(trained)
    weights = numbers_by_name(settings.env_weights, "env_weights")
    starts = numbers_by_name(settings.start_difficulties, "start_difficulties")
    for name in [*weights, *starts]:
        if name not in names:
            raise SettingsError(f"--env-weights and --start-difficulties speak of {name}, which --envs leaves out.")
    if not any(weights.get(name, 1.0) for name in names):
        raise SettingsError("--env-weights gives every environment the weight 0.")
    if settings.curriculum == "static":
        levels = difficulties(settings.static_range, "static_range")
        return StaticCurriculum(names, (levels[0], levels[-1]), weights)
    progress = {name: Progress(int(starts.get(name, settings.start_difficulty))) for name in names}
    common = (progress, weights, settings.window, settings.judge_after, settings.raise_at)
    if settings.curriculum == "teaching":
        return TeachingCurriculum(*common, lower_at=settings.lower_at)
    return PaperCurriculum(*common)


def trained_environments(settings: TrainSettings) -> list[str]:
    """The environments of `--envs` without those kept out for measuring. Raises `SettingsError`."""
    names = environment_names(settings.envs, "--envs")
    if settings.eval_envs == "train":
        return names
    kept_out = set(held_out_environments(settings))
    left = [name for name in names if name not in kept_out]
    if not left:
        raise SettingsError(
            f"All environments of --envs {settings.envs} are kept out of training by --eval-envs "
            f"{settings.eval_envs}: use --eval-envs train to measure on the trained ones."
        )
    return left


def held_out_environments(settings: TrainSettings) -> list[str]:
    """The environments of `--eval-envs`; none if that is the default split and it has none. Raises `SettingsError`."""
    if settings.eval_envs == "heldout" and not set(registry.splits().get("heldout", ())) & set(registry.environments()):
        return []
    return environment_names(settings.eval_envs, "--eval-envs")


def environment_names(selection: str, where: str) -> list[str]:
    """The names a selection of the registry stands for. Raises `SettingsError`."""
    try:
        return [environment.name for environment in registry.select(selection)]
    except (LookupError, ValueError) as error:
        raise SettingsError(f"{where}: {error.args[0]}") from error


def at_the_end(name: str, difficulty: int) -> bool:
    """Whether an environment grows no harder than this."""
    most = registry.get(name).problem_class.max_difficulty
    return most is not None and difficulty >= most


def check_environments(state: Mapping[str, Any], names: Iterable[str]) -> None:
    """Raises `SettingsError` unless the state speaks of exactly these environments."""
    gone = sorted(set(state) - set(names))
    new = sorted(set(names) - set(state))
    if gone or new:
        parts = [f"{kind} {listed(some)}" for kind, some in (("it also has", gone), ("it lacks", new)) if some]
        raise SettingsError(
            f"The checkpoint's curriculum is of another list of environments: {' and '.join(parts)}; "
            "resume with the same --envs, or start a new run."
        )


def progress_of(name: str, state: Any) -> Progress:
    """What the state of a curriculum says of an environment. Raises `SettingsError` if it says something else."""
    try:
        progress = Progress(**state)
        counts = (progress.upper, progress.prompts, progress.responses, progress.correct)
        if all(type(count) is int and 0 <= count < 2**63 for count in counts) and 0 <= progress.teaching <= 1:
            return progress
    except TypeError:
        pass
    raise SettingsError(f"The checkpoint's curriculum says of {name} what this version of rlve cannot read.")


def listed(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def digest(curriculum: Curriculum) -> str:
    """A short text that differs as soon as the states of two curricula do."""
    return sha256(json.dumps(curriculum.state(), sort_keys=True).encode()).hexdigest()[:16]
