"""Held-out environments as a benchmark."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rlve.envs.pool import PoolFailed
from rlve.envs.registry import environments, get
from rlve.evaluation import heldout, judging
from rlve.evaluation.errors import WrongSettings
from rlve.evaluation.graders.worker import GraderFailed
from rlve.evaluation.heldout import difficulties_in, problems
from rlve.evaluation.judging import judge
from rlve.evaluation.runner import evaluate
from rlve.evaluation.settings import EvaluationSettings
from tests.evaluation.conftest import Answer

CHOSEN = sorted(environments())[:2]


def test_problems_are_the_same_for_the_same_seed_and_cover_the_difficulties() -> None:
    chosen = problems(",".join(CHOSEN), "0,2", 4, seed=3)
    assert chosen == problems(",".join(CHOSEN), "0,2", 4, seed=3)
    assert [problem.difficulty for problem in chosen] == [0, 2, 0, 2] * 2
    assert {problem.environment for problem in chosen} == set(CHOSEN)
    others = problems(",".join(CHOSEN), "0,2", 4, seed=4)
    assert {problem.prompt for problem in chosen}.isdisjoint(problem.prompt for problem in others)


def test_the_right_answer_is_correct_and_others_are_not() -> None:
    for problem in problems(",".join(CHOSEN), "0-1", 2, seed=0):
        right = f"<think>hm</think>\\boxed{{{problem.gold}}}"
        (judged,) = judge("heldout", [(vars(problem), [right, f"{right} no, \\boxed{{nothing}}", problem.gold])])
        assert [one.correct for one in judged] == [True, False, False]
        assert judged[2].outcome == "malformed"
        assert "<answer>" in judged[2].reason


def test_a_check_that_cannot_be_done_is_no_verdict() -> None:
    unknown = {"environment": "no_such_environment", "instance": "{}"}
    ((first,), (second,)) = judge(
        "heldout", [(unknown, ["\\boxed{1}"]), ({**unknown, "environment": CHOSEN[0]}, ["x"])]
    )
    assert first.correct is second.correct is None
    assert first.outcome == "error"
    assert "no_such_environment" in first.reason


def test_processes_that_cannot_start_are_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def verify(self, _questions: object) -> object:
            raise PoolFailed("no process can be started")

    monkeypatch.setattr(judging, "pool", Gone)
    with pytest.raises(GraderFailed, match="no process can be started"):
        judge("heldout", [(vars(problems(CHOSEN[0], "0", 1, 0)[0]), ["\\boxed{1}"])])


@pytest.mark.parametrize(("text", "levels"), [("0-3", [0, 1, 2, 3]), ("2,4,8", [2, 4, 8]), ("1,3-4", [1, 3, 4])])
def test_difficulties_are_lists_and_ranges(text: str, levels: list[int]) -> None:
    assert difficulties_in(text) == levels


@pytest.mark.parametrize("text", ["", "a", "3-1", "1-2-3", "-1"])
def test_other_difficulties_are_refused(text: str) -> None:
    with pytest.raises(WrongSettings, match="difficulties are"):
        difficulties_in(text)


def test_an_unknown_environment_is_one_sentence() -> None:
    with pytest.raises(WrongSettings, match="no environment is called 'sortinggg'"):
        problems("sortinggg", "0", 1, 0)


def test_a_whole_evaluation_scores_by_family(tmp_path: Path, scripted: Callable[[Answer], Any]) -> None:
    pytest.importorskip("lm_eval")
    golds = {one.prompt: one.gold for one in problems(",".join(CHOSEN), "0-1", 2, seed=0)}
    scripted(lambda prompt, time: f"\\boxed{{{golds[prompt]}}}" if time % 2 else "none")
    settings = EvaluationSettings(
        model="owner/scripted", output=str(tmp_path), benchmarks=("heldout",), samples=2,
        heldout_environments=",".join(CHOSEN), heldout_difficulties="0-1", heldout_problems=2,
    )  # fmt: skip
    one = evaluate(settings)["benchmarks"]["heldout"]
    assert (one["title"], one["metric"], one["score"], one["problems"]) == ("Held-out environments", "avg@2", 0.5, 4)
    assert {family: row["score"] for family, row in one["families"].items()} == {
        get(name).family: 0.5 for name in CHOSEN
    }
    assert "average" not in json.loads((tmp_path / "results.json").read_text())
    assert heldout.SPLIT == "heldout"
