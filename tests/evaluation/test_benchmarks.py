"""Problems from files in the forms in which they are published, and what is said when there are none."""

import base64
import json
import pickle
import zlib
from pathlib import Path
from typing import Any

import pytest

from rlve.evaluation import benchmarks
from rlve.evaluation.benchmarks import BENCHMARKS, MissingData, all_tests, keys_of, load


def written(folder: Path, name: str, rows: list[dict[str, Any]]) -> Path:
    (folder / name).write_text("\n".join(map(json.dumps, rows)) if name.endswith("l") else json.dumps(rows))
    return folder


PUBLIC: dict[str, tuple[dict[str, Any], str]] = {
    "aime24": ({"ID": "2024-I-1", "Problem": "Find it.", "Solution": "...", "Answer": 204}, "204"),
    "aime25": ({"id": "3", "problem": "Find it.", "answer": "70"}, "70"),
    "omega500": (
        {"id": "x_1", "messages": [{"role": "user", "content": "Find it."}], "ground_truth": "-93/223"},
        "-93/223",
    ),
    "olympiadbench": (
        {
            "id": 1606,
            "question": "Find it.",
            "final_answer": ["$2$", "$3$"],
            "context": None,
            "is_multiple_answer": True,
        },
        "$2$, $3$",
    ),
    "bbeh": ({"task": "sorting", "input": "Find it.", "target": "a, b", "mini": 1}, "a, b"),
}


@pytest.mark.parametrize("name", PUBLIC)
@pytest.mark.parametrize("suffix", ["json", "jsonl"])
def test_the_public_sets_own_fields_and_plain_rows_both_load(name: str, suffix: str, tmp_path: Path) -> None:
    row, gold = PUBLIC[name]
    problems, source = load(name, written(tmp_path, f"{name}.{suffix}", [row]))
    assert [(problem.gold, problem.prompt.split("\n")[0]) for problem in problems] == [(gold, "Find it.")]
    assert source.problems == 1
    plain, _ = load(name, written(tmp_path, f"{name}.{suffix}", [{"user_prompt": "Find it.", "ground_truth": gold}]))
    assert (plain[0].prompt, plain[0].gold) == (problems[0].prompt, gold)


def test_a_prompt_asks_for_a_box_once(tmp_path: Path) -> None:
    rows = [
        {"user_prompt": "A", "ground_truth": "1"},
        {"user_prompt": "B in \\boxed{Your answer}", "ground_truth": "2"},
    ]
    first, second = load("omega500", written(tmp_path, "omega500.json", rows))[0]
    assert first.prompt.startswith("A\n\n")
    assert first.prompt.count("\\boxed") == 1
    assert second.prompt == "B in \\boxed{Your answer}"


def test_of_the_full_bbeh_sixteen_problems_a_task_are_used(tmp_path: Path) -> None:
    rows = [
        {"task": f"task {task}", "input": f"{task}/{n}", "target": "x", "mini": int(n >= 20)}
        for task in range(3)
        for n in range(40)
    ]
    prompts = [problem.prompt.split("\n")[0] for problem in load("bbeh", written(tmp_path, "bbeh.json", rows))[0]]
    assert prompts == [f"{task}/{n}" for task in range(3) for n in range(20, 36)]


def test_programs_in_the_public_form(tmp_path: Path) -> None:
    public = [{"input": "1\n", "output": "2\n", "testtype": "stdin"}]
    hidden = [{"input": "5\n", "output": "10\n", "testtype": "stdin"}]
    packed = base64.b64encode(zlib.compress(pickle.dumps(json.dumps(hidden)))).decode()
    called = [{"input": "[1]\n2", "output": "3", "testtype": "functional"}]
    common = {"question_title": "t", "platform": "p", "contest_id": "c", "difficulty": "easy"}
    rows = [
        {**common, "question_id": "a", "question_content": "Double it.", "starter_code": "", "metadata": "{}",
         "public_test_cases": json.dumps(public), "private_test_cases": packed},
        {**common, "question_id": "b", "question_content": "Add.", "starter_code": "class Solution:\n    def add(self, xs, y):",
         "metadata": json.dumps({"func_name": "add"}), "public_test_cases": json.dumps(called), "private_test_cases": "[]"},
    ]  # fmt: skip
    double, add = load("livecodebench_v6", written(tmp_path, "test6.jsonl", rows))[0]
    assert [test["input"] for test in all_tests(vars(double))] == ["1\n", "5\n"]
    assert "standard input" in double.prompt
    assert add.function_name == "add"
    assert "class Solution:" in add.prompt
    assert [test["kind"] for test in all_tests(vars(add))] == ["functional"]


@pytest.mark.parametrize(
    ("value", "kind", "given"),
    [
        ([{"input": "1", "output": "2"}], "stdin", "1"),
        (json.dumps([{"input": "1", "output": "2", "testtype": "functional"}]), "functional", "1"),
        ({"inputs": ["1"], "outputs": ["2"]}, "stdin", "1"),
        (json.dumps({"inputs": [[[1, 2], 3]], "outputs": [6], "fn_name": "f"}), "functional", "[1, 2]\n3"),
    ],
)
def test_programs_in_plain_forms(value: Any, kind: str, given: str, tmp_path: Path) -> None:
    rows = [{"user_prompt": "Do it.", "ground_truth": value}]
    (problem,) = load("livecodebench_v6", written(tmp_path, "livecodebench_v6.json", rows))[0]
    assert [(test["input"], test["kind"]) for test in all_tests(vars(problem))] == [(given, kind)]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"nothing": 1}], "row 1 .* none of the fields user_prompt"),
        ([{"user_prompt": "A"}], "row 1 .* none of the fields ground_truth"),
        ([], "holds no problems"),
        ([1], "list of objects"),
    ],
)
def test_rows_that_cannot_be_understood_are_named(rows: Any, said: str, tmp_path: Path) -> None:
    with pytest.raises(MissingData, match=said):
        load("aime24", written(tmp_path, "aime24.json", rows))


def test_a_missing_file_and_broken_json_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(MissingData, match=r"^AIME 2024: put aime24.json or aime24.jsonl into "):
        load("aime24", tmp_path)
    (tmp_path / "aime24.json").write_text("[{")
    with pytest.raises(MissingData, match="cannot be read as JSON"):
        load("aime24", tmp_path)


def test_without_a_network_the_sentence_names_the_data_set_and_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "reachable", lambda _address: False)
    for name, benchmark in BENCHMARKS.items():
        with pytest.raises(MissingData) as caught:
            load(name)
        assert benchmark.repository in str(caught.value)
        assert f"{name}.json" in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_problem_that_is_there_twice_counts_twice_under_two_keys(tmp_path: Path) -> None:
    rows = [{"user_prompt": "A", "ground_truth": "1"}] * 2 + [{"user_prompt": "B", "ground_truth": "1"}]
    problems, source = load("aime24", written(tmp_path, "aime24.json", rows))
    assert len(problems) == source.problems == 3
    first, second, third = keys_of(problem.prompt for problem in problems)
    assert second == f"{first}-2"
    assert keys_of([problems[2].prompt, problems[0].prompt]) == [third, first]
