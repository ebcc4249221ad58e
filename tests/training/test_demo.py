"""`make demo` on a terminal: Ctrl-C saves, the next one goes on."""

import contextlib
import os
import pty
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from rlve.training import run_folder
from rlve.training.bundled import demo
from tests.conftest import clean_environment
from tests.training.test_report import step, write_run

ROOT = Path(__file__).parents[2]
FEW = ("--steps", "60", "--eval-every", "0", "--prompts-per-step", "2", "--group-size", "2", "--max-rounds", "1")


class Terminal:
    """A program on a terminal of its own, whose Ctrl-C reaches all of its processes, as a user's does."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.seen = ""
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            environment = clean_environment() | {"PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100"}
            os.execve(sys.executable, [sys.executable, *arguments], environment)

    def read(self, until: str, seconds: float = 240) -> str:
        """What was shown when a pattern is seen, or the program ended."""
        end = time.monotonic() + seconds
        while not re.search(until, self.seen) and time.monotonic() < end:
            if select.select([self.file], [], [], 1.0)[0]:
                try:
                    chunk = os.read(self.file, 65536)
                except OSError:  # it has ended
                    break
                self.seen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", chunk.decode(errors="replace"))
        return self.seen

    def interrupt(self) -> None:
        os.write(self.file, b"\x03")

    def status(self) -> int:
        """How it ended, as a shell says it."""
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.file)
        return code if code >= 0 else 128 - code


@pytest.fixture
def terminal(tmp_path: Path):
    begun: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        begun.append(Terminal(tmp_path, *arguments))
        return begun[-1]

    yield start
    for each in begun:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(each.pid, signal.SIGKILL)


def test_ctrl_c_on_a_terminal_saves_and_the_demo_goes_on(terminal, tmp_path: Path) -> None:
    run = tmp_path / "demo"
    first = terminal("-m", "rlve.training.bundled.demo", "--output", "demo", *FEW)
    assert re.search(r"step [1-9]\d* of 60", first.read(r"step [1-9]\d* of 60")), first.seen
    first.interrupt()
    shown = first.read("make demo goes on from here")
    assert first.status() == 130, shown
    assert "Saving after this step; press Ctrl-C again to stop at once." in shown
    saved = run_folder.last_step(run)
    assert saved is not None
    assert saved >= 1
    assert f"stopped at step {saved} of 60" in shown
    assert "Stopped; make demo goes on from here." in shown
    for word in ("Traceback", "leaked", "resource_tracker", "KeyboardInterrupt", "Warning"):
        assert word not in shown

    second = terminal("-m", "rlve.training.bundled.demo", "--output", "demo")
    assert re.search(rf"step (?!{saved}\b)\d+ of 60", second.read(rf"step (?!{saved}\b)[1-9]\d* of 60")), second.seen
    assert "--resume" in second.seen


def test_before_the_first_step_nothing_is_saved_and_nothing_leaks(terminal) -> None:
    begun = terminal("-m", "rlve.training.bundled.demo", "--output", "demo", *FEW)
    assert "Loading the bundled model" in begun.read("Loading the bundled model")
    begun.interrupt()
    shown = begun.read("starts anew")
    assert begun.status() == 130, shown
    assert "make demo starts anew, for nothing was saved yet." in shown
    assert "Traceback" not in shown
    assert "leaked" not in shown


def test_what_a_run_left_that_was_killed_before_its_first_checkpoint_is_taken_away(tmp_path: Path) -> None:
    run = write_run(tmp_path / "demo", [step(0), step(1)], {1: []})
    (run / "notes.txt").write_text("mine")
    demo.clear(run)
    assert sorted(path.name for path in run.iterdir()) == ["lock", "notes.txt"]


def test_the_table_needs_exams_and_difficulties() -> None:
    assert "make clean" in demo.table([step(1)], {})
    lines = [
        {"step": 0, "heldout/accuracy/sudoku": 0.25},
        {"step": 2, "heldout/accuracy/sudoku": 0.5, "curriculum/upper/sudoku": 3},
    ]
    shown = demo.table(lines, {"sudoku": 1})
    assert re.search(r"sudoku +0\.25 +0\.50 +3 +1\n", shown)
    assert "for 1 of 1 environments" in shown
