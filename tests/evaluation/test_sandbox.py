"""What hostile programs can do in the sandbox: fail, and nothing else."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rlve.evaluation.graders.code import CodeTest, grade_code
from rlve.evaluation.graders.sandbox import Limits, SandboxError, confined, missing_protections, protections, run

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
        finished = confined(program, b"", LIMITS, namespaces=namespaces, python=python)
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
    "name", ["fork bomb", "killing the grader", "opening a socket", "10 GB of memory", "endless loop"]
)
def test_without_namespaces_the_limits_still_hold(name: str, listener: socket.socket) -> None:
    program = HOSTILE[name].format(port=listener.getsockname()[1], pid=os.getpid())
    finished = confined(program, b"", LIMITS, namespaces=False, python=SYSTEM_PYTHON)
    assert not finished.succeeded


@pytest.mark.skipif(
    os.geteuid() != 0 or "/root/" not in str(Path(sys.executable).resolve()), reason="needs a hidden Python"
)
def test_python_that_only_root_can_read_is_refused_rather_than_run_as_root() -> None:
    finished = confined("print(1)", b"", LIMITS, namespaces=False)
    assert finished.output == b""
    assert "cannot start Python" in finished.errors
    with pytest.raises(SandboxError, match="cannot start Python"):
        run("print(1)", limits=LIMITS, python="/root/no-such-python")
