"""Curricula: when difficulty rises, what is counted, and what a restored one refuses."""

import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import pytest

from rlve.envs import registry
from rlve.training import curriculum
from rlve.training.config import TrainSettings
from rlve.training.curriculum import PaperCurriculum, Progress, TeachingCurriculum, Trial, choose, digest
from rlve.training.errors import SettingsError

ENVIRONMENT = "integer_sorting"


def paper(**values: Any) -> PaperCurriculum:
    return PaperCurriculum({ENVIRONMENT: Progress(0)}, **values)


def trials(count: int, correct: int, difficulty: int = 0, responses: int = 16) -> list[Trial]:
    return [Trial(ENVIRONMENT, difficulty, responses, correct, useful=0 < correct < responses) for _ in range(count)]


def test_the_upper_difficulty_rises_once_eight_prompts_are_mastered() -> None:
    chosen = paper()
    chosen.learn(trials(7, correct=16))
    assert chosen.windows() == {ENVIRONMENT: (0, 0)}
    chosen.learn(trials(1, correct=16))
    assert chosen.windows() == {ENVIRONMENT: (0, 1)}
    assert chosen.progress[ENVIRONMENT] == Progress(1)


def test_accuracy_is_of_responses_and_the_threshold_belongs_to_it() -> None:
    chosen = paper()
    chosen.learn(trials(8, correct=9, responses=10))  # exactly 0.9
    assert chosen.progress[ENVIRONMENT].upper == 1
    chosen.learn([*trials(7, 10, 1, 10), *trials(1, 1, 1, 10)])  # 71 of 80
    assert chosen.progress[ENVIRONMENT].upper == 1


def test_counting_starts_anew_whether_or_not_it_rises() -> None:
    chosen = paper()
    chosen.learn(trials(8, correct=8))
    assert chosen.progress[ENVIRONMENT] == Progress(0)
    chosen.learn(trials(8, correct=16))
    assert chosen.progress[ENVIRONMENT] == Progress(1)


def test_a_round_is_judged_once_and_as_a_whole() -> None:
    """Judged eight by eight in their order, the eight prompts in the middle would raise it, at an accuracy of 0.67."""
    lucky = [*trials(40, correct=10), *trials(8, correct=16), *trials(48, correct=10)]
    chosen = paper()
    chosen.learn(lucky)
    assert chosen.progress[ENVIRONMENT] == Progress(0)
    chosen.learn(trials(96, correct=16))  # twelve times eight: one step up, for one round
    assert chosen.progress[ENVIRONMENT] == Progress(1)
    chosen.learn(trials(5, correct=0, difficulty=1))
    chosen.learn(trials(4, correct=16, difficulty=1))  # what was counted since the last judgement belongs to it
    assert chosen.progress[ENVIRONMENT] == Progress(1)


def test_late_trials_of_a_level_that_was_left_do_not_count() -> None:
    chosen = paper()
    chosen.learn(trials(8, correct=16))
    chosen.learn([*trials(20, correct=16, difficulty=0), *trials(7, correct=16, difficulty=1)])
    assert chosen.progress[ENVIRONMENT] == Progress(1, 7, 7 * 16, 7 * 16)


def test_an_accuracy_below_the_threshold_is_hardly_ever_taken_for_one_above() -> None:
    """One environment, 0.8 of the responses right, 384 prompts a round of very uneven difficulty."""
    for seed in range(20):
        random, chosen = Random(seed), paper()
        for _ in range(10):
            skills = [random.betavariate(3.2, 0.8) for _ in range(384)]
            solved = [sum(random.random() < skill for _ in range(16)) for skill in skills]
            chosen.learn(Trial(ENVIRONMENT, 0, 16, correct, useful=True) for correct in solved)
        assert chosen.progress[ENVIRONMENT].upper == 0


def test_only_the_upper_difficulty_is_judged() -> None:
    chosen = paper()
    chosen.progress[ENVIRONMENT].upper = 3
    chosen.learn(trials(50, correct=16, difficulty=2))
    assert chosen.progress[ENVIRONMENT] == Progress(3)


def test_the_window_never_reaches_below_zero_and_is_drawn_evenly() -> None:
    chosen = paper(window=4)
    drawn: list[set[int]] = []
    for upper in (0, 2, 5):
        chosen.progress[ENVIRONMENT].upper = upper
        drawn.append({chosen.draw(Random(seed), Random(seed))[1] for seed in range(200)})
    assert drawn == [{0}, {0, 1, 2}, {2, 3, 4, 5}]


def test_an_environment_ends_at_its_maximum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.get(ENVIRONMENT).problem_class, "max_difficulty", 1)
    chosen = paper()
    for level in (0, 1, 1):
        chosen.learn(trials(8, correct=16, difficulty=level))
    assert chosen.progress[ENVIRONMENT].upper == 1


def test_environments_are_drawn_by_their_weights() -> None:
    chosen = choose(TrainSettings(envs="integer_sorting,sudoku", env_weights="sudoku=3", eval_envs="train"))
    counts = Counter(chosen.draw(Random(seed), Random(seed))[0] for seed in range(4000))
    assert counts["sudoku"] / 4000 == pytest.approx(0.75, abs=0.03)


def test_the_teaching_curriculum_goes_back_and_prefers_what_teaches() -> None:
    names = {ENVIRONMENT: Progress(2), "sudoku": Progress(0)}
    chosen = TeachingCurriculum(names)
    chosen.learn(trials(8, correct=0, difficulty=2))
    assert chosen.progress[ENVIRONMENT].upper == 1
    chosen.learn(trials(100, correct=0, difficulty=0))
    assert chosen.weight(ENVIRONMENT) == pytest.approx(0.2)
    assert chosen.weight("sudoku") == 1.0
    chosen.learn([*trials(8, correct=0, difficulty=1), *trials(8, correct=0, difficulty=0)])
    assert chosen.progress[ENVIRONMENT].upper == 0


def test_a_static_curriculum_learns_nothing() -> None:
    chosen = choose(TrainSettings(envs=ENVIRONMENT, curriculum="static", static_range="2-5", eval_envs="train"))
    chosen.learn(trials(100, correct=16, difficulty=5))
    assert chosen.windows() == {ENVIRONMENT: (2, 5)}
    assert {chosen.draw(Random(seed), Random(seed))[1] for seed in range(200)} == {2, 3, 4, 5}


def test_a_restored_curriculum_goes_on_where_it_was() -> None:
    first, second = paper(), paper()
    first.learn(trials(11, correct=16))
    second.restore(first.state())
    assert digest(first) == digest(second)
    assert digest(first) != digest(paper())
    for one in (first, second):
        one.learn(trials(8, correct=16, difficulty=1))
    assert first.state() == second.state()
    assert first.progress[ENVIRONMENT].upper == 2


def test_the_state_of_other_environments_is_refused_by_name() -> None:
    with pytest.raises(SettingsError, match="it also has integer_sorting and it lacks sudoku"):
        PaperCurriculum({"sudoku": Progress(0)}).restore(paper().state())


def test_a_curriculum_needs_no_torch() -> None:
    """Other trainers use it by itself."""
    script = """
import sys
from random import Random
from rlve.training.curriculum import PaperCurriculum, Progress, Trial
chosen = PaperCurriculum({"integer_sorting": Progress(0)})
chosen.learn([Trial("integer_sorting", 0, 16, 16, False)] * 8)
other = PaperCurriculum({"integer_sorting": Progress(0)})
other.restore(chosen.state())
assert other.windows() == {"integer_sorting": (0, 1)}
assert other.draw(Random(0), Random(0))[0] == "integer_sorting"
print(sorted({"torch", "transformers", "deepspeed", "numpy", "yaml"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def test_start_difficulties() -> None:
    settings = TrainSettings(envs="integer_sorting,sudoku", start_difficulties="sudoku=5", eval_envs="train")
    assert choose(settings).windows() == {ENVIRONMENT: (0, 0), "sudoku": (2, 5)}
    with pytest.raises(SettingsError, match="speak of subset_sum, which --envs leaves out"):
        choose(settings.replace(start_difficulties="subset_sum=1"))


def test_environments_that_are_measured_are_not_trained() -> None:
    settings = TrainSettings(envs="integer_sorting,sudoku", eval_envs="sudoku")
    assert curriculum.trained_environments(settings) == [ENVIRONMENT]
    assert curriculum.trained_environments(settings.replace(eval_envs="train")) == ["sudoku", ENVIRONMENT]
    with pytest.raises(SettingsError, match="All environments of --envs sudoku are kept out of training"):
        curriculum.trained_environments(settings.replace(envs="sudoku"))
    with pytest.raises(SettingsError, match="--eval-envs: no environment is called 'sudokuu'; did you mean sudoku"):
        curriculum.trained_environments(settings.replace(eval_envs="sudokuu"))
