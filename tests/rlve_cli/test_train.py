"""`rlve train` before it trains: its help, its flags, what it says of runs that are finished, what it lacks."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rlve.envs import installation
from rlve.training import checks
from rlve.training.config import as_yaml, resolve
from rlve_cli import eval as evaluation_command
from rlve_cli.errors import WrongUse
from tests.rlve_cli.conftest import one_sentence


@pytest.mark.parametrize("command", ["train", "eval", "inspect", "generate", "verify"])
def test_help_pages_fit_80_columns(rlve, command: str) -> None:
    done = rlve(command, "--help", COLUMNS="80", TERMINAL_WIDTH="80")
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert len(lines) > 20
    assert [line for line in lines if len(line) > 80] == []


def test_numbers_are_shown_as_numbers(rlve) -> None:
    shown = rlve("train", "--help").stdout.decode()
    assert re.search(r"--steps INTEGER ", shown)
    assert re.search(r"--learning-rate FLOAT ", shown)
    assert re.search(r"--zero-stage 0\|1\|2\|3 ", shown)
    assert "<str>" not in shown


def test_help_needs_no_torch(environment: dict[str, str]) -> None:
    code = (
        "import sys; from rlve_cli.application import run_command; run_command(['train', '--help']); "
        "print(sorted({'torch', 'transformers', 'deepspeed'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("flag", ["--env", "--envs"])
def test_both_names_of_the_environments_work(rlve, flag: str) -> None:
    done = rlve("train", flag, "sudoku", "--dry-run")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\nenvs: sudoku\n" in done.stdout
    done = rlve("eval", "some/model", "-b", "heldout", flag, "no_such_environment")
    assert done.returncode == 2
    assert b"no_such_environment" in done.stderr


def test_nothing_given_is_the_demonstration(rlve) -> None:
    shown = rlve("train", "--dry-run").stdout.decode()
    assert shown.startswith("# preset: demo\n")
    assert "envs: integer_sorting,sliding_window_minimum" in shown


def test_a_finished_run_says_so_and_how_to_go_on(rlve, tmp_path: Path) -> None:
    run = tmp_path / "run"
    (run / "checkpoints" / "step-000007").mkdir(parents=True)
    (run / "checkpoints" / "step-000007" / "state.json").write_text("{}")
    _, settings = resolve("tiny", None, {"steps": 7})
    (run / "settings.yaml").write_text(as_yaml(settings))
    done = rlve("train", "--run", "run", "--resume")
    assert done.returncode == 0
    assert done.stdout == b""
    assert done.stderr.decode() == (
        "run was finished already, at step 7 of 7. Go on: rlve train --run run --resume --steps 107\n"
    )
    assert sorted(path.name for path in run.iterdir()) == ["checkpoints", "settings.yaml"]


def test_what_to_install_is_said_once_and_is_true_of_this_copy(monkeypatch, tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    assert installation.command("train,vllm") == f"pip install -e '{root}[train,vllm]'"
    assert f"Training needs deepspeed: pip install -e '{root}[train]'." in str(checks.not_installed("deepspeed"))
    monkeypatch.setattr(installation, "CHECKOUT", tmp_path)
    assert installation.missing("rlve eval", "lm_eval", "eval") == "rlve eval needs lm_eval: pip install 'rlve[eval]'"


@pytest.mark.parametrize("lacking", ["lm_eval", "math_verify", "torch"])
def test_eval_without_its_extra_is_a_sentence(rlve, tmp_path: Path, environment, lacking: str) -> None:
    hook = tmp_path / "hook"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text(
        "import importlib.machinery as m, sys\n"
        "class F(m.PathFinder):\n"
        "    @classmethod\n"
        "    def find_spec(cls, name, path=None, target=None):\n"
        f"        return None if name.partition('.')[0] == {lacking!r} else m.PathFinder.find_spec(name, path, target)\n"
        "sys.meta_path[:] = [F if one is m.PathFinder else one for one in sys.meta_path]\n"
    )
    done = rlve("eval", PYTHONPATH=os.pathsep.join([str(hook), environment["PYTHONPATH"]]))
    assert (done.returncode, done.stdout) == (2, b"")
    assert f"rlve eval needs {lacking}: pip install" in one_sentence(done.stderr)


def test_a_served_model_is_evaluated_without_torch(monkeypatch) -> None:
    monkeypatch.setattr(evaluation_command, "find_spec", lambda name: None if name == "torch" else object())
    evaluation_command.needed("http://localhost:1/v1")
    with pytest.raises(WrongUse, match="needs torch"):
        evaluation_command.needed(None)
