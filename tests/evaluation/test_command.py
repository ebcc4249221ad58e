"""`rlve eval` as a command: what it prints where, its exit status, and a real small model from end to end."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rlve.evaluation.report import render
from tests.evaluation.conftest import DOUBLE

ROOT = Path(__file__).parents[2]
REAL = ROOT.parent / "shared" / "benchmarks"
BUNDLED = ROOT / "training" / "tiny"


def rlve(*arguments: object, cwd: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "rlve_cli", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_model_from_end_to_end(small: Path, tiny_model: Path, tmp_path: Path) -> None:
    common = (tiny_model, "--data", small, "--limit", 2, "--samples", 2, "--max-response-tokens", 4)
    base = rlve("eval", *common, "--allow-code-execution", "-o", tmp_path / "base", cwd=tmp_path)
    assert base.returncode == 0, base.stderr
    results = json.loads((tmp_path / "base" / "results.json").read_text())
    assert base.stdout == render(results)
    assert len(results["benchmarks"]) == 6
    assert "results.json" in base.stderr
    compared = rlve("eval", *common, "-b", "aime24,bbeh,livecodebench_v6", "--seed", 1, "-o", tmp_path / "new", "--compare",
                    tmp_path / "base" / "results.json", cwd=tmp_path)  # fmt: skip
    assert compared.returncode == 1
    assert "too few problems to say" in compared.stdout
    assert "Not run: LiveCodeBench v6 runs programs" in compared.stdout
    assert compared.stderr.endswith("1 of 3 benchmarks could not be run\n")
    shown = rlve("inspect", tmp_path / "new" / "results.json", cwd=tmp_path)
    assert "AIME 2024" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no/such/folder"], "there is no folder no/such/folder"),
        (["owner/name", "-b", "aime42"], "there is no benchmark aime42"),
        (["--api", "http://localhost:1/v1"], "--model NAME"),
        (["owner/name", "--compare", "nowhere.json"], "there is no nowhere.json"),
        (["owner/name", "--samples", "0"], "samples"),
        (["owner/name", "-b", "heldout", "--heldout-envs", "no_such_environment"], "no environment is called"),
    ],
)
def test_wrong_use_is_one_sentence(arguments: list[str], said: str, tmp_path: Path) -> None:
    finished = rlve("eval", *arguments, cwd=tmp_path)
    assert finished.returncode == 2
    assert said in finished.stderr.splitlines()[-1]
    assert "Traceback" not in finished.stderr
    assert finished.stdout == ""


def test_the_command_module_imports_nothing_heavy() -> None:
    program = "import sys, rlve_cli.eval; print([m for m in ('torch', 'lm_eval', 'transformers', 'sympy', 'datasets') if m in sys.modules])"
    finished = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == "[]"


@pytest.mark.skipif(not (BUNDLED / "config.json").exists(), reason="the tiny model is not bundled here")
def test_the_bundled_model_is_the_default(small: Path, tmp_path: Path) -> None:
    """Where no benchmarks are named, those that may be judged are, and the others are no failure."""
    finished = rlve("eval", "--data", small, "--limit", 2, "--samples", 1, "--max-response-tokens", 8,
                    "-o", tmp_path / "out", cwd=tmp_path)  # fmt: skip
    assert finished.returncode == 0, finished.stderr
    assert finished.stderr.count("left out:") == 1
    assert "left out: LiveCodeBench v6 runs programs that the model writes: allow it with" in finished.stderr
    results = json.loads((tmp_path / "out" / "results.json").read_text())
    assert len(results["benchmarks"]) == 5
    assert results["missing"].keys() == {"livecodebench_v6"}


@pytest.mark.skipif(not REAL.is_dir(), reason="the published problems are not on this machine")
def test_a_real_model_on_two_problems_of_each_benchmark(smollm2: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    for path in REAL.glob("*.json"):
        (data / path.name).symlink_to(path)
    (data / "livecodebench_v6.json").write_text(
        json.dumps([{"user_prompt": f"Double it ({n}).", "ground_truth": DOUBLE} for n in range(2)])
    )
    finished = rlve("eval", smollm2, "--data", data, "--limit", 2, "--samples", 1, "--max-response-tokens", 8,
                    "--allow-code-execution", "-o", tmp_path / "out", cwd=tmp_path)  # fmt: skip
    assert finished.returncode == 0, finished.stderr
    results = json.loads((tmp_path / "out" / "results.json").read_text())
    assert {name: one["problems"] for name, one in results["benchmarks"].items()} == dict.fromkeys(
        results["benchmarks"], 2
    )
    assert len(results["benchmarks"]) == 6
    assert all(one["mean_tokens"] > 0 for one in results["benchmarks"].values())
