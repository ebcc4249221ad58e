"""What is refused before anything is loaded: environments, above all."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rlve.envs import registry
from rlve.envs.pool import Pool
from rlve.training import checks, curriculum
from rlve.training.config import TrainSettings, resolve
from rlve.training.errors import SettingsError
from rlve.training.problems import PromptMaker, want

DOUBLING = """
from dataclasses import dataclass
from rlve.envs.answers import Integer
from rlve.envs.problem import Problem


@dataclass(frozen=True)
class Doubling(Problem[int]):
    number: int

    @staticmethod
    def parameters(difficulty):
        return {"largest": 10 + difficulty}

    @classmethod
    def generate(cls, rng, largest):
        return cls(rng.randint(0, largest))

    def statement(self):
        return f"How much is twice {self.number}?"

    def answer_format(self):
        return Integer()

    def solve(self):
        return 2 * self.number
"""


SAME = ("rlve.envs.strings.minimal_cyclic_rotation", "MinimalCyclicRotation")


def tiny(envs: str, **values: Any) -> TrainSettings:
    return resolve("tiny", None, {"envs": envs} | values)[1]


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        (tmp_path / "doubling.py").write_text(text)
        return str(tmp_path / "doubling.py")

    return write


def test_an_environment_in_a_file_is_trained_on_by_its_path(written: Callable[[str], str]) -> None:
    settings = tiny(f"{written(DOUBLING)},integer_sorting", env_weights="integer_sorting=0")
    checks.check(settings)
    chosen = curriculum.choose(settings)
    with Pool(1, timeout=20.0) as pool:  # its workers know nothing but the name
        maker = PromptMaker(pool, lambda text: [1] * len(text), "tag", seed=0, longest=10_000)
        prompts = list(maker.make(want(chosen, 0, 1, 0, 3)))
        assert [prompt.text.partition(" twice ")[0] for prompt in prompts] == ["How much is"] * 3
        answers = [f"<answer>{2 * prompt.instance['number']}</answer>" for prompt in prompts]
        questions = [(prompt.environment, prompt.instance, answer) for prompt, answer in zip(prompts, answers)]
        assert [verdict.reward for verdict in pool.verify(questions)] == [1.0, 1.0, 1.0]
    curriculum.choose(settings, chosen.state()).restore(chosen.state())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import no_such_module", "no_such_module"),
        ("import sys; sys.exit(3)", "doubling.py cannot be used"),
        ("x = 1", "it has no Problem"),
        ("def", "doubling.py cannot be used"),
    ],
)
def test_an_environment_that_cannot_be_imported_is_refused_at_once(
    text: str, why: str, written: Callable[[str], str]
) -> None:
    with pytest.raises(SettingsError, match=r"^[^\n]*$") as caught:
        checks.check(tiny(written(text)))
    assert why in str(caught.value)


def test_a_run_keeps_its_environments_when_others_are_added(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tiny("strings", eval_envs="heldout")
    begun = curriculum.choose(settings)
    more = registry.environments() | {"new_one": registry.Environment("new_one", "strings", *SAME)}
    monkeypatch.setattr(registry, "environments", lambda: more)
    assert "new_one" in curriculum.trained_environments(settings)
    checks.check(settings, begun.state())
    resumed = curriculum.choose(settings, begun.state())
    resumed.restore(begun.state())
    assert list(resumed.windows()) == list(begun.windows())


def test_a_run_whose_environment_is_gone_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tiny("strings", eval_envs="heldout")
    state = curriculum.choose(settings).state() | {"sudokuu": {}}
    with pytest.raises(SettingsError, match=r"^The environment sudokuu is needed: no environment is called 'sudokuu'"):
        checks.check(settings, state)
