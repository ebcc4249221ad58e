"""What hostile programs can do in the sandbox: fail, and nothing else."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rlve.evaluation.graders import sandbox
from rlve.evaluation.graders.code import CodeTest, grade_code
from rlve.evaluation.graders.sandbox import (
    Limits,
    SandboxError,
    confined,
    missing_protections,
    objection,
    protections,
    run,
    understood,
)

LIMITS = Limits(cpu_seconds=1.0, wall_seconds=4.0)
SYSTEM_PYTHON = "/usr/bin/python3"

HOSTILE = {
    "endless loop": "while True:\n    pass",
    "sleeping": "import time\ntime.sleep(1000)",
    "deaf to signals": "import signal, time\nfor s in range(1, 32):\n    try:\n        signal.signal(s, signal.SIG_IGN)\n"
    "    except OSError:\n        pass\nwhile True:\n    time.sleep(1)",
    "fork bomb": "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass",
    "threads": "import threading, time\nfor _ in range(1000):\n    threading.Thread(target=time.sleep, args=(30,)).start()\nprint(1)",
    "10 GB of memory": "x = bytearray(10 << 30)\nprint(1)",
    "10 GB of memory in pieces": "x = []\nwhile len(x) < 10_240:\n    x.append(bytearray(1 << 20))\nprint(1)",
    "10 GB of output": "import os\nblock = b'x' * (1 << 20)\nfor _ in range(10_240):\n    os.write(1, block)",
    "10 GB of errors": "import os\nblock = b'x' * (1 << 20)\nfor _ in range(10_240):\n    os.write(2, block)\nprint(1)",
    "10 GB of files": "for i in range(1000):\n    with open(f'file{{i}}', 'wb') as file:\n        file.write(b'x' * (10 << 20))\nprint(1)",
    "open files": "x = [open('/dev/null') for _ in range(10_000)]\nprint(1)",
    "reading a file outside": "print(open('{secret}').read())\nprint(1)",
    "listing a folder outside": "import os\nprint(os.listdir('{folder}'))\nprint(1)",
    "writing a file outside": "open('{folder}/written', 'w').write('x')\nprint(1)",
    "opening a socket": "import socket\nsocket.create_connection(('127.0.0.1', {port}), timeout=3)\nprint(1)",
    "a datagram": "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', {port}))\nprint(1)",
    "killing the parent": "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nprint(1)",
    "killing the grader": "import os, signal\nos.kill({pid}, signal.SIGKILL)\nprint(1)",
    "killing everyone": "import os, signal\nos.kill(-1, signal.SIGKILL)\nprint(1)",
    "tracing its parent": "import ctypes\nlibc = ctypes.CDLL(None)\nassert libc.ptrace(16, 1, 0, 0) == 0\nprint(1)",
    "a namespace of its own": "import ctypes\nassert ctypes.CDLL(None).unshare(0x10000000) == 0\nprint(1)",
    "the result channel": "import json, os\nfor fd in range(0, 64):\n    try:\n"
    '        os.write(fd, b\'{{"passed": true, "exit_status": 0}}\\n\')\n    except OSError:\n        pass',
    "the result channel of a call": "import os\ndef double(n):\n    for fd in range(0, 64):\n        try:\n"
    "            os.write(fd, b'{{\"passed\": true}}')\n        except OSError:\n            pass\n    os._exit(0)",
    "an early exit": "import os\nos._exit(0)",
    "the words of the sandbox": "import os\nos.write(2, b'the sandbox cannot start Python')\nos._exit(125)",
    "the status of the sandbox": "import os\nos._exit(124)",
    "the channel of the sandbox": "import os\nfor fd in range(3, 64):\n    try:\n"
    "        os.write(fd, b'broken x\\nstatus 0\\n')\n    except OSError:\n        pass\nos._exit(1)",
    "the channel of its parent": "import os\nfor fd in range(64):\n    for pid in ('1', str(os.getppid())):\n        try:\n"
    "            open(f'/proc/{{pid}}/fd/{{fd}}', 'wb').write(b'status 0\\n')\n        except OSError:\n            pass\nos._exit(1)",
    "rights of files": "import os\nos.chmod('.', 0o777)\nprint(1)",
    "an inode for everybody": "open('/tmp/rlve-left-over', 'w')\nprint(1)",
    "a crash": "import ctypes\nctypes.string_at(0)",
    "deep recursion": "def f(n):\n    return [f(n + 1)]\nf(0)",
    "closed streams": "import os\nfor fd in range(64):\n    try:\n        os.close(fd)\n    except OSError:\n        pass",
    "patching the comparison": "import builtins\nbuiltins.str.__eq__ = lambda a, b: True",
}


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        yield server


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_is_a_failed_answer(name: str, tmp_path: Path, listener: socket.socket) -> None:
    secret = tmp_path / "secret"
    secret.write_text("1\n")
    tmp_path.chmod(0o777)
    program = HOSTILE[name].format(secret=secret, folder=tmp_path, port=listener.getsockname()[1], pid=os.getpid())
    # The tests could be passed by printing 1, so that only a program that was stopped fails
    call = "double" in program
    tests = [CodeTest("1", "1", "functional")] if call else [CodeTest("", "1\n")]
    started = time.monotonic()
    assert not grade_code(f"```python\n{program}\n```", tests, "double" if call else None, LIMITS)
    assert time.monotonic() - started < 60
    assert grade_code(
        "```python\ndef double(n):\n    return 1\nprint(1)\n```", tests, "double" if call else None, LIMITS
    )
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    with pytest.raises(TimeoutError):
        listener.accept()


def test_what_a_program_leaves_running_is_ended() -> None:
    program = (
        "import contextlib, os, time\nif os.fork() == 0:\n    with contextlib.suppress(OSError):\n        os.setsid()\n"
        "    if os.fork() == 0:\n        time.sleep(300)\n    os._exit(0)\nprint('done')"
    )
    for namespaces in (True, False):
        python = sys.executable if namespaces else SYSTEM_PYTHON
        if not Path(python).exists():
            continue
        finished, _ = confined(program, b"", LIMITS, namespaces=namespaces, python=python)
        assert finished.output == b"done\n"
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert "sandboxed.py" not in listed


def test_the_world_of_a_program_is_bare() -> None:
    program = "import os\nprint(sorted(os.environ), os.listdir('.'), os.getuid() != 0, len(open(0).read()))"
    finished = run(program, b"x" * 5_000_000, LIMITS)
    names = ["HOME", "LANG", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PATH", "TMPDIR"]
    assert finished.output.decode().strip() == f"{names} [] True 5000000"
    assert finished.succeeded


@pytest.mark.skipif("files" not in protections(), reason="this kernel grants no namespaces")
def test_only_python_and_libraries_are_there() -> None:
    finished = run(
        "import os\nprint([os.path.exists(p) for p in ('/etc', '/home', '/proc', '/tmp', '/usr/bin', '/sys')])"
    )
    assert finished.output.decode().strip() == str([False] * 6)
    assert missing_protections() == ()


@pytest.mark.skipif(not Path(SYSTEM_PYTHON).exists(), reason="no second Python")
@pytest.mark.parametrize(
    "name",
    [
        "fork bomb", "killing the grader", "killing everyone", "opening a socket", "10 GB of memory", "10 GB of files",
        "endless loop", "the words of the sandbox", "the channel of the sandbox", "the channel of its parent",
        "rights of files", "an inode for everybody", "reading a file outside", "writing a file outside",
    ],
)  # fmt: skip
def test_without_namespaces_the_limits_still_hold(name: str, listener: socket.socket, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("1\n")
    tmp_path.chmod(0o777)
    program = HOSTILE[name].format(port=listener.getsockname()[1], pid=os.getpid(), secret=secret, folder=tmp_path)
    finished, told = confined(program, b"", LIMITS, namespaces=False, python=SYSTEM_PYTHON)
    assert told.started
    assert not finished.succeeded
    assert not Path("/tmp/rlve-left-over").exists()


@pytest.mark.skipif(
    os.geteuid() != 0 or "/root/" not in str(Path(sys.executable).resolve()), reason="needs a hidden Python"
)
def test_python_that_only_root_can_read_is_refused_rather_than_run_as_root() -> None:
    finished, told = confined("print(1)", b"", LIMITS, namespaces=False)
    assert finished.output == b""
    assert not told.started
    assert "Permission denied" in told.broken
    with pytest.raises(SandboxError, match="cannot start Python"):
        run("print(1)", limits=LIMITS, python="/root/no-such-python")


def test_nothing_but_the_channel_is_believed() -> None:
    """A program says what the sandbox would say, on every way that it has, and is a failed answer and no more."""
    finished = run("import os\nos.write(2, b'the sandbox cannot start Python')\nos._exit(125)", limits=LIMITS)
    assert (finished.exit_status, finished.stopped) == (125, "")
    assert run("import os\nos._exit(124)", limits=LIMITS).stopped == ""
    assert understood(b"").status is None
    assert understood(b"started\nlate\n").stopped == "late"
    assert not understood(b"broken no such file\n").started


@pytest.mark.skipif("files" not in protections(), reason="without a root folder of its own no lock can be made")
def test_what_programs_are_used_to_works() -> None:
    pool = "import multiprocessing\ndef double(n):\n    return 2 * n\nwith multiprocessing.Pool(2) as pool:\n"
    pool += "    print(sum(pool.map(double, range(int(open('/dev/stdin').read())))))"
    assert grade_code(f"```python\n{pool}\n```", [CodeTest("3\n", "6\n")])
    assert grade_code("```python\nprint(len(str(7 ** 6000)))\n```", [CodeTest("", "5071\n")])


@pytest.fixture
def _no_namespaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "NAMESPACES", False)


@pytest.fixture
def _no_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that grants neither namespaces nor closed paths."""
    monkeypatch.setattr(sandbox, "NAMESPACES", False)
    monkeypatch.setattr(sandbox, "LANDLOCK", False)


@pytest.mark.usefixtures("_no_walls")
def test_weak_isolation_is_refused_and_named() -> None:
    assert "files" in missing_protections()
    said = objection()
    assert "--allow-weak-isolation" in said
    assert "the expected answers" in said
    assert ("without rights" if os.geteuid() == 0 else "your rights") in said
    with pytest.raises(SandboxError, match="does not keep programs from other files"):
        run("print(1)", limits=LIMITS, python=SYSTEM_PYTHON)


AS_ANOTHER = """
import os, sys
sys.path.insert(0, {root!r})
from rlve.evaluation.graders import sandbox
sandbox.NAMESPACES, sandbox.LANDLOCK = False, {landlock}
limits = sandbox.Limits(cpu_seconds=1.0, wall_seconds=4.0)
for program in ("print(open({secret!r}).read())", "open({folder!r} + '/left', 'w')\\nprint('secret')"):
    try:
        print(sandbox.run(program, limits=limits, allow_weak_isolation={weak}).output)
    except sandbox.SandboxError as error:
        print(error)
"""


def as_another_user(folder: Path, landlock: bool, weak: bool) -> list[str]:
    """What two programs print that a user without rights judges: one reads a file of that user, one writes there."""
    folder.chmod(0o777)
    for parent in folder.parents[:3]:
        if parent.stat().st_mode & 0o001 == 0 and parent != Path("/tmp"):
            parent.chmod(parent.stat().st_mode | 0o001)
    secret = folder / "secret"
    secret.write_text("secret")
    secret.chmod(0o600)
    os.chown(secret, 65_534, 65_534)
    code = AS_ANOTHER.format(
        root=str(Path(__file__).parents[2]), landlock=landlock, weak=weak, secret=str(secret), folder=str(folder)
    )
    done = subprocess.run(
        [SYSTEM_PYTHON, "-B", "-c", code], user=65_534, group=65_534, extra_groups=[], capture_output=True, text=True,
        check=True, cwd="/",
    )  # fmt: skip
    return done.stdout.splitlines()


new_enough = subprocess.run(
    [SYSTEM_PYTHON, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"], check=False
).returncode == 0 if Path(SYSTEM_PYTHON).exists() else False  # fmt: skip


@pytest.mark.skipif(os.geteuid() != 0 or not new_enough, reason="needs root, and a Python for everybody")
def test_another_user_without_namespaces_keeps_files_from_programs(tmp_path: Path) -> None:
    """The user's own files: with closed paths neither read nor written; without, nothing runs but where it is allowed."""
    if "paths" in as_another_protections():
        assert as_another_user(tmp_path, landlock=True, weak=False) == ["b''", "b''"]
        assert not (tmp_path / "left").exists()
    refused = as_another_user(tmp_path, landlock=False, weak=False)
    assert len(refused) == 2
    assert all("does not keep programs from other files" in line for line in refused)
    assert as_another_user(tmp_path, landlock=False, weak=True) == ["b'secret\\n'", "b'secret\\n'"]
    assert (tmp_path / "left").exists()


def as_another_protections() -> str:
    code = "import sys; sys.path.insert(0, sys.argv[1])\nfrom rlve.evaluation.graders import sandbox\n"
    code += "sandbox.NAMESPACES = False\nprint(sandbox.protections())"
    return subprocess.run(
        [SYSTEM_PYTHON, "-B", "-c", code, str(Path(__file__).parents[2])], user=65_534, group=65_534, extra_groups=[],
        capture_output=True, text=True, check=True, cwd="/",
    ).stdout  # fmt: skip


@pytest.mark.usefixtures("_no_walls")
@pytest.mark.skipif(os.geteuid() != 0 or not Path(SYSTEM_PYTHON).exists(), reason="needs root and a second Python")
def test_what_a_user_without_rights_leaves_for_everybody_is_removed_and_bounded() -> None:
    program = "import os\nos.mkdir('/tmp/rlve-left-over')\nopen('/tmp/rlve-left-over/x', 'w').write('x')\nprint(1)"
    finished = run(program, limits=LIMITS, python=SYSTEM_PYTHON, allow_weak_isolation=True)
    assert finished.output == b"1\n"
    much = "for n in range(1000):\n    open(f'/tmp/rlve-left-over-{n}', 'wb').write(b'x' * (10 << 20))"
    finished = run(much, limits=LIMITS, python=SYSTEM_PYTHON, allow_weak_isolation=True)
    assert finished.stopped == "too much in files"
    assert list(Path("/tmp").glob("rlve-left-over*")) == []


@pytest.mark.usefixtures("_no_namespaces")
@pytest.mark.skipif(
    os.geteuid() != 0 or "/root/" not in str(Path(sys.executable).resolve()), reason="needs a hidden Python"
)
def test_a_python_that_the_user_without_rights_cannot_reach_is_found_by_a_first_program() -> None:
    assert "Permission denied" in objection()
