"""The overview, wrong command lines, shell completion, and what the command does not import."""

import subprocess
import sys
from importlib.metadata import requires

import pytest

from rlve_cli.main import COMMANDS
from tests.rlve_cli.conftest import one_sentence

HEAVY = {"torch", "transformers", "vllm", "deepspeed", "lm_eval", "sympy", "networkx", "numpy", "rich", "pyarrow"}
IMPORTED = """
import sys
sys.argv = ["rlve", *sys.argv[1:]]
from rlve_cli.main import main
status = main()
print(*sorted(name for name in sys.modules if "." not in name), file=sys.stderr)
sys.exit(status)
"""


def imported(environment, *arguments):
    """The packages that a command line has imported by its end."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED, *arguments], capture_output=True, env=environment, check=True, timeout=60
    )
    return set(done.stderr.decode().split())


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_overview_names_every_command(rlve, arguments):
    done = rlve(*arguments)
    assert done.returncode == 0
    assert done.stderr == b""
    for name in COMMANDS:
        assert f"\n  {name} " in done.stdout.decode()


@pytest.mark.parametrize("command", ["generate", "verify", "inspect"])
def test_help_of_a_command_is_plain_text_in_a_pipe(rlve, command):
    done = rlve(command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: rlve {command} ".encode())
    assert b"\x1b" not in done.stdout
    assert max(map(len, done.stdout.decode().splitlines())) <= 80
    done.stdout.decode("ascii")


def test_version(rlve):
    assert rlve("--version").stdout.startswith(b"rlve ")


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["gnerate"], "did you mean generate?"),
        (["zzz"], "see rlve --help"),
        (["--foo"], "no such option: --foo"),
        (["generate"], "missing option '--env'"),
        (["generate", "--env", "sudoku", "--dificulty", "3"], "--difficulty"),
        (["verify", "--workers", "0"], "--workers"),
        (["verify", "--timeout", "soon"], "--timeout"),
        (["inspect", "sudoku", "-d", "-1"], "--difficulty"),
        (["generate", "verify", "--env", "sudoku"], "unexpected extra argument"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(rlve, arguments, hint):
    done = rlve(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert hint in one_sentence(done.stderr)


def test_overview_imports_no_option_parser(environment):
    assert not imported(environment, "--help") & (HEAVY | {"typer", "click", "pydantic", "orjson", "envs"})


@pytest.mark.parametrize(
    "arguments",
    [
        ["generate", "--env", "integer_sorting,sudoku", "-d", "0-3"],
        ["generate", "--help"],
        ["verify", "--help"],
        ["inspect", "integer_sorting"],
    ],
)
def test_commands_import_nothing_heavy(environment, arguments):
    parser_needs_it = any(need.startswith("pydantic") for need in requires("typer") or [])
    assert not imported(environment, *arguments) & (HEAVY | (set() if parser_needs_it else {"pydantic"}))


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("rlve gen", ["generate"]),
        ("rlve generate --env sudok", ["sudoku"]),
        ("rlve generate --env puzz", ["puzzles"]),
        ("rlve generate --env graphs,-sudok", ["graphs,-sudoku"]),
        ("rlve inspect integer_sort", ["integer_sorting"]),
    ],
)
def test_shells_complete_commands_and_environments(rlve, words, completions):
    count = len(words.split()) - 1
    done = rlve(_RLVE_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(count))
    assert done.stdout.decode().split() == completions


def test_shells_complete_files_of_ones_own(rlve, tmp_path):
    (tmp_path / "mine").mkdir()
    for name in ("zebra.py", "mine/zebra.py", "zebra.txt"):
        (tmp_path / name).write_text("")

    def completed(line):
        done = rlve(_RLVE_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(len(line.split()) - 1))
        return done.stdout.decode().split()

    assert completed("rlve generate --env sudoku,zeb") == ["sudoku,zebra.py"]
    assert completed("rlve generate --env mine/ze") == ["mine/zebra.py"]
    assert completed("rlve inspect zeb") == ["zebra.py", "zebra.txt"]


def test_a_broken_connection_is_not_taken_for_a_closed_pipe(environment):
    """Only the reader of standard output may end a command quietly."""
    code = """
import sys
import rlve_cli.inspect
def fails():
    raise BrokenPipeError(32, "Broken pipe")
rlve_cli.inspect.inspect = fails
sys.argv = ["rlve", "inspect"]
from rlve_cli.main import main
sys.exit(main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=False, timeout=60)
    assert done.returncode == 1
    assert "closed" in one_sentence(done.stderr)
