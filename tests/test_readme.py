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
