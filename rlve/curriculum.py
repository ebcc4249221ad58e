"""The curriculum of the paper as an object that any trainer can drive. It needs no torch."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from operator import index
from typing import Any, Literal

from rlve.envs import registry
from rlve.envs.problem import Problem, Style
from rlve.envs.records import make_record
from rlve.envs.verdict import Verdict
from rlve.training import curriculum
from rlve.training.config import TrainSettings
from rlve.training.errors import SettingsError
from rlve.training.problems import stream


@dataclass(frozen=True)
class Draw:
    """A problem that a curriculum asks for: an environment, a difficulty, and a seed of its own.

    >>> Draw("integer_sorting", difficulty=1, seed=0).record()["id"]
    'integer_sorting/1/0'
    """

    environment: str
    difficulty: int
    seed: int

    def problem(self) -> Problem[Any]:
        return registry.get(self.environment).problem(self.difficulty, self.seed)

    def record(self, style: Style = "tag", answer: bool = True) -> dict[str, Any]:
        """The problem as `rlve.records` gives it."""
        return make_record(registry.get(self.environment), self.difficulty, self.seed, style=style, answer=answer)


class Curriculum:
    """What picks the next environment and difficulty, and learns from verdicts: the adaptive difficulty of the paper.

    >>> curriculum = Curriculum(envs="integer_sorting,sudoku", judge_after=1)
    >>> curriculum.windows()
    {'sudoku': (0, 0), 'integer_sorting': (0, 0)}
    >>> draws = [curriculum.draw() for _ in range(8)]
    >>> curriculum.learn((draw, [1.0, 1.0]) for draw in draws if draw.environment == "sudoku")
    >>> curriculum.windows()
    {'sudoku': (0, 1), 'integer_sorting': (0, 0)}

    Each environment keeps an upper difficulty, and is drawn at one of `window` difficulties up to it. Once
    `judge_after` groups were tried at the upper difficulty, the accuracy of all their responses decides: at `raise_at`
    or more it grows by one. The kind `teaching` also lowers it below the accuracy `lower_at` and prefers environments
    whose groups teach; `static` stays in `static_range` and learns nothing. `env_weights` says how often an environment
    is drawn relative to the others, 1 if it is not named.

    Everything is decided by `seed`, the number of draws, and what was learned: ranks that hold equal curricula and feed
    them the same groups in the same order need not send anything around. `envs` is a selection as `rlve.environments`
    takes it. Raises `ValueError`.
    """

    def __init__(
        self,
        envs: str = "all",
        kind: Literal["paper", "teaching", "static"] = "paper",
        seed: int = 0,
        *,
        window: int = 4,
        judge_after: int = 8,
        raise_at: float = 0.9,
        lower_at: float = 0.1,
        start_difficulty: int = 0,
        start_difficulties: Mapping[str, int] | None = None,
        env_weights: Mapping[str, float] | None = None,
        static_range: str = "0-6",
    ) -> None:
        try:
            settings = TrainSettings(
                envs=envs,
                eval_envs="train",  # all of them are drawn from
                curriculum=kind,
                window=window,
                judge_after=judge_after,
                raise_at=raise_at,
                lower_at=lower_at,
                start_difficulty=start_difficulty,
                start_difficulties=_by_name(start_difficulties),
                env_weights=_by_name(env_weights),
                static_range=static_range,
            )
            self._chosen = curriculum.choose(settings)
        except SettingsError as error:
            raise ValueError(_without_flags(str(error))) from None
        self.kind = kind
        self._seed = seed
        self._drawn = 0

    def draw(self) -> Draw:
        """The next problem to pose; `.record()` makes it."""
        place, self._drawn = self._drawn, self._drawn + 1
        name, difficulty = self._chosen.draw(
            stream(self._seed, "environment", place), stream(self._seed, "difficulty", place)
        )
        return Draw(name, difficulty, stream(self._seed, "problem", place).getrandbits(48))

    def learn(self, groups: Iterable[tuple[Draw | Mapping[str, Any], Sequence[Verdict | float | None]]]) -> None:
        """Take in a round of finished groups: a draw or its record, and what the responses to it earned.

        Give all groups, useful or not, as verdicts or as rewards; a reward of 1 is a correct response, None (a fault of
        the record or the environment) is left out. Groups at other difficulties than the upper one count for nothing in
        the paper's curriculum, so late ones do no harm. Raises `ValueError` for a group of an environment that is not
        drawn from here, before anything is learned.
        """
        trials = [trial for posed, earned in groups if (trial := self._trial(posed, earned)) is not None]
        self._chosen.learn(trials)

    def _trial(
        self, posed: Draw | Mapping[str, Any], earned: Sequence[Verdict | float | None]
    ) -> curriculum.Trial | None:
        if isinstance(posed, Draw):
            name, difficulty = posed.environment, posed.difficulty
        else:
            name, difficulty = str(posed.get("environment")), posed.get("difficulty", "")
        if name not in self._chosen.windows():
            raise ValueError(f"this curriculum does not draw from the environment {name}")
        try:
            level = index(difficulty)
        except TypeError:
            raise ValueError(f"a group of {name} does not say its difficulty") from None
        rewards = [float(reward) for each in earned if (reward := _reward(each)) is not None]
        if not all(isfinite(reward) for reward in rewards):
            raise ValueError(f"a reward of {name} is not finite: of a fault, give None")
        if not rewards:
            return None
        correct = sum(reward == 1 for reward in rewards)
        return curriculum.Trial(name, level, len(rewards), correct, useful=max(rewards) > min(rewards))

    def windows(self) -> dict[str, tuple[int, int]]:
        """The lowest and the highest difficulty now drawn, by environment."""
        return self._chosen.windows()

    def state(self) -> dict[str, Any]:
        """All that decides what is drawn next, as JSON values, for a checkpoint."""
        return {"kind": self.kind, "seed": self._seed, "drawn": self._drawn, "environments": self._chosen.state()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a `state`, seed included. Raises `ValueError` if it is of another kind or other environments."""
        learned = state.get("environments")
        if not isinstance(learned, Mapping) or not {"kind", "seed", "drawn"} <= state.keys():
            raise ValueError("this is no state of a curriculum")
        if state["kind"] != self.kind:
            raise ValueError(f"the state is of the kind {state['kind']}, this curriculum of the kind {self.kind}")
        if differing := sorted(learned.keys() ^ self._chosen.state().keys()):
            raise ValueError(f"the state is of other environments: {', '.join(differing[:3])} is not in both")
        self._chosen.restore(learned)
        self._seed, self._drawn = int(state["seed"]), int(state["drawn"])


def _reward(earned: Verdict | float | None) -> float | None:
    return earned.reward if isinstance(earned, Verdict) else earned


def _by_name(values: Mapping[str, float] | None) -> str:
    return ",".join(f"{name}={value}" for name, value in (values or {}).items())


def _without_flags(sentence: str) -> str:
    """A sentence about flags of `rlve train` as one about arguments: they have the same names."""
    named = re.sub(r"--([a-z]+(?:-[a-z]+)*)", lambda match: match[1].replace("-", "_"), sentence)
    return re.sub(r"^curriculum is one of", "kind is one of", named)
