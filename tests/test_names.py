"""Import names: `rlve` and `rlve_cli` are ours, everything else belongs to users, and theirs is never run for ours.

The product is installed twice, as the wheel of the sdist and as an editable checkout, each beside an editable project that
owns packages `envs`, `training` and `evaluation`. It is used from a folder that has such packages too, and modules
called as those that the product runs in processes of its own.
"""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
THEIRS = ("envs", "training", "evaluation")
RUN_AS_MODULES = ("training/launch", "training/worker", "evaluation/shard", "evaluation/suite", "envs/checker")
MARKED = """
import os, pathlib
pathlib.Path(__file__).with_suffix(f".run-{os.getpid()}").touch()
OWNER = "their folder"
"""
OWN = (ROOT / "rlve_cli" / "starter" / "my_environment.py").read_text()
PLUGIN = """
from rlve.envs.sequences.integer_sorting import IntegerSorting

class LabSorting(IntegerSorting):
    '''Put a list of integers in ascending order.'''
"""


def theirs(folder, text):
    for name in THEIRS:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(text)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The sdist and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(build, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module", params=["wheel", "editable"])
def commands(request, built, tmp_path_factory):
    """The folder of the commands of an environment with the product, all it requires, and a lab's own project."""
    folder = tmp_path_factory.mktemp(request.param)
    venv.create(folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    lab = theirs(tmp_path_factory.mktemp("lab"), 'OWNER = "the lab"\n')
    (lab / "lab_plugin.py").write_text(PLUGIN)
    about = packages / "lab-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lab\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[rlve.environments]\nlab_sorting = lab_plugin:LabSorting\n")
    (packages / "0_requirements.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    (packages / "lab.pth").write_text(f"{lab}\n")
    (wheel,) = built.glob("*.whl")
    what = [str(wheel)] if request.param == "wheel" else ["--no-build-isolation", "--editable", str(ROOT)]
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        folder / "bin" / "python",
        "install",
        "-q",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*pip, *what], check=True, capture_output=True)
    return folder / "bin"


@pytest.fixture
def project(tmp_path):
    """A user's folder, with packages and modules that tell when they are run."""
    theirs(tmp_path, MARKED)
    for name in RUN_AS_MODULES:
        (tmp_path / f"{name}.py").write_text(MARKED)
    (tmp_path / "sudoku.py").write_text(OWN)
    return tmp_path


def run(commands, folder, *command, input=None, **variables):
    """What a command of that environment prints; `PYTHONPATH=.` is what every trainer's script sets."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH", "VIRTUAL_ENV")
    }
    given = {"PYTHONPATH": ".", "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "NO_COLOR": "1"} | variables
    program, *arguments = map(str, command)
    return subprocess.run(
        [str(commands / program), *arguments], cwd=folder, input=input, capture_output=True, text=True, env=kept | given, check=False
    )  # fmt: skip


def ran(folder):
    """The user's modules that were run."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.run-*"))


def answered(lines):
    records = map(json.loads, lines.splitlines())
    return "".join(json.dumps(each | {"response": f"<answer>{each['answer']}</answer>"}) + "\n" for each in records)


def test_what_is_installed_are_two_packages(commands):
    (packages,) = commands.parent.glob("lib/python*/site-packages")
    tops = (packages / next(packages.glob("rlve-*.dist-info")) / "RECORD").read_text().splitlines()
    names = {line.split(",")[0].split("/")[0] for line in tops}
    ours = {name for name in names if not name.endswith((".dist-info", ".pth")) and name not in ("..", "__pycache__")}
    assert ours <= {"rlve", "rlve_cli", "_editable_impl_rlve.py"}


@pytest.mark.parametrize("path", [".", ""])
def test_problems_go_round_in_a_folder_with_packages_of_the_same_names(commands, project, path):
    for env in ("integer_sorting,lab_sorting", "sudoku.py,sudoku"):
        made = run(commands, project, "rlve", "generate", "--env", env, "-n", "3", "--workers", "2", PYTHONPATH=path)
        assert made.returncode == 0, made.stderr
        asked = ("rlve", "verify", "--env", env, "--workers", "2")
        judged = run(commands, project, *asked, input=answered(made.stdout), PYTHONPATH=path)
        assert judged.returncode == 0, judged.stderr
        assert [json.loads(line)["outcome"] for line in judged.stdout.splitlines()] == ["correct"] * 6
    checked = run(commands, project, "rlve", "inspect", "sudoku.py", "--check", PYTHONPATH=path)
    assert checked.stdout == "sudoku.py: ok\n", checked.stderr
    for module in ("rlve", "rlve_cli"):
        assert run(commands, project, "python", "-m", module, "inspect", "sudoku", PYTHONPATH=path).returncode == 0
    assert ran(project) == []


USE = """
import rlve, envs, training, evaluation
print(envs.OWNER, training.OWNER, evaluation.OWNER)
record = next(rlve.records("lab_sorting"))
verdicts = rlve.score([record] * 2, [f"<answer>{record['answer']}</answer>", "?"], processes=1)
print([verdict.reward for verdict in verdicts], rlve.Curriculum("sudoku.py,lab_sorting").draw().difficulty)
"""


def test_scripts_and_notebooks_have_both_theirs_and_ours(commands, project):
    (project / "use.py").write_text(USE)
    expected = "their folder their folder their folder\n[1.0, -1.0] 0\n"
    for way in (["use.py"], ["-m", "use"], ["-c", USE]):
        done = run(commands, project, "python", *way, PYTHONPATH="")
        assert done.stdout == expected, done.stderr
    notebook = run(commands, project, "python", "-", input=USE, PYTHONPATH="")
    assert notebook.stdout == expected, notebook.stderr
    assert {Path(name).name.split(".")[0] for name in ran(project)} == {"__init__"}


def test_the_project_of_a_lab_goes_on_working(commands, tmp_path):
    done = run(commands, tmp_path, "python", "-c", "import envs, rlve.envs; print(envs.OWNER, rlve.envs.__name__)")
    assert done.stdout == "the lab rlve.envs\n", done.stderr


def test_processes_do_not_look_into_the_working_folder(commands, tmp_path):
    """Without PYTHONPATH, a `random.py` of a user is no business of the command or of its processes."""
    for name in ("random", "json", "orjson", "yaml", "signal", "socket"):
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('the {name}.py of the working folder was run')\n")
    made = run(
        commands, tmp_path, "rlve", "generate", "--env", "integer_sorting", "-n", "3", "--workers", "2", PYTHONPATH=""
    )
    assert made.returncode == 0, made.stderr
    judged = run(commands, tmp_path, "rlve", "verify", "--workers", "2", input=answered(made.stdout), PYTHONPATH="")
    assert judged.stdout.count("correct") == 3, judged.stderr
    (tmp_path / "mine.py").write_text(OWN)
    checked = run(commands, tmp_path, "rlve", "inspect", "mine.py", "--check", PYTHONPATH="")
    assert checked.stdout == "mine.py: ok\n", checked.stderr + checked.stdout


def test_training_and_evaluation_run_ours_in_all_their_processes(commands, project):
    """On two processes each, on an environment in a file, and with checkpoints and records that name it."""
    if "editable" in str(commands):
        pytest.skip("once is enough: the wheel is what users have")
    flags = "--processes 2 --workers 1 --steps 1 --prompts-per-step 2 --group-size 2 --max-rounds 1 --eval-every 0"
    asked = [*flags.split(), "--max-response-tokens", "16", "--envs", "sudoku.py"]
    trained = run(commands, project, "rlve", "train", "--run", "runs/mine", *asked)
    assert trained.returncode == 0, trained.stderr
    assert "step 1/1" in trained.stderr
    (checkpoint,) = (project / "runs" / "mine" / "checkpoints").iterdir()
    assert list(json.loads((checkpoint / "state.json").read_text())["curriculum"]) == ["sudoku.py"]
    for path in checkpoint.rglob("*.pt"):  # those of the time before can be read, for they name no module of ours
        pickles = [ZipFile(path).read(name) for name in ZipFile(path).namelist() if name.endswith(".pkl")]
        assert pickles
        assert not any(module in each for each in pickles for module in (b"rlve", b"training", b"envs"))
    what = (
        "-b heldout --heldout-difficulties 0 --heldout-problems 2 --samples 1 --max-response-tokens 8 --data-parallel 2"
    )
    scored = run(
        commands, project, "rlve", "eval", "runs/mine", *what.split(), "--heldout-envs", "sudoku.py", "-o", "scores"
    )
    assert scored.returncode == 0, scored.stderr
    assert json.loads((project / "scores" / "results.json").read_text())["benchmarks"]["heldout"]["problems"] == 2
    assert ran(project) == []


@pytest.mark.parametrize("name", THEIRS)
def test_the_bare_names_are_not_part_of_the_product(name):
    """Not in the checkout either, where the folders are: whoever imports them so is told the right name."""
    done = subprocess.run(
        [sys.executable, "-c", f"import {name}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"ImportError: this folder is imported as rlve.{name}" in done.stderr


def test_records_of_the_time_before_go_on_working(commands, tmp_path):
    """Records name environments, not modules: this line was written when the modules were called otherwise."""
    line = (
        '{"id":"integer_sorting/1/0","environment":"integer_sorting","difficulty":1,"seed":0,"prompt":"Sort these",'
        '"instance":{"numbers":[2,10,8,14]},"answer":"2 8 10 14","response":"<answer>2 8 10 14</answer>"}\n'
    )
    done = run(commands, tmp_path, "rlve", "verify", input=line)
    assert json.loads(done.stdout) == {"id": "integer_sorting/1/0", "reward": 1.0, "outcome": "correct", "reason": ""}
