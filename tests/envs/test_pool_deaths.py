"""Whatever happens to a worker or in it costs at most the item that it was working on, and never hangs."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.kills import children, trials
from rlve.envs import supervisor, worker
from rlve.envs.pool import Pool, PoolFailed, verify
from rlve.envs.verdict import LONGEST_REASON, Outcome, Verdict
from rlve_cli.errors import WorkFailed
from rlve_cli.verify import _pool

EVIL = """
import ctypes, os, signal, sys
from rlve.envs.sequences.integer_sorting import IntegerSorting

class Unspeakable(Exception):
    def __str__(self):
        raise Unspeakable

def printing():
    print("printed")
    os.write(1, b"written\\n")
    sys.__stdout__.flush()

DEEDS = {
    10: lambda: sys.exit(3),
    11: lambda: os._exit(0),
    12: lambda: ctypes.string_at(0),
    13: lambda: (_ for _ in ()).throw(KeyboardInterrupt),
    14: lambda: (_ for _ in ()).throw(Unspeakable),
    15: lambda: (_ for _ in ()).throw(ValueError("long\\x1b[31m\\n" * 10000)),
    16: lambda: bytearray(6 * 2**30),
    17: lambda: os.kill(os.getpid(), signal.SIGKILL),
    18: printing,
    19: lambda: os.closerange(3, 100),
}

class EvilSorting(IntegerSorting):
    def score(self, answer):
        if answer[0] in DEEDS:
            DEEDS[answer[0]]()
        return super().score(answer)
"""


def double(number):
    return 2 * number


def when(_):
    time.sleep(0.005)
    return time.monotonic()


def slow_at_first(marker):
    """Takes for ever, but for the second time and later."""
    path = Path(marker)
    tries = len(path.read_text()) if path.exists() else 0
    path.write_text("x" * (tries + 1))
    while tries == 0:
        pass
    return tries + 1


def kill_myself(marker):
    with Path(marker).open("a") as file:
        file.write("x")
    os.kill(os.getpid(), signal.SIGKILL)


def about_the_worker(_):
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGESIZE")
    main = getattr(sys.modules["__main__"], "__file__", None)
    return mapped, resource.getrlimit(resource.RLIMIT_AS)[0], main, "torch" in sys.modules, os.getpid()


def until(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


@pytest.fixture
def evil(tmp_path):
    path = tmp_path / "evil_sorting.py"
    path.write_text(EVIL)
    return str(path)


def asked(environment, answers):
    return [(environment, {"numbers": [3, 1, 2]}, f"<answer>{answer} 2 3</answer>") for answer in answers]


def test_random_kills_cost_nothing():
    found = list(trials(12, seed=5, items=400, pause=0.2))
    assert [(name, kills, wrong) for name, kills, _, wrong in found] == [
        ("verify", 4, 0), ("generate", 4, 0), ("training", 4, 0),
    ]  # fmt: skip


def test_killed_while_starting_and_while_idle():
    others = set(children())
    with Pool(2, chunk=1) as pool:
        results = pool.map(double, range(6))
        for process in until(lambda: set(children()) - others):
            os.kill(process, signal.SIGKILL)
        assert list(results) == [0, 2, 4, 6, 8, 10]
        for process in set(children()) - others:
            os.kill(process, signal.SIGKILL)
        assert list(pool.map(double, range(6))) == [0, 2, 4, 6, 8, 10]


def test_an_item_whose_worker_is_killed_is_asked_again(tmp_path):
    others, marker = set(children()), tmp_path / "tries"
    with Pool(1, timeout=60.0) as pool:
        results = pool.map(slow_at_first, [str(marker)], lambda item, failure: str(failure))
        until(lambda: marker.exists() and marker.read_text())
        for process in set(children()) - others:
            os.kill(process, signal.SIGKILL)
        assert list(results) == [2]
        (tmp_path / "own").touch()
        found = list(pool.map(kill_myself, [str(tmp_path / "own")], lambda item, failure: str(failure)))
    assert found == ["died of SIGKILL"]
    assert (tmp_path / "own").read_text() == "x" * 6


def test_signals_to_the_whole_group_do_not_end_workers():
    with Pool(1) as pool:
        (before,) = pool.map(about_the_worker, [0])
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1):
            os.kill(before[-1], number)
        (after,) = pool.map(about_the_worker, [0])
    assert after[-1] == before[-1]


def test_checks_that_do_what_they_like_cost_only_their_own_verdict(evil):
    deeds = [1, *(part for deed in range(10, 20) for part in (deed, 1))]
    with Pool(2, timeout=20.0, chunk=7) as pool:
        verdicts = list(pool.verify(asked(evil, deeds)))
    assert {(verdict.outcome, verdict.reward) for verdict in verdicts[::2]} == {(Outcome.CORRECT, 1.0)}
    found = dict(zip(deeds[1::2], verdicts[1::2]))
    assert found.pop(18).outcome is Outcome.PARTIAL  # it only printed
    assert {(verdict.outcome, verdict.reward) for verdict in found.values()} == {(Outcome.ERROR, None)}
    reasons = {deed: verdict.reason for deed, verdict in found.items()}
    assert reasons.pop(15).startswith("ValueError: long\ufffd[31m long")
    assert reasons == {
        10: "SystemExit: 3", 11: "the check died with status 0", 12: "the check died of SIGSEGV",
        13: "KeyboardInterrupt", 14: "Unspeakable", 16: "MemoryError", 17: "the check died of SIGKILL",
        19: "the check died with status 0",
    }  # fmt: skip


def test_faults_in_this_process_are_verdicts_too(evil):
    found = list(verify(asked(evil, [1, 10, 14, 1])))
    assert [verdict.reason for verdict in found] == ["", "SystemExit: 3", "Unspeakable", ""]


def test_what_a_check_prints_is_no_part_of_the_verdicts(evil, tmp_path):
    script = tmp_path / "use.py"
    script.write_text(
        "from rlve.envs.pool import Pool\n"
        f"with Pool(1) as pool: print([v.reward for v in pool.verify({asked(evil, [18, 1])!r})])\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1, done
    assert done.stdout.endswith("1.0]\n")
    assert "printed\n" in done.stderr
    assert "written\n" in done.stderr


@pytest.mark.parametrize("line", ["raise SystemExit(3)", "import os; os._exit(0)", "1 / 0"])
def test_an_environment_that_cannot_be_imported_is_an_error(tmp_path, line):
    path = tmp_path / "broken.py"
    path.write_text(line)
    with Pool(1) as pool:
        first, second = pool.verify([*asked(str(path), [1]), *asked("integer_sorting", [1])])
    assert (first.outcome, first.reward, second.reward) == (Outcome.ERROR, None, 1.0)
    assert first.reason


def test_what_cannot_travel_is_an_error():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    questions = asked("integer_sorting", [1, 1, 1])
    questions[1] = ("integer_sorting", {"numbers": deep}, "<answer>1</answer>")
    with Pool(1) as pool:
        verdicts = list(pool.verify(questions))
        assert [verdict.reward for verdict in verdicts] == [1.0, None, 1.0]
        assert "could not be sent to a process: RecursionError" in verdicts[1].reason
        assert list(pool.map(double, [1, deep, 3], lambda item, failure: 0)) == [2, 0, 6]
        with pytest.raises(PoolFailed, match="could not be sent"):
            list(pool.map(double, [1, deep]))
        with pytest.raises(PoolFailed, match="gave what cannot be sent"):
            list(pool.map(open, [os.devnull]))
    while deep:  # or the interpreter would unwind it recursively
        deep = deep[0]


def test_workers_are_small_and_know_nothing_of_the_script():
    pytest.importorskip("torch")
    with Pool(1) as pool:
        ((mapped, limit, main, torch, _),) = pool.map(about_the_worker, [0])
    assert 0 <= mapped + worker.MEMORY - limit < 2**29  # what this test itself brought
    assert (main, torch) == (None, False)


def test_a_function_of_the_script_is_refused():
    def function(item):
        return item

    function.__module__ = "__main__"
    with Pool(1) as pool, pytest.raises(ValueError, match="put function into a module of its own"):
        pool.map(function, [1])


def test_a_system_without_a_limit_on_memory(monkeypatch):
    def refuse(kind, limits):
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    worker.limit_memory(2**40)
    monkeypatch.delattr(resource, "RLIMIT_AS")
    worker.limit_memory(2**40)


@pytest.mark.parametrize(
    ("executable", "boot", "reason"),
    [
        ("/nowhere/python", supervisor.BOOT, "No such file or directory"),
        ("/bin/false", supervisor.BOOT, "a process that was starting died with status 1"),
        (sys.executable, supervisor.BOOT.replace("rlve.envs.worker", "no_module"), "No module named 'no_module'"),
    ],
)
def test_a_pool_that_cannot_start_says_why(monkeypatch, executable, boot, reason):
    monkeypatch.setattr(sys, "executable", executable)
    monkeypatch.setattr(supervisor, "BOOT", boot)
    with pytest.raises(WorkFailed, match=reason), _pool(2, 1.0) as pool:
        list(pool.verify(asked("integer_sorting", [1])))


def test_a_fault_of_the_thread_is_no_hang(monkeypatch):
    def fault(self):
        raise RecursionError("in the thread")

    with Pool(1) as pool:
        assert list(pool.map(double, [1])) == [2]
        monkeypatch.setattr(supervisor.Supervisor, "_hand_out", fault)
        with pytest.raises(PoolFailed, match="RecursionError: in the thread"):
            list(pool.map(double, range(1000)))


def test_results_after_the_end_are_refused():
    with Pool(1, chunk=1) as pool:
        results = pool.map(double, range(100))
        assert next(results) == 0
    with pytest.raises(PoolFailed, match="closed"):
        list(results)
    with pytest.raises(PoolFailed, match="closed"):
        pool.map(double, [1])


def test_work_goes_on_while_the_caller_is_busy():
    with Pool(2, chunk=1, ahead=1000) as pool:
        list(pool.map(double, range(4)))
        results = pool.map(when, range(60))
        end = time.monotonic() + 1.5
        while time.monotonic() < end:  # it asks for nothing
            pass
        assert max(results) < end


@pytest.mark.parametrize("work", ["0", "-3"])
def test_workers_end_with_their_parent(tmp_path, work):
    """Killed without a word, while a worker is idle and while it works."""
    script = tmp_path / "use.py"
    script.write_text(
        "from rlve.envs.pool import Pool\nfrom tests.envs.test_pool import square\n"
        "from tests.envs.test_pool_deaths import about_the_worker\n"
        "pool = Pool(1, timeout=60)\n"
        "print(next(pool.map(about_the_worker, [0]))[-1], flush=True)\n"
        f"list(pool.map(square, [{work}], lambda *_: 0))\nprint('idle', flush=True)\ninput()\n"
    )
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": root}
    ) as parent:
        process = int(parent.stdout.readline())
        if work == "0":
            parent.stdout.readline()
        time.sleep(0.3)
        os.kill(process, 0)
        parent.kill()
    until(lambda: not running(process), 5.0)


def running(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_fork_does_not_share_the_pool():
    with Pool(1) as pool:
        assert list(pool.map(double, [1])) == [2]
        child = os.fork()
        if not child:
            try:
                pool.map(double, [1])
            except PoolFailed:
                os._exit(7)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert list(pool.map(double, [1])) == [2]


def test_the_working_folder_comes_last(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", "/one", "relative", str(tmp_path), "/one"])
    assert supervisor._path() == ["/one", str(tmp_path / "relative"), str(tmp_path)]


def test_a_reason_is_one_short_printable_line():
    reason = Verdict(-1.0, Outcome.MALFORMED, "a\tb\n\x1b[31m\ud800" + "c" * 50_000).reason
    assert reason.startswith("a b \ufffd[31m\ufffdccc")
    assert len(reason) == LONGEST_REASON
    assert reason.isprintable()
