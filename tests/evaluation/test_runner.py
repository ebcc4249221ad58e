"""Whole evaluations with known responses and with a tiny model: scores, files, resuming, what is refused."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rlve.evaluation import engines
from rlve.evaluation.errors import EvaluationFailed, WrongSettings
from rlve.evaluation.models import model_folder
from rlve.evaluation.runner import evaluate
from rlve.evaluation.samples import Sample, append, by_problem, read, waiting
from rlve.evaluation.settings import EvaluationSettings
from tests.evaluation.conftest import RIGHT, SMALL, Answer, right_answer

pytest.importorskip("lm_eval")
Use = Callable[[Answer], Any]


def settings(data: Path, output: Path, **others: Any) -> EvaluationSettings:
    given = {"model": "owner/scripted", "samples": 4, "max_response_tokens": 64, "allow_code_execution": True, **others}
    return EvaluationSettings(output=str(output), data=str(data), **given)


def test_right_responses_score_one_everywhere(small: Path, tmp_path: Path, scripted: Use) -> None:
    scripted(lambda prompt, _: right_answer(prompt))
    results = evaluate(settings(small, tmp_path / "out", samples=2))
    assert {name: one["score"] for name, one in results["benchmarks"].items()} == dict.fromkeys(SMALL, 1.0)
    assert results["average"] == {"score": 1.0, "error": 0.0, "over": list(SMALL)}
    assert results["missing"] == {}
    assert json.loads((tmp_path / "out" / "results.json").read_text()) == results


def test_results_say_what_was_measured(small: Path, tmp_path: Path, scripted: Use) -> None:
    scripted(lambda prompt, time: right_answer(prompt) if time == 0 else "no answer")
    results = evaluate(settings(small, tmp_path / "out", benchmarks=("aime24", "livecodebench_v6"), samples=16))
    aime, programs = results["benchmarks"]["aime24"], results["benchmarks"]["livecodebench_v6"]
    assert (aime["metric"], aime["score"], aime["error"], aime["problems"]) == ("avg@16", 1 / 16, 0.0, 3)
    assert (programs["metric"], programs["score"]) == ("pass@8", 0.5)
    assert aime["pass_at"]["1"] == 1 / 16
    assert aime["pass_at"]["16"] == 1.0
    assert aime["without_answer"] == 15 / 16
    assert len(aime["dataset"]["sha256"]) == 64
    assert sorted(aime["counts"].values()) == [1, 1, 1]
    assert set(results["sandbox"]) <= {"calls", "files", "ipc", "network", "processes"}
    assert {"python", "lm_eval", "transformers", "torch"} <= results["versions"].keys()
    samples = read(tmp_path / "out" / "aime24")
    assert [(one.answer, one.correct) for one in samples[:2]] == [("1", True), (None, False)]
    assert samples[0].response == RIGHT["aime24"][0]
    assert len({one.prompt_hash for one in samples}) == 3


def test_an_interrupted_evaluation_goes_on_with_what_is_missing(
    small: Path, tmp_path: Path, scripted: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(engines.RESPONSES_AT_ONCE, "transformers", 4)  # a problem at a time

    def breaks_off(prompt: str, _time: int) -> str:
        if "What is 2" in prompt:
            raise KeyboardInterrupt
        return right_answer(prompt)

    scripted(breaks_off)
    chosen = settings(small, tmp_path / "out", benchmarks=("aime24",))
    with pytest.raises(KeyboardInterrupt):
        evaluate(chosen)
    folder = tmp_path / "out" / "aime24"
    assert len(read(folder)) + len(waiting(folder)) == 8
    assert not (tmp_path / "out" / "results.json").exists()
    model = scripted(lambda prompt, _: right_answer(prompt))
    assert evaluate(chosen)["benchmarks"]["aime24"]["score"] == 1.0
    assert {prompt.split("\n")[0] for prompt, _ in model.asked} == {"What is 2 + 1?"}
    scripted(lambda *_: pytest.fail("everything is there already"))
    assert evaluate(chosen)["benchmarks"]["aime24"]["score"] == 1.0


def test_a_broken_last_line_is_done_again(small: Path, tmp_path: Path, scripted: Use) -> None:
    scripted(lambda prompt, _: right_answer(prompt))
    chosen = settings(small, tmp_path / "out", benchmarks=("aime24",))
    evaluate(chosen)
    file = tmp_path / "out" / "aime24" / "samples.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:-30])
    assert evaluate(chosen)["benchmarks"]["aime24"]["counts"] == dict.fromkeys(
        [one.prompt_hash for one in read(file.parent)], 4
    )
    assert len(by_problem(read(file.parent), 4)) == 3


def test_the_model_failing_is_one_sentence_and_keeps_what_there_is(small: Path, tmp_path: Path, scripted: Use) -> None:
    def fails(prompt: str, _time: int) -> str:
        if "What is 1 + 2" in prompt:
            raise RuntimeError("out of memory\nwith a long trace")
        return right_answer(prompt)

    scripted(fails)
    with pytest.raises(EvaluationFailed, match=r"AIME 2025 stopped .*out of memory; run the same command again"):
        evaluate(settings(small, tmp_path / "out"))
    assert len(read(tmp_path / "out" / "aime24")) == 12


def test_what_cannot_be_run_is_said_and_the_rest_runs(small: Path, tmp_path: Path, scripted: Use) -> None:
    scripted(lambda prompt, _: right_answer(prompt))
    (small / "aime25.json").unlink()
    said: list[str] = []
    results = evaluate(settings(small, tmp_path / "out", allow_code_execution=False), said.append)
    assert results["missing"].keys() == {"aime25", "livecodebench_v6"}
    assert "--allow-code-execution" in results["missing"]["livecodebench_v6"]
    assert {f"left out: {sentence}" for sentence in results["missing"].values()} <= set(said)
    assert len(results["benchmarks"]) == 4
    assert results["average"]["over"] == ["aime24", "omega500", "olympiadbench", "bbeh"]


def test_other_settings_in_the_same_folder_are_refused(small: Path, tmp_path: Path, scripted: Use) -> None:
    scripted(lambda prompt, _: right_answer(prompt))
    evaluate(settings(small, tmp_path / "out", benchmarks=("aime24",), limit=1))
    with pytest.raises(WrongSettings, match=r"temperature 0\.6 instead of 1\.0"):
        evaluate(settings(small, tmp_path / "out", benchmarks=("aime24",), temperature=1.0))
    more = evaluate(settings(small, tmp_path / "out", benchmarks=("aime24", "bbeh")))
    assert [one["problems"] for one in more["benchmarks"].values()] == [3, 3]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"benchmarks": ("aime42",)}, "there is no benchmark aime42"),
        ({"benchmarks": ()}, "none given"),
        ({"samples": 0}, "samples must be at least 1"),
        ({"temperature": -1.0}, "temperature"),
        ({"top_p": 0.0}, "top-p"),
        ({"engine": "api"}, "go together"),
        ({"revisions": ("main",)}, "BENCHMARK=COMMIT"),
    ],
)
def test_wrong_settings_are_one_sentence(wrong: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(WrongSettings, match=said):
        settings(tmp_path, tmp_path / "out", **wrong)


def test_a_tiny_model_gives_the_same_twice_and_other_seeds_others(
    small: Path, tiny_model: Path, tmp_path: Path
) -> None:
    chosen: dict[str, Any] = {"model": str(tiny_model), "benchmarks": ("aime24", "bbeh"), "max_response_tokens": 8}
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        results = evaluate(settings(small, tmp_path / name, seed=seed, **chosen))
        assert results["benchmarks"]["aime24"]["mean_tokens"] > 0
    texts = {name: [one.response for one in read(tmp_path / name / "aime24")] for name in "abc"}
    assert texts["a"] == texts["b"] != texts["c"]
    assert len(set(texts["a"])) > 6  # repeats of a problem differ


def test_two_processes_do_the_work_of_one(small: Path, tiny_model: Path, tmp_path: Path, capfd: Any) -> None:
    chosen: dict[str, Any] = {"model": str(tiny_model), "benchmarks": ("aime24", "omega500"), "max_response_tokens": 4}
    results = evaluate(settings(small, tmp_path / "out", data_parallel=2, **chosen))
    assert [one["problems"] for one in results["benchmarks"].values()] == [3, 3]
    assert sorted(path.name for path in (tmp_path / "out" / "aime24").iterdir()) == ["problems.jsonl", "samples.jsonl"]
    one_process = evaluate(settings(small, tmp_path / "one", **chosen))
    assert results["benchmarks"]["aime24"]["counts"] == one_process["benchmarks"]["aime24"]["counts"]
    assert [one.response for one in read(tmp_path / "out" / "aime24")] == [
        one.response for one in read(tmp_path / "one" / "aime24")
    ]
    assert capfd.readouterr().out == ""


def test_prompts_longer_than_the_context_are_wrong_and_said_to_be_cut_off(
    small: Path, tiny_model: Path, tmp_path: Path
) -> None:
    rows = [{"user_prompt": "long " * 1_000, "ground_truth": "1"}, {"user_prompt": "short", "ground_truth": "1"}]
    (small / "aime24.json").write_text(json.dumps(rows))
    results = evaluate(
        settings(
            small, tmp_path / "out", model=str(tiny_model), benchmarks=("aime24",), samples=1, max_response_tokens=4
        )
    )
    assert results["benchmarks"]["aime24"]["problems"] == 2
    assert {one.id: one.truncated for one in read(tmp_path / "out" / "aime24")}["0"] is True


def test_what_a_prompt_leaves_of_the_context_limits_the_response() -> None:
    class Model:
        max_length = 4_096

    assert engines.response_limit(Model, 1_000, 100) == 1_000
    assert engines.response_limit(Model, 32_768, 100) == 3_072
    assert engines.response_limit(Model, 32_768, 3_500) == 595
    assert engines.response_limit(Model, 32_768, 5_000) == 0
    assert engines.response_limit(Model, 32_768, None) == 32_768


def test_each_process_gets_its_own_gpus() -> None:
    assert engines.environment_of_rank(1, 2, {})["CUDA_VISIBLE_DEVICES"] == "2,3"
    assert engines.environment_of_rank(1, 2, {"CUDA_VISIBLE_DEVICES": "4,5,6,7"})["CUDA_VISIBLE_DEVICES"] == "6,7"


def test_a_run_folder_stands_for_its_best_checkpoint(tmp_path: Path, tiny_model: Path) -> None:
    run = tmp_path / "run"
    for step in (2, 10):
        shutil.copytree(tiny_model, run / "checkpoints" / f"step-{step:06d}" / "policy")
    assert model_folder(str(run)).endswith("step-000010/policy")
    (run / "checkpoints" / "best").symlink_to("step-000002")
    assert Path(model_folder(str(run))).resolve() == (run / "checkpoints" / "step-000002" / "policy").resolve()
    for name, found in (
        ("step-000010\n", "step-000010"),
        ("", "best"),
        ("../..", "best"),
        ("step-000003", "step-000010"),
    ):
        (run / "checkpoints" / "best.txt").write_text(name)
        assert model_folder(str(run)).endswith(f"checkpoints/{found}/policy")
    assert model_folder(str(run / "checkpoints" / "step-000010")).endswith("step-000010/policy")
    assert model_folder(str(tiny_model)) == str(tiny_model)
    assert model_folder("Qwen/Qwen2.5-7B") == "Qwen/Qwen2.5-7B"
    for wrong in (str(tmp_path / "nowhere"), str(tmp_path), "nowhere"):
        with pytest.raises(WrongSettings):
            model_folder(wrong)


def test_samples_survive_any_text_and_any_cut(tmp_path: Path) -> None:
    texts = ["line\nbreak\u2028and \x00 more", "\ud800 alone", "é" * 100]
    rows = [Sample("a", "k", number, text, None, False, None, None) for number, text in enumerate(texts)]
    append(tmp_path / "samples.jsonl", rows)
    assert [one.response for one in read(tmp_path)] == texts
    whole = (tmp_path / "samples.jsonl").read_bytes()
    (tmp_path / "samples.jsonl").write_bytes(whole[:-5])
    append(tmp_path / "samples.jsonl", rows)
    assert len(read(tmp_path)) == 5
    assert [one.response for one in by_problem(read(tmp_path), 3)["k"]] == texts
