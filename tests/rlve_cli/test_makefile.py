"""The stages as lines of a Makefile: each makes a file of the one before, and nothing is made twice."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PIPELINE = """\
report.json: graded.jsonl
\trlve inspect --json $< > $@

graded.jsonl: answered.jsonl
\trlve verify $< --merge --summary --fail-under 0.5 --output $@

answered.jsonl: problems.jsonl
\tpython answer.py < $< > $@

problems.jsonl:
\trlve generate --env integer_sorting,sudoku --difficulty 0-2 --count 4 --output $@
"""
ANSWER = """\
import json, sys
for number, line in enumerate(sys.stdin):
    record = json.loads(line)
    record["response"] = "<answer>" + record["answer"] + "</answer>" if number % 4 else "I do not know."
    print(json.dumps(record))
"""


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_pipeline(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text(PIPELINE)
    (tmp_path / "answer.py").write_text(ANSWER)
    commands = tmp_path / "bin"
    commands.mkdir()
    (commands / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (commands / "rlve").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rlve_cli "$@"\n')
    for command in commands.iterdir():
        command.chmod(0o755)
    variables = environment | {"PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"}

    def make(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["make", *arguments], cwd=tmp_path, env=variables, capture_output=True, text=True, check=False, timeout=300
        )

    done = make()
    assert done.returncode == 0, done.stderr
    assert "75.0%" in done.stderr  # the summary
    report = json.loads((tmp_path / "report.json").read_text())
    assert [(each["environment"], each["records"], each["accuracy"]) for each in report] == [
        ("sudoku", 12, 0.75),
        ("integer_sorting", 12, 0.75),
    ]
    assert "up to date" in make().stdout

    (tmp_path / "Makefile").write_text(PIPELINE.replace("0.5", "0.8"))
    (tmp_path / "graded.jsonl").unlink()
    (tmp_path / "report.json").unlink()
    done = make()
    assert done.returncode != 0
    assert "accuracy 0.7500 is under 0.8" in done.stderr
    assert not (tmp_path / "report.json").exists()
