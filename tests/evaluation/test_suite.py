"""The frozen suite: its problems do not change unnoticed, and where accuracy crosses one half."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rlve.envs.registry import environments, get
from rlve.evaluation import suite
from rlve.evaluation.report import render
from rlve.evaluation.settings import SUITE, EvaluationSettings
from rlve.evaluation.suite import changed, crossing, frozen, levels, non_increasing, problems, report
from tests.evaluation.conftest import Answer

CHOSEN = "integer_sorting,sudoku"


def test_the_problems_are_those_of_the_version_on_file() -> None:
    assert frozen()["version"] == suite.VERSION
    ours = {name for name, environment in environments().items() if environment.is_ours}
    different = changed(problems(",".join(ours), suite.PROBLEMS_PER_SETTING))
    assert different == [], (
        f"the suite's problems of {', '.join(different)} changed: raise VERSION in evaluation/suite.py and run "
        "python -m rlve.evaluation.suite"
    )
    assert frozen()["environments"].keys() == ours, "run python -m rlve.evaluation.suite, with a higher VERSION"


def test_a_change_of_prompt_or_data_is_noticed() -> None:
    found = problems(CHOSEN, 1)
    assert found == problems(CHOSEN, 1)
    assert changed(found) == []
    assert changed(problems(CHOSEN, 3)) == []  # the file knows the first ones
    assert changed([replace(found[0], prompt=found[0].prompt + " "), *found[1:]]) == [found[0].environment]
    assert changed([*found[:-1], replace(found[-1], instance='{"a": 1}')]) == [found[-1].environment]
    assert changed([replace(found[0], environment="their_own")]) == ["their_own"]


def test_every_environment_has_the_difficulties_at_which_it_grows() -> None:
    for environment in (get(name) for name in environments()):
        most = environment.problem_class.max_difficulty
        assert levels(environment) == [level for level in (0, 3, 6, 9) if most is None or level <= most]
        assert levels(environment)[0] == 0
    assert {problem.difficulty for problem in problems("integer_sorting", 1)} == {0, 3, 6, 9}


@pytest.mark.parametrize(
    ("accuracies", "expected"),
    [
        ({0: 1.0, 3: 0.75, 6: 0.25, 9: 0.0}, 4.5),
        ({0: 0.25, 3: 0.0, 6: 0.0, 9: 0.0}, 0.0),  # below one half from the start
        ({0: 1.0, 3: 1.0, 6: 1.0, 9: 0.5}, 9.0),  # never below
        ({0: 0.5, 3: 0.0}, 0.0),
        ({0: 1.0, 3: 0.5, 6: 0.5, 9: 0.0}, 6.0),
        ({0: 1.0}, 0.0),
        ({0: 0.0, 3: 1.0, 6: 0.0}, 3.0),  # 0 and 3 are averaged
    ],
)
def test_where_accuracy_crosses_one_half(accuracies: dict[int, float], expected: float) -> None:
    assert crossing(accuracies) == pytest.approx(expected)


def test_a_little_more_accuracy_moves_the_crossing_a_little() -> None:
    """Also at both ends, where it is cut off: no jump."""
    for low in (0.499, 0.501):
        assert crossing({0: low, 3: 0.0}) == pytest.approx(0.0, abs=0.01)
        assert crossing({0: 1.0, 9: low}) == pytest.approx(9.0, abs=0.05)
    assert non_increasing([0.0, 1.0, 0.5, 0.75]) == [0.5625] * 4
    assert non_increasing([1.0, 0.25, 0.75]) == [1.0, 0.5, 0.5]


def test_families_count_alike() -> None:
    rows = [("a", "games", 0, 1.0), ("a", "games", 3, 0.0), ("b", "games", 0, 0.0), ("c", "grids", 0, 1.0)]
    rows += [("c", "grids", 3, 1.0)]
    found = report(rows)
    assert found["environments"]["a"] == {"family": "games", "accuracy": {"0": 1.0, "3": 0.0}, "crossing": 1.5}
    assert found["families"] == {
        "games": {"crossing": 0.75, "environments": 2},
        "grids": {"crossing": 3.0, "environments": 1},
    }
    assert found["crossing"] == pytest.approx((0.75 + 3.0) / 2, abs=1e-3)


def test_a_whole_evaluation_of_the_suite(tmp_path: Path, scripted: Callable[[Answer], Any]) -> None:
    pytest.importorskip("lm_eval")
    from rlve.evaluation.runner import evaluate

    asked = problems(CHOSEN, 1)
    answers = {
        one.prompt: get(one.environment).restore(one.instance) for one in asked if one.difficulty < (4 if "sort" in one.id else 1)
    }  # fmt: skip

    def answer(prompt: str, _time: int) -> str:
        problem = answers.get(prompt)
        return f"<answer>{problem.answer_format().render(problem.solution)}</answer>" if problem else "none"

    scripted(answer)
    settings = EvaluationSettings(
        model="owner/scripted", output=str(tmp_path), benchmarks=(SUITE,), suite_environments=CHOSEN, suite_problems=1
    )
    results = evaluate(settings)
    one = results["benchmarks"][SUITE]
    assert (one["title"], one["metric"], one["problems"]) == (f"RLVE suite v{suite.VERSION}", "avg@1", len(asked))
    assert {name: found["crossing"] for name, found in one["suite"]["environments"].items()} == {
        "integer_sorting": 4.5, "sudoku": 1.5,
    }  # fmt: skip
    assert one["dataset"]["version"] == suite.VERSION
    assert one["dataset"]["changed"] == []
    assert "average" not in results
    shown = render(results)
    assert ["all", "families", f"{100 * one['score']:.1f}", "+-"] == next(
        line for line in shown.splitlines() if line.startswith("all families")
    ).split()[:4]
    assert "3.00" in next(line for line in shown.splitlines() if line.startswith("all families"))
