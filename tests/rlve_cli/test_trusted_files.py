"""A record may name a file: nothing in it runs unless the user has named that file too."""

import json
from pathlib import Path

import pytest

import rlve
from rlve.envs import registry
from rlve_cli.application import run_command

SPY = """
from pathlib import Path
from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from dataclasses import dataclass

Path(__file__ + ".run").touch()

@dataclass(frozen=True)
class Spy(Problem[int]):
    number: int

    @staticmethod
    def parameters(difficulty):
        return {"most": 10**6}

    @classmethod
    def generate(cls, rng, most):
        return cls(rng.randint(0, most))

    def statement(self):
        return f"Which number is {self.number}?"

    def answer_format(self):
        return Integer()

    def solve(self):
        return self.number
"""


@pytest.fixture
def spy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_trusted", set())
    path = tmp_path / "spy.py"
    path.write_text(SPY)
    return path


def ran(spy: Path) -> bool:
    return spy.with_name("spy.py.run").exists()


def lines(*environments: str) -> list[dict[str, object]]:
    sorting = next(rlve.records("integer_sorting"))
    sorting["response"] = f"<answer>{sorting['answer']}</answer>"
    own = [{"environment": name, "instance": {"number": 5}, "response": "<answer>5</answer>"} for name in environments]
    return [sorting, *own, sorting]


def judged(
    records: list[dict[str, object]], *arguments: str, capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[str], str]:
    Path("records.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    status = run_command(["verify", "--workers", "1", "records.jsonl", *arguments])
    out, errors = capsys.readouterr()
    return status, [json.loads(line)["outcome"] for line in out.splitlines()], errors


@pytest.mark.parametrize("name", ["spy.py", "./spy.py", "{}"])
def test_a_file_that_a_record_names_is_not_run(name: str, spy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, outcomes, errors = judged(lines(name.format(spy)), capsys=capsys)
    assert (status, outcomes) == (1, ["correct", "error", "correct"])
    assert f"the environment is a file, which would be run: if you trust it, add --env {name.format(spy)}" in errors
    assert not ran(spy)


@pytest.mark.parametrize("name", ["spy.py", "./spy.py", "{}"])
def test_a_file_that_the_user_names_is_run(name: str, spy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """However the record writes its path; with `all` the other records are judged as well."""
    records = lines("spy.py", name.format(spy))
    assert judged(records, "--env", "spy.py", capsys=capsys) == (0, ["correct", "correct"], "")
    assert ran(spy)
    assert judged(records, "--env", "all", "--env", "spy.py", capsys=capsys)[:2] == (0, ["correct"] * 4)


def test_another_file_is_no_better_for_it(spy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (spy.parent / "other").mkdir()
    other = spy.parent / "other" / "spy.py"
    other.write_text(SPY)
    status, outcomes, _ = judged(lines("other/spy.py", "spy.py"), "--env", "all,spy.py", capsys=capsys)
    assert (status, outcomes) == (0, ["correct", "correct", "correct"])  # it is left out, as what is not named
    assert not ran(other)


@pytest.mark.parametrize("name", ["\0.py", "~nobody-of-this-name/x.py", "a" * 5000 + ".py", "no_file.py", ".py"])
def test_names_that_are_no_paths_are_errors(name: str, spy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, outcomes, _ = judged(lines(name), capsys=capsys)
    assert (status, outcomes) == (1, ["correct", "error", "correct"])


@pytest.mark.parametrize("processes", [0, 1])
def test_a_python_program_runs_what_it_has_named(processes: int, spy: Path) -> None:
    record = {"environment": "spy.py", "instance": {"number": 5}}
    verdict = rlve.score([record], ["<answer>5</answer>"], processes=processes)[0]
    assert verdict.outcome is rlve.Outcome.ERROR
    assert "the environment is a file, which would be run: if you trust it, name it first" in verdict.reason
    assert not ran(spy)
    rlve.environment(spy)
    assert rlve.score([record], ["<answer>5</answer>"], processes=processes)[0].reward == 1.0
    assert ran(spy)


def test_a_selection_and_a_curriculum_name_files_too(spy: Path) -> None:
    record = next(rlve.records("spy.py"))
    assert rlve.verify(record, f"<answer>{record['answer']}</answer>").reward == 1.0
    registry._trusted.clear()
    record = rlve.Curriculum(envs="spy.py").draw().record()
    assert rlve.verify(record, f"<answer>{record['answer']}</answer>").reward == 1.0
