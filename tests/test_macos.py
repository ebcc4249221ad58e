"""What works on a Mac, on a machine that plays one (`tests/macos/sitecustomize.py`). None was at hand."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAC = ROOT / "tests" / "macos"


@pytest.fixture
def mac(tmp_path: Path):
    """Run Python with arguments as on a Mac, in an empty folder."""

    def run(*arguments: str, input: str = "") -> "subprocess.CompletedProcess[str]":
        variables = {"PYTHONPATH": f"{MAC}{os.pathsep}{ROOT}", "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
        return subprocess.run(
            [sys.executable, *arguments], input=input, cwd=tmp_path, env=os.environ | variables, capture_output=True,
            text=True, check=False, timeout=300,
        )  # fmt: skip

    return run


def test_the_machine_plays_a_mac(mac) -> None:
    done = mac(
        "-c",
        "import ctypes, importlib.util, os, resource, rlve.training.stopping as ours\n"
        "print(hasattr(os, 'sched_getaffinity'), hasattr(ctypes.CDLL(None), 'prctl'), ours.sys.platform)\n"
        "print(importlib.util.find_spec('vllm'))\n"
        "try: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
        "except ValueError as error: print(error)\n",
    )
    assert done.stdout.splitlines() == ["False False darwin", "None", "current limit exceeds maximum limit"]


def test_generate_verify_and_inspect(mac) -> None:
    made = mac("-m", "rlve_cli", "generate", "--env", "integer_sorting", "--count", "3")
    assert made.returncode == 0, made.stderr
    answered = "".join(
        json.dumps(json.loads(line) | {"response": f"<answer>{json.loads(line)['answer']}</answer>"}) + "\n"
        for line in made.stdout.splitlines()
    )
    judged = mac("-m", "rlve_cli", "verify", input=answered)
    assert judged.returncode == 0, judged.stderr
    assert [json.loads(line)["reward"] for line in judged.stdout.splitlines()] == [1.0] * 3
    shown = mac("-m", "rlve_cli", "inspect", "sudoku")
    assert shown.returncode == 0, shown.stderr


def test_the_demo_trains(mac, tmp_path: Path) -> None:
    done = mac("-m", "rlve.training.bundled.demo", "--output", "demo", "--steps", "2", "--eval-every", "2",
               "--eval-problems", "1", "--eval-difficulties", "0", "--prompts-per-step", "4")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Accuracy rose by 0.2 or more" in done.stdout
    assert "demo: finished, 2 of 2 steps." in done.stderr
    shown = mac("-m", "rlve_cli", "inspect", "demo")
    assert shown.returncode == 0, shown.stderr


def test_mathematics_is_judged_and_programs_are_not(mac) -> None:
    done = mac(
        "-c",
        "from rlve.evaluation.graders import grade_bbeh, grade_math\n"
        "from rlve.evaluation.graders.sandbox import SandboxError, protections, run\n"
        "from rlve.evaluation.work import objection\n"
        r"print(grade_math(r'\boxed{\frac{2}{4}\sqrt{3}}', r'\frac{\sqrt{3}}{2}'), grade_math(r'\boxed{2}', '3'))"
        "\nprint(grade_bbeh('The answer is: yes', 'yes'), protections())\n"
        "print(objection('livecodebench_v6', True))\n"
        "try: run('print(1)')\nexcept SandboxError as error: print(error)\n",
    )
    assert done.stdout.splitlines() == [
        "True False",
        "True ()",
        "runs programs that the model writes, and the sandbox for them needs Linux",
        "the sandbox for programs needs Linux",
    ], done.stderr
