"""What Python users have: the names of `rlve`, scoring of many responses, and the curriculum as an object."""

import ast
import doctest
import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import get_args, get_type_hints

import pytest

import rlve
from rlve.training.config import TrainSettings

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "python.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
HEAVY = {
    "torch",
    "transformers",
    "numpy",
    "sympy",
    "networkx",
    "yaml",
    "rich",
    "typer",
    "rlve.envs",
    "rlve.training",
}
RIGHT, WRONG = "<answer>2 8 10 14</answer>", "<answer>14 10 8 2</answer>"


def python(code, folder, **variables):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ | variables,
        check=False,
    )


# Names ------------------------------------------------------------------------------------------------------------------


def test_importing_rlve_imports_nothing_else(tmp_path):
    done = python("import sys, rlve; dir(rlve), rlve.__version__; print(*sys.modules)", tmp_path)
    assert not HEAVY & set(done.stdout.split()), done.stderr


@pytest.mark.parametrize("name", rlve.__all__)
def test_no_name_brings_torch_with_it(name, tmp_path):
    done = python(f"import sys, rlve; rlve.{name}; print(*sys.modules)", tmp_path)
    assert not (HEAVY & {"torch", "transformers", "numpy", "sympy", "networkx"}) & set(done.stdout.split())
    assert done.returncode == 0, done.stderr


def test_names_types_and_modules_agree():
    """What a type checker reads is what is imported at run time, and `from rlve import *` and `dir` give it."""
    tree = ast.parse((ROOT / "rlve" / "__init__.py").read_text())
    (for_types,) = [node for node in tree.body if isinstance(node, ast.If)]
    typed = {
        alias.name: node.module for node in for_types.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert typed == rlve._MODULES
    assert sorted([*typed, "__version__"]) == rlve.__all__
    for name, module in typed.items():
        assert getattr(rlve, name) is getattr(importlib.import_module(module), name)
    assert set(rlve.__all__) <= set(dir(rlve))
    assert rlve.__version__ == importlib.metadata.version("rlve")
    with pytest.raises(AttributeError, match="rlve has no sudoku; it has BrokenEnvironment, Curriculum"):
        _ = rlve.sudoku


def test_every_name_says_what_it_is():
    for name in set(rlve.__all__) - {"__version__"}:
        assert len(getattr(rlve, name).__doc__) > 40
    for module in ("rlve.api", "rlve.curriculum"):
        failed, tried = doctest.testmod(importlib.import_module(module))
        assert not failed
        assert tried > 4


def test_the_page_shows_every_name_and_what_it_prints(tmp_path):
    done = python("\n".join(BLOCKS), tmp_path)
    assert done.returncode == 0, done.stderr
    expected = re.findall(r"^ *print\(.*\)  # (.*)$", "\n".join(BLOCKS), re.MULTILINE)
    assert len(expected) > 5
    assert done.stdout.splitlines() == expected
    for name in rlve.__all__:
        assert re.search(rf"\b{name}\b", PAGE), name


# Environments, problems, records ------------------------------------------------------------------------------------------


def test_records_are_those_of_the_command(tmp_path):
    done = python("import sys; from rlve_cli.main import main; main()", tmp_path)
    assert done.returncode == 0
    command = [
        sys.executable,
        "-m",
        "rlve",
        "generate",
        "--env",
        "integer_sorting,sudoku",
        "-d",
        "1-2",
        "-n",
        "2",
        "--seed",
        "5",
    ]
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, check=True)
    made = list(rlve.records("integer_sorting,sudoku", range(1, 3), 2, seed=5))
    assert made == [json.loads(line) for line in done.stdout.splitlines()]
    boxed = next(rlve.records("sudoku", style="boxed", answers=False))
    assert "boxed" in boxed["prompt"]
    assert "answer" not in boxed


def test_wrong_names_are_told_at_once():
    with pytest.raises(rlve.UnknownEnvironment, match="did you mean sudoku"):
        rlve.records("sodoku")
    with pytest.raises(rlve.UnknownEnvironment):
        rlve.environment("sodoku")
    with pytest.raises(ValueError, match="no parameter length"):
        rlve.problem("integer_sorting", length=3)


def test_a_file_of_ones_own_is_an_environment(tmp_path):
    path = tmp_path / "my_sorting.py"
    path.write_text(
        "from rlve.envs.sequences.integer_sorting import IntegerSorting\nclass MySorting(IntegerSorting): pass\n"
    )
    assert rlve.environment(path) == rlve.environment(str(path)) == rlve.environments(str(path))[0]
    assert rlve.problem(path, 1).numbers
    (record,) = rlve.records(str(path))
    assert rlve.verify(record, f"<answer>{record['answer']}</answer>").outcome is rlve.Outcome.CORRECT
    path.write_text("raise SystemExit(2)")
    (tmp_path / "other.py").write_text("raise SystemExit(2)")
    with pytest.raises(rlve.BrokenEnvironment, match="SystemExit"):
        rlve.environments(str(tmp_path / "other.py"))


# Scoring ------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record():
    return next(rlve.records("integer_sorting", 1))


@pytest.mark.parametrize("processes", [0, 2])
def test_verdicts_come_in_order(record, processes):
    other = next(rlve.records("sudoku", 1))
    asked = [
        (record, RIGHT),
        (other, RIGHT),
        (record, WRONG),
        (other, f"<answer>{other['answer']}</answer>"),
        (record, ""),
    ] * 20
    verdicts = rlve.score(*zip(*asked), processes=processes)
    assert [verdict.reward for verdict in verdicts] == [1.0, -1.0, 0.0, 1.0, -1.0] * 20 or [
        verdict.outcome for verdict in verdicts[:5]
    ] == ["correct", "infeasible", "wrong", "correct", "malformed"]
    assert rlve.score([], [], processes=processes) == []


FAULTS = {
    "no environment": {"environment": None},
    "unknown environment": {"environment": "sodoku"},
    "no file": {"environment": "nix.py"},
    "no instance": {"instance": None},
    "instance is no JSON": {"instance": "{numbers: 1"},
    "instance is no object": {"instance": "[1]"},
    "foreign instance": {"instance": {"letters": [1]}},
    "instance of other types": {"instance": {"numbers": 7}},
}


@pytest.mark.parametrize("processes", [0, 1])
def test_a_fault_of_a_record_is_no_number(record, processes):
    records = [part for fault in FAULTS.values() for part in (record | fault, record)]
    verdicts = rlve.score(records, [RIGHT] * len(records), processes=processes)
    for fault, verdict in zip(FAULTS, verdicts[::2]):
        assert (verdict.reward, verdict.outcome) == (None, rlve.Outcome.ERROR), fault
        assert verdict.reason
    assert {verdict.reward for verdict in verdicts[1::2]} == {1.0}


def test_columns_hold_instances_as_text(record):
    assert rlve.verify(record | {"instance": json.dumps(record["instance"])}, RIGHT).reward == 1.0


def test_a_check_that_hangs_is_ended(tmp_path):
    path = tmp_path / "hanging_sorting.py"
    path.write_text(
        "from rlve.envs.sequences.integer_sorting import IntegerSorting\n"
        "class HangingSorting(IntegerSorting):\n    def score(self, answer):\n        while answer[0] == 14: pass\n"
        "        return super().score(answer)\n"
    )
    record = next(rlve.records("integer_sorting", 1)) | {"environment": rlve.environment(path).name}
    verdicts = rlve.score([record] * 3, [RIGHT, WRONG, RIGHT], processes=1, timeout=1.0)
    assert [(verdict.reward, verdict.outcome.value) for verdict in verdicts] == [
        (1.0, "correct"),
        (-1.0, "timeout"),
        (1.0, "correct"),
    ]


def test_a_scorer_keeps_its_processes(record):
    scorer = rlve.Scorer(processes=1)
    try:
        for _ in range(2):
            assert [v.reward for v in scorer([record] * 2, [RIGHT, WRONG])] == [1.0, 0.0]
        groups = scorer.groups(
            [record, record],
            [
                [RIGHT, WRONG],
                [],
            ],
        )
        assert [[v.reward for v in group] for group in groups] == [[1.0, 0.0], []]
    finally:
        scorer.close()


def test_wrong_use_of_scoring_is_told(record):
    with pytest.raises(ValueError, match="2 records and 1 responses"):
        rlve.score([record] * 2, [RIGHT])
    with pytest.raises(ValueError, match="1 records and 2 groups"):
        rlve.Scorer().groups([record], [[RIGHT], [RIGHT]])
    with pytest.raises(TypeError, match="a response is a text, not list; of chat messages give the content"):
        rlve.score([record], [[{"role": "assistant", "content": RIGHT}]])
    for wrong in ({"processes": -1}, {"timeout": 0}, {"timeout": float("nan")}):
        with pytest.raises(ValueError, match="processes is a number from 0 up"):
            rlve.Scorer(**wrong)


def test_an_unguarded_script_may_score_in_processes(tmp_path, record):
    """Worker processes must not run the user's script again."""
    script = tmp_path / "use.py"
    script.write_text(
        "import rlve\nprint('begun')\nrecord = next(rlve.records('integer_sorting', 1))\n"
        f"print(rlve.score([record], [{RIGHT!r}], processes=2)[0].reward)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (0, "begun\n1.0\n"), done.stderr


# The curriculum -----------------------------------------------------------------------------------------------------------

TWO = "integer_sorting,sudoku"


def test_draws_follow_from_the_seed():
    draws = [[rlve.Curriculum(TWO, seed=seed).draw() for _ in range(1)] for seed in (1, 1)]
    assert draws[0] == draws[1]
    one, same, other = (rlve.Curriculum(TWO, "static", seed, static_range="0-3") for seed in (1, 1, 2))
    first, second, third = ([each.draw() for _ in range(40)] for each in (one, same, other))
    assert first == second != third
    assert {draw.environment for draw in first} == {"integer_sorting", "sudoku"}
    assert {draw.difficulty for draw in first} == {0, 1, 2, 3}
    assert len({draw.seed for draw in first}) == 40
    assert first[0].record() == next(rlve.records(first[0].environment, first[0].difficulty, seed=first[0].seed))
    assert first[0].problem().prompt() == first[0].record()["prompt"]


def test_difficulty_grows_with_accuracy(record):
    curriculum = rlve.Curriculum(TWO, judge_after=2, window=2)
    easy = next(rlve.records("integer_sorting"))
    for _ in range(3):
        level = curriculum.windows()["integer_sorting"][1]
        group = (rlve.Draw("integer_sorting", level, 0), [rlve.Verdict(1.0, rlve.Outcome.CORRECT)] * 4)
        curriculum.learn([group, group])
    assert curriculum.windows() == {"sudoku": (0, 0), "integer_sorting": (2, 3)}
    curriculum.learn([(easy, [1.0] * 9)] * 2)  # of a difficulty that was left behind
    curriculum.learn([(next(rlve.records("sudoku")), [0.5, 1.0])] * 2)
    assert curriculum.windows() == {"sudoku": (0, 0), "integer_sorting": (2, 3)}


def test_faults_are_left_out_of_accuracy():
    curriculum = rlve.Curriculum(TWO, judge_after=1)
    posed = rlve.Draw("sudoku", 0, 0)
    curriculum.learn([(posed, [None, rlve.Verdict(None, rlve.Outcome.ERROR, "a fault")])])
    assert curriculum.windows()["sudoku"] == (0, 0)
    curriculum.learn([(posed, [None, 1.0, rlve.Verdict(None, rlve.Outcome.ERROR, "a fault")])])
    assert curriculum.windows()["sudoku"] == (0, 1)


@pytest.mark.parametrize("kind", ["paper", "teaching"])
def test_a_state_goes_on_as_if_nothing_had_happened(kind):
    rng = Random(0)

    def work(curriculum, times, rng):
        seen = []
        for _ in range(times):
            draw = curriculum.draw()
            seen.append(draw)
            curriculum.learn([(draw, [float(rng.random() < 0.97) for _ in range(4)])])
        return seen

    straight = rlve.Curriculum(TWO, kind, seed=3, judge_after=2)
    work(straight, 30, rng)
    state, at = json.loads(json.dumps(straight.state())), rng.getstate()
    expected = work(straight, 30, rng)
    assert straight.windows() != rlve.Curriculum(TWO).windows()
    resumed = rlve.Curriculum(TWO, kind, judge_after=2)
    resumed.restore(state)
    rng.setstate(at)
    assert work(resumed, 30, rng) == expected
    assert resumed.state() == straight.state()


def test_wrong_use_of_the_curriculum_is_told():
    curriculum = rlve.Curriculum(TWO)
    fresh = curriculum.state()
    good = (rlve.Draw("sudoku", 0, 0), [1.0])
    for bad, said in {
        (rlve.Draw("subset_sum", 0, 0), (1.0,)): "does not draw from the environment subset_sum",
        (rlve.Draw("sudoku", 0, 0), (1.0, float("nan"))): "not finite",
    }.items():
        with pytest.raises(ValueError, match=said):
            curriculum.learn([good, bad])
    with pytest.raises(ValueError, match="does not say its difficulty"):
        curriculum.learn([good, ({"environment": "sudoku"}, [1.0])])
    assert curriculum.state() == fresh
    for state, said in [
        ({}, "no state"),
        (fresh | {"kind": "teaching"}, "of the kind teaching"),
        (rlve.Curriculum("sudoku").state(), "integer_sorting is not in both"),
    ]:
        with pytest.raises(ValueError, match=said):
            curriculum.restore(state)
    assert curriculum.state() == fresh
    for wrong, said in [
        ({"envs": "sodoku"}, "^envs: .*did you mean sudoku"),
        ({"window": 0}, "^window must be at least 1"),
        ({"kind": "adaptive"}, "kind is one of paper"),
        ({"env_weights": {"subset_sum": 1}}, "env_weights .*subset_sum, which envs leaves out"),
        ({"static_range": "a-b", "kind": "static"}, "static_range"),
    ]:
        with pytest.raises(ValueError, match=said) as raised:
            rlve.Curriculum(**({"envs": TWO} | wrong))
        assert "--" not in str(raised.value)


def test_a_file_is_drawn_from_under_the_name_it_was_given(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text((ROOT / "envs" / "sequences" / "integer_sorting.py").read_text())
    monkeypatch.chdir(tmp_path)
    curriculum = rlve.Curriculum("./mine.py,sudoku", env_weights={"./mine.py": 3.0, "sudoku": 0}, judge_after=1)
    draw = curriculum.draw()
    assert draw.environment == draw.record()["environment"] == "./mine.py"
    curriculum.learn([(draw.record(), [1.0])])
    assert curriculum.windows()["./mine.py"] == (0, 1)


def test_weights_and_starts_are_as_in_training():
    curriculum = rlve.Curriculum(TWO, start_difficulties={"sudoku": 2}, env_weights={"integer_sorting": 0}, window=1)
    assert {(draw.environment, draw.difficulty) for draw in (curriculum.draw() for _ in range(9))} == {("sudoku", 2)}
    kinds = get_args(get_type_hints(rlve.Curriculum.__init__)["kind"])
    assert set(kinds) == set(get_args(get_type_hints(TrainSettings)["curriculum"]))
