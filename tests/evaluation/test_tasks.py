"""The lm-eval tasks by themselves: what comes out when a model's responses are known."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rlve.evaluation.statistics import pass_at
from rlve.evaluation.work import TASKS
from tests.evaluation.conftest import PROGRAM, SMALL, Answer, right_answer, scripted_model

lm_eval = pytest.importorskip("lm_eval")


def evaluated(task: str, data: Path, answer: Answer, repeats: int | None = None, **options: Any) -> dict[str, Any]:
    """lm-eval's results of a task, as its own command would get them."""
    from lm_eval.evaluator import evaluate
    from lm_eval.tasks import TaskManager

    manager = TaskManager(include_path=[str(TASKS)], include_defaults=False, metadata={"data": str(data)})
    loaded = manager.load([task])
    for one in loaded["tasks"].values():
        if repeats:
            one.set_config("repeats", repeats)
    results: dict[str, Any] = evaluate(
        lm=scripted_model(answer), task_dict=loaded, bootstrap_iters=10, confirm_run_unsafe_code=True, **options
    )
    return results


def test_three_of_four_repeats_right_is_three_quarters(small: Path) -> None:
    results = evaluated(
        "rlve_omega500", small, lambda prompt, time: right_answer(prompt) if time != 2 else "\\boxed{7}"
    )
    assert results["results"]["rlve_omega500"]["score,all"] == 0.75
    assert results["results"]["rlve_omega500"]["verdicts,all"] == 0.75
    assert results["samples"]["rlve_omega500"][0]["verdicts"] == [True, True, False, True]


def test_the_error_is_clustered_by_problem(small: Path) -> None:
    """Scores 1, 0, 0 of three problems: sd / sqrt(3) = 0.57735 / 1.73205."""
    answer: Answer = lambda prompt, time: right_answer(prompt) if "What is 0" in prompt else "none"  # noqa: E731
    results = evaluated("rlve_aime24", small, answer, repeats=4)
    assert results["results"]["rlve_aime24"]["score_stderr,all"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(("correct", "samples"), [(0, 16), (1, 16), (3, 16), (9, 16), (16, 16), (1, 2)])
def test_pass_at_8_of_16_programs(correct: int, samples: int, small: Path) -> None:
    (small / "livecodebench_v6.json").write_text(json.dumps(SMALL["livecodebench_v6"][:1]))
    results = evaluated(
        "rlve_livecodebench_v6", small, lambda _, time: PROGRAM if time < correct else "no program", repeats=samples
    )
    by_hand = {0: 0.0, 1: 0.5, 3: 0.9, 9: 1.0, 16: 1.0} if samples == 16 else {1: 1.0}
    assert results["results"]["rlve_livecodebench_v6"]["score,all"] == pytest.approx(by_hand[correct])


def test_pass_at_k_by_hand() -> None:
    assert pass_at(1, 4, 3) == 0.75
    assert pass_at(2, 4, 2) == pytest.approx(5 / 6)
    assert pass_at(4, 4, 1) == 1.0
    assert pass_at(8, 4, 1) == 1.0
    assert pass_at(8, 16, 0) == 0.0


def test_the_group_averages_the_six_alike_and_right_responses_score_one(small: Path) -> None:
    (small / "aime24.json").write_text(json.dumps(SMALL["aime24"][:1]))  # size must not weigh
    results = evaluated(
        "rlve", small, lambda prompt, _: "\\boxed{nothing}" if "What is 0 + 1" in prompt else right_answer(prompt), 2
    )
    scores = {name: one["score,all"] for name, one in results["results"].items()}
    assert scores.pop("rlve") == pytest.approx(5 / 6)
    assert scores.pop("rlve_aime24") == 0
    assert set(scores.values()) == {1.0}
    assert len(scores) == 5


def test_settings_are_the_papers(small: Path) -> None:
    from lm_eval.tasks import TaskManager

    manager = TaskManager(include_path=[str(TASKS)], include_defaults=False, metadata={"data": str(small)})
    tasks = manager.load(["rlve"])["tasks"]
    assert {name: task.get_config("repeats") for name, task in tasks.items()} == {
        "rlve_aime24": 64, "rlve_aime25": 64, "rlve_omega500": 4, "rlve_olympiadbench": 4, "rlve_bbeh": 4,
        "rlve_livecodebench_v6": 16,
    }  # fmt: skip
    for task in tasks.values():
        sampling = task.get_config("generation_kwargs")
        assert sampling["do_sample"] is True
        assert (sampling["temperature"], sampling["top_p"], sampling["until"]) == (0.6, 0.95, [])


def test_programs_are_not_run_without_confirmation(small: Path) -> None:
    from lm_eval.evaluator import evaluate
    from lm_eval.tasks import TaskManager

    manager = TaskManager(include_path=[str(TASKS)], include_defaults=False, metadata={"data": str(small)})
    with pytest.raises(ValueError, match="unsafe"):
        evaluate(lm=scripted_model(lambda *_: PROGRAM), task_dict=manager.load(["rlve_livecodebench_v6"]))


def test_plain_lm_eval_runs_a_task(small: Path, tiny_model: Path, tmp_path: Path) -> None:
    options = [
        "--include_path",
        str(TASKS),
        "--metadata",
        json.dumps({"data": str(small)}),
        "--output_path",
        str(tmp_path / "out"),
    ]
    model: list[str] = [
        "--model",
        "hf",
        "--model_args",
        f"pretrained={tiny_model}",
        "--device",
        "cpu",
        "--apply_chat_template",
    ]
    limits = ["--limit", "1", "--gen_kwargs", "max_gen_toks=4", "--batch_size", "8"]
    finished = subprocess.run(
        [sys.executable, "-m", "lm_eval", "run", *options, *model, *limits, "--tasks", "rlve_bbeh"],
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    (results,) = (tmp_path / "out").rglob("results*.json")
    assert json.loads(results.read_text())["results"]["rlve_bbeh"]["score,all"] == 0.0
