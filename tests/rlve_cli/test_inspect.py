"""`rlve inspect`: environments, a user's own, records, runs."""

import json
import os
import pty
import re
import subprocess

import pytest

from rlve.envs.registry import environments, select
from rlve_cli.environment_pages import description, example
from tests.rlve_cli.conftest import RLVE, one_sentence

GOOD = '''
"""Doubling."""
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem


@dataclass(frozen=True)
class TripledNumber(Problem[int]):
    """Multiply a number by three."""

    number: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"limit": 10**6 * (1 + difficulty)}

    @classmethod
    def generate(cls, rng: Random, limit: int) -> Self:
        return cls(rng.randrange(limit))

    def statement(self) -> str:
        return f"What is 3 times this number?\\n{self.number}"

    def answer_format(self) -> Integer:
        return Integer()

    def solve(self) -> int:
        return 3 * self.number
'''


def test_the_list_has_a_line_for_every_environment(rlve):
    done = rlve("inspect")
    assert done.returncode == 0
    assert done.stderr == b""
    assert [line.split()[0] for line in done.stdout.decode().splitlines()[1:]] == list(environments())


def test_a_selection_lists_its_environments(rlve):
    done = rlve("inspect", "sudoku,integer_sorting")
    assert [line.split()[:2] for line in done.stdout.decode().splitlines()[1:]] == [
        ["sudoku", "puzzles"],
        ["integer_sorting", "sequences"],
    ]


def test_json_is_a_list_of_objects(rlve):
    found = json.loads(rlve("inspect", "--json", "sudoku,integer_sorting").stdout)
    assert [(each["name"], each["family"]) for each in found] == [
        ("sudoku", "puzzles"),
        ("integer_sorting", "sequences"),
    ]
    assert found[1]["parameters"][3] == {"size": 6}
    assert found[1]["description"] == "Put a list of integers in ascending order."


def test_a_page_shows_an_example_and_what_near_misses_earn(rlve):
    page = rlve("inspect", "integer_sorting", "-d", "4", "--seed", "9").stdout.decode()
    (found,) = json.loads(rlve("inspect", "integer_sorting", "-d", "4", "--seed", "9", "--json").stdout)
    example = found["example"]
    assert example["prompt"] in page
    assert example["answer"] in page
    assert "Put a list of integers in ascending order." in page
    rewards = {attempt["what"]: attempt["reward"] for attempt in example["attempts"]}
    assert rewards.pop("the solution") == 1.0
    assert 0 < rewards["one part changed"] < 1
    assert rewards["the last part left out"] == -0.5
    assert rewards["no answer tags"] == -1.0
    assert max(rewards.values()) < 1.0


def test_every_environment_has_a_page():
    for environment in environments().values():
        described, shown = description(environment), example(environment, 1, 0)
        assert described["description"]
        assert shown["attempts"][0]["reward"] == 1.0
        json.dumps([described, shown])


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["sudok"], "did you mean sudoku?"),
        (["missing.py"], "missing.py"),
        (["missing.jsonl"], "missing.jsonl"),
        (["some/where"], "some/where"),
        (["."], "no run"),
        (["records.jsonl", "--check"], "--check"),
        (["other.json"], "cannot be read"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(rlve, tmp_path, arguments, hint):
    for name in ("records.jsonl", "other.json"):
        (tmp_path / name).write_text("not JSON")
    done = rlve("inspect", *arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert hint in one_sentence(done.stderr)


def test_a_good_environment_of_ones_own_passes_the_check(rlve, tmp_path):
    (tmp_path / "tripled_number.py").write_text(GOOD)
    done = rlve("inspect", "tripled_number.py", "--check")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"tripled_number.py: ok\n", b"")
    assert b"Multiply a number by three." in rlve("inspect", "tripled_number.py").stdout


@pytest.mark.parametrize(
    ("good", "bad", "explanation"),
    [
        ("    def solve(self) -> int:\n", "    def solve(self) -> int:\n        if self.number % 5 == 0:\n            return -1\n"
         "        return 0\n\n    def other(self) -> int:\n", "solves"),
        ("{self.number}", "{self.number} = {3 * self.number}", "contain the solution"),
        ("@dataclass(frozen=True)", "@dataclass(eq=True)", "frozen"),
        ("rng.randrange(", "Random().randrange(", "two problems"),
        ("10**6 * (1 + difficulty)", "10**6", "do not grow"),
    ],
)  # fmt: skip
def test_each_fault_of_ones_own_environment_is_explained(rlve, tmp_path, good, bad, explanation):
    assert good in GOOD
    (tmp_path / "tripled_number.py").write_text(GOOD.replace(good, bad))
    done = rlve("inspect", "tripled_number.py", "--check")
    assert done.returncode == 1
    assert explanation in done.stdout.decode() + done.stderr.decode()
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("def broken(:\n", "line 1"),
        ("import nothing_of_this_name\n", "nothing_of_this_name"),
        ("x = 1\n", "TripledNumber"),
        ("raise SystemExit(0)\n", "SystemExit"),
    ],
)
def test_a_module_that_cannot_be_used_is_one_sentence(rlve, tmp_path, text, hint):
    (tmp_path / "tripled_number.py").write_text(text)
    done = rlve("inspect", "tripled_number.py", "--check")
    assert done.returncode == 1
    assert hint in one_sentence(done.stderr)


def test_records_are_counted_by_environment(rlve):
    problems = rlve("generate", "--env", "sudoku,integer_sorting", "-d", "1-2", "-n", "3").stdout
    done = rlve("inspect", "-", input=problems)
    assert done.returncode == 0
    rows = [line.split() for line in done.stdout.decode().splitlines()]
    assert rows[0][0] == "environment"
    assert [row[:3] for row in rows[1:]] == [
        ["sudoku", "6", "1-2"],
        ["integer_sorting", "6", "1-2"],
        ["all", "12", "1-2"],
    ]
    found = json.loads(rlve("inspect", "--json", "-", input=problems).stdout)
    lengths = [len(json.loads(line)["prompt"]) for line in problems.splitlines()]
    assert max(each["prompt_longest"] for each in found) == max(lengths)
    assert [each["answers"] for each in found] == [6, 6]
    assert [each["accuracy"] for each in found] == [None, None]


def test_verified_records_show_accuracy_by_difficulty(rlve, tmp_path):
    problems = rlve("generate", "--env", "integer_sorting", "-d", "0-1", "-n", "2").stdout
    answered = []
    for line in problems.splitlines():
        record = json.loads(line)
        right = record["difficulty"] == 0
        answered.append(record | {"response": f"<answer>{record['answer'] if right else 0}</answer>"})
    source = "\n".join(map(json.dumps, answered)).encode()
    for arguments in (["--merge"], []):  # with all fields, and bare verdicts
        (tmp_path / "verdicts.jsonl").write_bytes(rlve("verify", *arguments, input=source).stdout)
        rows = [line.split() for line in rlve("inspect", "verdicts.jsonl").stdout.decode().splitlines()]
        shown = [dict(zip(rows[0][:3], row)) | dict(zip(rows[0][-2:], row[-2:])) for row in rows[1:]]
        assert [(row["difficulty"], row["accuracy"], row["reward"]) for row in shown] == [
            ("0", "100.0%", "1.000"),
            ("1", "0.0%", "-0.500"),
            ("0-1", "50.0%", "0.250"),
        ]


def test_rollouts_of_a_run_are_records_too(rlve):
    rollout = {"id": "a/1/2", "environment": "a", "difficulty": 1, "prompt": "p", "responses": ["x", "y"],
               "rewards": [1.0, -1.0], "outcomes": ["correct", "malformed"]}  # fmt: skip
    (found,) = json.loads(rlve("inspect", "--json", "-", input=json.dumps(rollout).encode()).stdout)
    assert (found["responses"], found["verdicts"], found["accuracy"], found["reward"]) == (2, 2, 0.5, 0.0)


def test_bad_lines_of_a_file_are_told(rlve):
    done = rlve("inspect", "-", input=b'{"environment": "a"}\n{\n{"x": 1}\n')
    assert done.returncode == 1
    assert done.stdout.splitlines()[1].split()[:2] == [b"a", b"1"]
    assert [line.split(b":")[0] for line in done.stderr.splitlines()] == [b"line 2", b"line 3", b"rlve inspect"]


def test_a_run_shows_its_course(rlve, tmp_path):
    steps = [
        {"step": step, "reward/mean": step / 10, "curriculum/upper_mean": step, "curriculum/upper/sudoku": step,
         "accuracy/sudoku": 0.5}
        for step in range(1, 9)
    ]  # fmt: skip
    run = tmp_path / "run"
    run.mkdir()
    (run / "metrics.jsonl").write_text("\n".join(map(json.dumps, steps)) + '\n{"step": 9, "rew')
    shown = rlve("inspect", "run").stdout.decode()
    assert "run: 8 steps" in shown
    rows = [line.split() for line in shown.splitlines()]
    assert ["reward", "0.100", "0.800"] in [row[:3] for row in rows]
    assert ["sudoku", "1", "8", "0.50"] in [row[:4] for row in rows]
    assert json.loads(rlve("inspect", "run", "--json").stdout) == steps


def test_environments_come_before_folders_of_the_same_name(rlve, tmp_path):
    (tmp_path / "sudoku").mkdir()
    assert rlve("inspect", "sudoku").stdout.startswith(b"sudoku (puzzles)")
    assert rlve("inspect", "./sudoku").returncode == 2


def test_a_closed_pipe_ends_quietly(shell):
    done = shell("rlve inspect | head -1")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("columns", ["40", "200"])
def test_tables_fit_the_terminal(environment, columns):
    parent, child = pty.openpty()
    variables = environment | {"COLUMNS": columns, "TERM": "xterm"}
    process = subprocess.Popen(
        [*RLVE, "inspect", "bits,strings"],
        stdout=child,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env=variables,
    )
    os.close(child)
    shown = b""
    try:
        while part := os.read(parent, 65536):
            shown += part
    except OSError:  # the end of a terminal
        pass
    _, errors = process.communicate(timeout=60)
    os.close(parent)
    assert (process.returncode, errors) == (0, b"")
    assert b"digit_lis_count" in shown
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown.decode())
    assert max(len(line.rstrip()) for line in plain.splitlines()) <= int(columns)


def test_lists_the_families(rlve):
    done = rlve("inspect", "puzzles,sequences", "--families")
    assert done.returncode == 0
    counted = {line.split()[0]: int(line.split()[1]) for line in done.stdout.decode().splitlines()[1:]}
    assert counted.keys() == {"puzzles", "sequences"}
    assert counted["puzzles"] == len(select("puzzles"))
    found = json.loads(rlve("inspect", "puzzles,sequences", "--families", "--json").stdout)
    assert {each["family"]: each["environments"] for each in found} == counted


def test_the_check_is_told_as_json_too(rlve, tmp_path):
    (tmp_path / "tripled_number.py").write_text(GOOD)
    done = rlve("inspect", "tripled_number.py", "--check", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout) == [{"name": "tripled_number.py", "ok": True, "complaints": []}]
    (tmp_path / "tripled_number.py").write_text(GOOD.replace("10**6 * (1 + difficulty)", "10**6"))
    done = rlve("inspect", "tripled_number.py", "--check", "--json")
    assert done.returncode == 1
    (told,) = json.loads(done.stdout)
    assert not told["ok"]
    assert any("do not grow" in complaint for complaint in told["complaints"])


def test_errors_are_no_part_of_an_accuracy(rlve):
    verdicts = [{"id": "a/0/0", "reward": 1.0, "outcome": "correct"}, {"id": "a/0/1", "reward": None, "outcome": "error"},
                {"id": "a/99999999999999999999/1", "reward": 10**400, "outcome": "wrong"}]  # fmt: skip
    source = "\n".join(map(json.dumps, verdicts)).encode()
    (found,) = json.loads(rlve("inspect", "--json", "-", input=source).stdout)
    assert (found["verdicts"], found["errors"], found["accuracy"], found["records"]) == (1, 1, 1.0, 3)
    shown = rlve("inspect", "-", input=source).stdout.decode().splitlines()
    assert shown[0].split()[-3:] == ["accuracy", "reward", "errors"]
