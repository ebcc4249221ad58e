"""The command as its users have it: a process, with pipes and files."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

RLVE = [sys.executable, "-m", "rlve_cli"]
ROOT = Path(__file__).parents[2]
Run = Callable[..., subprocess.CompletedProcess[bytes]]

SLEEPY = """
import os
from rlve.envs.sequences.integer_sorting import IntegerSorting

class SleepySorting(IntegerSorting):
    def score(self, answer):
        if answer[0] == 77:
            return float(9**9**9 == 9**9**9)  # one operation that no signal can interrupt
        if answer[0] == 88:
            os._exit(3)
        if answer[0] == 99:
            raise RuntimeError("a fault")
        return super().score(answer)
"""


@pytest.fixture
def environment() -> dict[str, str]:
    """Variables under which the command finds these packages from any folder."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths), "NO_COLOR": "1"}


@pytest.fixture
def rlve(environment: dict[str, str], tmp_path: Path) -> Run:
    """Run the command in an empty folder; `input` is bytes, and other variables come on top."""

    def run(*arguments: str, input: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [*RLVE, *arguments], input=input, capture_output=True, cwd=tmp_path, env=environment | variables,
            timeout=300, check=False,
        )  # fmt: skip

    return run


@pytest.fixture
def shell(environment: dict[str, str], tmp_path: Path) -> Run:
    """Run a line of bash in which `rlve` is the command."""

    def run(line: str) -> subprocess.CompletedProcess[bytes]:
        script = f'rlve() {{ "{sys.executable}" -m rlve_cli "$@"; }}; set -o pipefail; {line}'
        return subprocess.run(
            ["bash", "-c", script], capture_output=True, cwd=tmp_path, env=environment, timeout=300, check=False
        )

    return run


@pytest.fixture
def sleepy(tmp_path: Path) -> str:
    """A folder with an environment of another package, whose check hangs on 77, dies on 88 and raises on 99."""
    folder = tmp_path / "others"
    metadata = folder / "sleepy-1.0.dist-info"
    metadata.mkdir(parents=True)
    (folder / "sleepy_sorting.py").write_text(SLEEPY)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: sleepy\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[rlve.environments]\nsleepy_sorting = sleepy_sorting:SleepySorting\n")
    return os.pathsep.join([str(ROOT), str(folder)])


def one_sentence(error: bytes) -> str:
    """What went to standard error, which must be one line without a traceback."""
    text = error.decode()
    assert text.count("\n") == 1, text
    assert "Traceback" not in text
    assert text.startswith("rlve"), text
    return text
