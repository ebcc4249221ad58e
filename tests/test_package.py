"""The built wheel works in a new environment, outside the tree."""

import json
import os
import re
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (found,) = folder.glob("rlve-*.whl")
    return found


@pytest.fixture(scope="module")
def commands(wheel, tmp_path_factory):
    """The folder of the commands of an environment that holds the wheel and what it requires, without extras."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    pip = [folder / "bin" / "python", "-m", "pip", "install", "-q", "-c", ROOT / "requirements" / "constraints.txt"]
    subprocess.run([*pip, wheel], check=True, capture_output=True)
    return folder / "bin"


def run(commands, command, folder, **options):
    script = f"PATH={commands}:$PATH; {command}"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", script], cwd=folder, capture_output=True, text=True, check=False, **options
    )


def test_holds_packages_and_data_but_no_tests(wheel):
    names = ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if "dist-info" not in name} == {"rlve", "rlve_cli"}
    for wanted in (
        "rlve/envs/splits/heldout.txt",
        "rlve/training/presets/paper.yaml",
        "rlve/training/tiny/model.safetensors",
        "rlve/training/tiny/tokenizer.json",
        "rlve/evaluation/tasks/_rlve.yaml",
        "rlve/py.typed",
    ):
        assert wanted in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_of_the_sdist_is_the_wheel(wheel, tmp_path):
    """The checkout has links where an sdist has folders; from both comes the same, to the byte."""
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, ROOT]
    subprocess.run(build, check=True, capture_output=True)
    (again,) = tmp_path.glob("*.whl")
    found = [{each.filename: each.CRC for each in ZipFile(path).infolist()} for path in (wheel, again)]
    assert found[0] == found[1]
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        tops = {Path(name).parts[1] for name in archive.getnames() if len(Path(name).parts) > 1}
    assert not tops & {"envs", "training", "evaluation"}


def test_type_checkers_follow_what_python_users_are_shown(wheel, tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.DOTALL)
    wrong = ["reveal_type(rlve.score([], []))", "rlve.score([], [], process=2)", "rlve.problem('sudoku').solutions"]
    (tmp_path / "use.py").write_text("\n".join([*blocks, *wrong]))
    ZipFile(wheel).extractall(tmp_path / "site")
    mypy = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--follow-imports=silent",
        "--cache-dir=cache",
        "use.py",
    ]
    done = subprocess.run(
        mypy, cwd=tmp_path, env=os.environ | {"MYPYPATH": str(tmp_path / "site")}, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert 'Revealed type is "list[rlve.envs.verdict.Verdict]"' in done.stdout.replace("builtins.", "")
    assert 'Unexpected keyword argument "process"' in done.stdout
    assert '"Problem[Any]" has no attribute "solutions"' in done.stdout
    assert "Found 2 errors" in done.stdout, done.stdout


def test_generates_and_verifies_outside_the_tree(commands, tmp_path):
    answer = (
        "python -c 'import sys, json\n"
        'for line in sys.stdin: r = json.loads(line); r["response"] = "<answer>" + r["answer"] + "</answer>"; print(json.dumps(r))\''
    )
    pipeline = (
        f"rlve generate --env sudoku,integer_sorting --difficulty 0-2 --count 5 | {answer} | rlve verify --fail-under 1"
    )
    done = run(commands, pipeline, tmp_path)
    assert done.returncode == 0, done.stderr
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(verdicts) == 30
    assert {verdict["outcome"] for verdict in verdicts} == {"correct"}


def test_inspects_and_reads_presets_outside_the_tree(commands, tmp_path):
    listed = json.loads(run(commands, "rlve inspect --json", tmp_path).stdout)
    assert {environment["name"] for environment in listed} >= {"sudoku", "knapsack_01"}
    assert run(commands, "rlve --help", tmp_path).returncode == 0


def test_says_what_to_install_for_training(commands, tmp_path):
    done = run(commands, "rlve train --steps 1", tmp_path)
    assert done.returncode == 2
    assert "rlve[train]" in done.stderr
    assert "Traceback" not in done.stderr
