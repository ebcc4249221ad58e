"""Verdicts: beside sampling, kept when a grader fails, and never given by a grader that cannot work."""

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rlve.evaluation import engines, grading, judging
from rlve.evaluation.graders import sandbox, symbolic
from rlve.evaluation.graders.sandbox import SandboxError
from rlve.evaluation.graders.worker import Failed, GraderFailed, Workers
from rlve.evaluation.judging import Judgement, broken_grader, judge
from rlve.evaluation.report import render
from rlve.evaluation.runner import evaluate
from rlve.evaluation.samples import prompts, read, waiting
from rlve.evaluation.settings import EvaluationSettings
from tests.evaluation.conftest import PROGRAM, SMALL, Answer, right_answer

pytest.importorskip("lm_eval")
Use = Callable[[Answer], Any]


def settings(data: Path, output: Path, *benchmarks: str, **others: Any) -> EvaluationSettings:
    given = {"model": "owner/scripted", "samples": 2, "max_response_tokens": 64, "allow_code_execution": True, **others}
    return EvaluationSettings(output=str(output), data=str(data), benchmarks=benchmarks, **given)


@pytest.fixture
def broken_mathematics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbolic, "_workers", Workers("no_such_package_of_mathematics", seconds=1.0))


@pytest.mark.usefixtures("broken_mathematics")
def test_a_grader_that_cannot_start_raises() -> None:
    with pytest.raises(GraderFailed, match="cannot start: ModuleNotFoundError"):
        judge("aime24", [({"gold": r"x + 2\sqrt{2}"}, [r"\boxed{\sqrt{8} + x}"])])
    assert "cannot start" in broken_grader("omega500")
    assert broken_grader("bbeh") == ""


def test_a_package_that_is_missed_late_raises_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "late_import.py").write_text("def answer(q):\n    import no_such_package_of_ours\n")
    (tmp_path / "plain_fault.py").write_text("def answer(q):\n    raise ValueError('this question')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(GraderFailed, match="cannot work: ModuleNotFoundError"):
        Workers("late_import", seconds=1.0).ask(1)
    with pytest.raises(Failed, match="this question"):
        Workers("plain_fault", seconds=1.0).ask(1)


@pytest.mark.usefixtures("broken_mathematics")
def test_what_cannot_be_judged_is_found_before_sampling(
    small: Path, tmp_path: Path, scripted: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "NAMESPACES", False)
    monkeypatch.setattr(sandbox, "LANDLOCK", False)
    model = scripted(lambda prompt, _: right_answer(prompt))
    results = evaluate(settings(small, tmp_path / "out", "aime24", "bbeh", "livecodebench_v6"))
    assert results["benchmarks"].keys() == {"bbeh"}
    assert "cannot start" in results["missing"]["aime24"]
    assert "--allow-weak-isolation" in results["missing"]["livecodebench_v6"]
    assert results["failed"] == []
    assert len(model.asked) == 6
    assert json.loads((tmp_path / "out" / "results.json").read_text()) == results


def test_a_first_program_that_cannot_run_leaves_its_benchmark_out(
    small: Path, tmp_path: Path, scripted: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hidden(*_: object, **__: object) -> object:
        raise SandboxError("the sandbox cannot start Python: Permission denied: '/home/me/python'")

    monkeypatch.setattr(sandbox, "run", hidden)
    scripted(lambda prompt, _: right_answer(prompt))
    results = evaluate(settings(small, tmp_path / "out", "bbeh", "livecodebench_v6"))
    assert "Permission denied: '/home/me/python'" in results["missing"]["livecodebench_v6"]
    assert results["benchmarks"]["bbeh"]["score"] == 1.0


def test_a_grader_that_fails_on_the_way_loses_no_response_and_no_other_benchmark(
    small: Path, tmp_path: Path, scripted: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(name: str, *rest: Any) -> Any:
        if name == "livecodebench_v6":
            raise SandboxError("no more processes")
        return judge(name, *rest)

    scripted(lambda prompt, _: right_answer(prompt))
    chosen = settings(small, tmp_path / "out", "livecodebench_v6", "bbeh")
    with monkeypatch.context() as patch:
        patch.setattr(grading, "judge", fails)
        results = evaluate(chosen)
    assert results["failed"] == ["livecodebench_v6"]
    assert "no more processes" in results["missing"]["livecodebench_v6"]
    assert results["benchmarks"]["bbeh"]["score"] == 1.0
    assert len(waiting(tmp_path / "out" / "livecodebench_v6")) == 6
    scripted(lambda *_: pytest.fail("everything was sampled before"))
    again = evaluate(chosen)
    assert again["benchmarks"]["livecodebench_v6"]["score"] == 1.0
    assert again["failed"] == []
    assert not list((tmp_path / "out" / "livecodebench_v6").glob("waiting*"))


def test_judging_goes_on_beside_sampling(
    small: Path, tmp_path: Path, scripted: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first chunk is still being judged when the model writes the last one."""
    monkeypatch.setitem(engines.RESPONSES_AT_ONCE, "transformers", 2)  # a problem at a time
    last_is_written = threading.Event()
    in_time: list[bool] = []

    def slow(name: str, items: Any, weak: bool) -> Any:
        in_time.append(last_is_written.wait(20))
        return judge(name, items, weak)

    def answer(prompt: str, _time: int) -> str:
        if SMALL["bbeh"][2]["user_prompt"] in prompt:
            last_is_written.set()
        return right_answer(prompt)

    monkeypatch.setattr(grading, "judge", slow)
    scripted(answer)
    assert evaluate(settings(small, tmp_path / "out", "bbeh"))["benchmarks"]["bbeh"]["score"] == 1.0
    assert in_time == [True] * 3


def test_responses_without_a_verdict_are_in_no_score_and_said(
    small: Path, tmp_path: Path, scripted: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsure(name: str, items: Any, weak: bool) -> Any:
        found = judge(name, items, weak)
        found[0][0] = Judgement(None, None, "error", "KeyError: 'n'")
        return found

    monkeypatch.setattr(grading, "judge", unsure)
    scripted(lambda prompt, time: right_answer(prompt) if time or "number 2" in prompt else "none")
    results = evaluate(settings(small, tmp_path / "out", "bbeh"))
    one = results["benchmarks"]["bbeh"]
    assert sum(one["unjudged"].values()) == 1
    assert one["score"] == pytest.approx((1 + 0.5 + 1) / 3)
    assert "1 of 6 responses have no verdict (KeyError: 'n')" in render(results)


def test_tests_that_cannot_be_read_are_no_verdict_on_a_program() -> None:
    document = {"id": "1", "tests": "[]", "hidden_tests": "not packed!", "function_name": ""}
    ((judgement,),) = judge("livecodebench_v6", [(document, [PROGRAM])])
    assert judgement.correct is None
    assert "hidden tests cannot be decoded" in judgement.reason


def test_samples_say_what_was_read_and_why_it_does_not_count(small: Path, tmp_path: Path, scripted: Use) -> None:
    scripted(lambda prompt, time: right_answer(prompt) if time else "\\boxed{77}" if "What" in prompt else "none")
    evaluate(settings(small, tmp_path / "out", "aime24", "livecodebench_v6"))
    wrong, right = read(tmp_path / "out" / "aime24")[:2]
    assert (wrong.answer, wrong.outcome, wrong.reason) == ("77", "wrong", "the right answer is 1")
    assert (right.correct, right.outcome, right.reason) == (True, "correct", "")
    none = read(tmp_path / "out" / "livecodebench_v6")[0]
    assert (none.outcome, none.reason) == ("no answer", "no fenced block")
    assert prompts(tmp_path / "out" / "aime24")[right.prompt_hash].startswith("What is 0 + 1?")


def test_unnamed_benchmarks_that_are_not_here_are_no_failure(small: Path, tmp_path: Path, scripted: Use) -> None:
    """Where none of the six can be had, held-out environments stand in."""
    scripted(lambda *_: "none")
    for path in small.iterdir():
        path.unlink()
    chosen = settings(
        small, tmp_path / "out", *SMALL, named=False, heldout_environments="integer_sorting", heldout_problems=1
    )
    results = evaluate(chosen)
    assert results["benchmarks"].keys() == {"heldout"}
    assert results["missing"].keys() == SMALL.keys()
    assert results["failed"] == []


def test_a_sleeping_program_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs of several problems run at once: two wait for each other here."""
    both = threading.Barrier(2)

    def meets(*_: object, **__: object) -> None:
        both.wait(20)

    monkeypatch.setattr(judging, "first_failure", meets)
    document = {"id": "1", "tests": json.dumps([{"input": "", "output": ""}]), "hidden_tests": "", "function_name": ""}
    found = judge("livecodebench_v6", [(document, [PROGRAM]), ({**document, "id": "2"}, [PROGRAM])])
    assert [[one.correct for one in group] for group in found] == [[True], [True]]
