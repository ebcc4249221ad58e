"""`rlve generate`: the same bytes whatever happens around it, and whole files or none."""

import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest

from rlve.envs.registry import get
from tests.rlve_cli.conftest import RLVE, one_sentence

SOME = "integer_sorting,sudoku,knights_and_knaves,countdown_exact_expression"


def records(output):
    return [json.loads(line) for line in output.splitlines()]


def test_writes_environment_difficulty_and_seed_in_this_order(rlve):
    done = rlve("generate", "--env", "sudoku,integer_sorting", "-d", "0-1", "-n", "2", "--seed", "5")
    assert done.returncode == 0
    assert done.stderr == b""
    assert [record["id"] for record in records(done.stdout)] == [
        f"{name}/{difficulty}/{seed}"
        for name in ("sudoku", "integer_sorting")  # the registry's order: by family
        for difficulty in (0, 1)
        for seed in (5, 6)
    ]


def test_a_record_is_enough_to_restore_its_problem(rlve):
    (record,) = records(rlve("generate", "--env", "sudoku", "-d", "7", "--seed", "42").stdout)
    problem = get("sudoku").restore(record["instance"])
    assert problem == get("sudoku").problem(7, 42)
    assert record["prompt"] == problem.prompt()
    assert problem.verify(f"<answer>{record['answer']}</answer>").reward == 1.0
    assert (record["environment"], record["difficulty"], record["seed"]) == ("sudoku", 7, 42)


def test_the_same_bytes_for_any_number_of_workers_and_any_hash_seed(rlve):
    arguments = ["generate", "--env", SOME, "-d", "0-3", "-n", "30"]
    expected = rlve(*arguments).stdout
    assert expected.count(b"\n") == 480
    assert rlve(*arguments, "--workers", "2").stdout == expected
    for hash_seed in ("1", "2", "3"):
        assert rlve(*arguments, PYTHONHASHSEED=hash_seed).stdout == expected


def test_a_failure_comes_after_the_same_bytes_for_any_number_of_workers(rlve):
    arguments = ["generate", "--env", "integer_sorting", "-n", "200", "--set", "size=1"]
    alone, together = rlve(*arguments), rlve(*arguments, "--workers", "2")
    assert alone.returncode == together.returncode == 2
    assert alone.stdout == together.stdout
    assert one_sentence(alone.stderr) == one_sentence(together.stderr)
    assert b"size=1" in alone.stderr


def test_a_dying_process_is_one_sentence(rlve, tmp_path, sleepy):
    module = tmp_path / "others" / "sleepy_sorting.py"
    module.write_text(
        module.read_text().replace(
            "    def score",
            """
    @classmethod
    def generate(cls, rng, size):
        os._exit(7)

    def score""",
        )
    )
    done = rlve("generate", "--env", "sleepy_sorting", "-n", "9", "--workers", "2", PYTHONPATH=sleepy)
    assert done.returncode == 1
    assert "status 7" in one_sentence(done.stderr)


def test_an_environment_that_fails_is_named(rlve, tmp_path, sleepy):
    module = tmp_path / "others" / "sleepy_sorting.py"
    module.write_text(module.read_text() + "\n    def solve(self):\n        return self.nothing\n")
    done = rlve("generate", "--env", "sleepy_sorting", PYTHONPATH=sleepy)
    assert done.returncode == 1
    assert "sleepy_sorting/0/0" in one_sentence(done.stderr)
    module.write_text("import nothing_of_this_name")
    done = rlve("generate", "--env", "sleepy_sorting", PYTHONPATH=sleepy)
    assert done.returncode == 1
    assert "nothing_of_this_name" in one_sentence(done.stderr)
    listed = rlve("inspect", PYTHONPATH=sleepy)
    assert listed.returncode == 0
    assert b"sleepy_sorting" not in listed.stdout
    said = "rlve: the environment sleepy_sorting of the package sleepy_sorting cannot be used: "
    assert one_sentence(listed.stderr).startswith(said)
    made = rlve("generate", "--env", "sleepy*,integer_sorting", "--workers", "2", PYTHONPATH=sleepy)
    assert (made.returncode, made.stdout.count(b"\n")) == (0, 1)
    assert one_sentence(made.stderr).startswith(said)


def test_settings_override_parameters_and_show_in_the_id(rlve):
    (record,) = records(rlve("generate", "--env", "integer_sorting", "-d", "3", "--set", "size=9").stdout)
    assert record["id"] == "integer_sorting/3/0?size=9"
    assert len(record["instance"]["numbers"]) == 9


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--env", "sudko"], "did you mean sudoku?"),
        (["--env", "sudoku,-sudoku"], "no environment"),
        (["--env", "sudoku", "-d", "3-1"], "smaller number first"),
        (["--env", "sudoku", "-d", "-3"], "range"),
        (["--env", "sudoku", "-d", "1.5"], "whole number or a range"),
        (["--env", "sudoku", "-n", "-1"], "--count"),
        (["--env", "sudoku", "--seed", "9007199254740991", "-n", "2"], "largest seed"),
        (["--env", "sudoku", "--set", "size"], "size=12"),
        (["--env", "sudoku", "--set", "size=big"], "size=12"),
        (["--env", "sudoku", "--set", "size=4"], "height, width, empty"),
        (["--env", "sudoku,integer_sorting", "--set", "size=4"], "sudoku has no parameter size"),
        (["--env", "integer_sorting", "--set", "size=-4"], "size=-4"),
        (["--env", "sudoku", "--set", "empty=999999"], "empty=999999"),
        (["--env", "sudoku", "--format", "xml"], "--format"),
        (["--env", "sudoku", "--output", "missing/problems.jsonl"], "missing/problems.jsonl"),
        (["--env", "sudoku", "--output", "."], "folder"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(rlve, arguments, hint):
    done = rlve("generate", *arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert hint in one_sentence(done.stderr)


def test_no_problems_are_no_lines(rlve):
    done = rlve("generate", "--env", "sudoku", "-n", "0")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_answers_can_be_left_out(rlve):
    (record,) = records(rlve("generate", "--env", "sudoku", "--no-answers").stdout)
    assert "answer" not in record


def test_styles_ask_for_different_marks(rlve):
    tagged, boxed = (
        records(rlve("generate", "--env", "sudoku", "--style", style).stdout)[0]["prompt"] for style in ("tag", "boxed")
    )
    assert "<answer>" in tagged
    assert "\\boxed{}" not in tagged
    assert "\\boxed{}" in boxed
    assert "<answer>" not in boxed


def test_chat_has_messages_in_place_of_the_prompt(rlve):
    (plain,) = records(rlve("generate", "--env", "sudoku").stdout)
    (chat,) = records(rlve("generate", "--env", "sudoku", "--format", "chat").stdout)
    assert chat.pop("messages") == [{"role": "user", "content": plain.pop("prompt")}]
    assert chat == plain


def test_prompts_are_separated_by_nul(rlve, shell):
    arguments = ["generate", "--env", "integer_sorting", "-d", "0-2"]
    expected = [record["prompt"] + "\n" for record in records(rlve(*arguments).stdout)]
    assert rlve(*arguments, "--format", "prompts").stdout.decode().split("\0") == expected
    assert b"\0" not in rlve("generate", "--env", "integer_sorting", "--format", "prompts").stdout
    counted = shell("rlve generate --env integer_sorting -n 3 --format prompts | xargs -0 -n 1 sh -c 'echo one'")
    assert counted.stdout == b"one\n" * 3


def test_a_table_holds_the_same_as_the_lines(rlve, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    arguments = ["generate", "--env", "integer_sorting,sudoku", "-n", "600"]  # more than one row group
    lines = records(rlve(*arguments).stdout)
    rlve(*arguments, "--format", "parquet", "--output", "problems.parquet")
    rows = parquet.read_table(tmp_path / "problems.parquet").to_pylist()
    assert [row | {"instance": json.loads(row["instance"])} for row in rows] == lines
    alone = rlve(*arguments, "--format", "parquet").stdout
    assert alone == rlve(*arguments, "--format", "parquet", "--workers", "2").stdout
    assert alone == (tmp_path / "problems.parquet").read_bytes()


def test_a_table_is_not_written_to_a_terminal(environment):
    parent, child = pty.openpty()
    arguments = ["generate", "--env", "sudoku", "--format", "parquet"]
    done = subprocess.run([*RLVE, *arguments], stdout=child, stderr=subprocess.PIPE, env=environment, check=False)
    os.close(child)
    os.close(parent)
    assert done.returncode == 2
    assert "--output" in one_sentence(done.stderr)


def test_a_file_is_written_whole(rlve, tmp_path):
    expected = rlve("generate", "--env", "sudoku", "-n", "20").stdout
    done = rlve("generate", "--env", "sudoku", "-n", "20", "--output", "problems.jsonl")
    assert (done.returncode, done.stdout) == (0, b"")
    assert (tmp_path / "problems.jsonl").read_bytes() == expected
    assert [path.name for path in tmp_path.iterdir()] == ["problems.jsonl"]


def test_a_failure_leaves_the_old_file_and_nothing_else(rlve, tmp_path):
    (tmp_path / "problems.jsonl").write_text("old")
    done = rlve("generate", "--env", "integer_sorting", "-n", "9", "--set", "size=1", "--output", "problems.jsonl")
    assert done.returncode == 2
    assert (tmp_path / "problems.jsonl").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["problems.jsonl"]


def test_a_killed_run_leaves_no_half_file(environment, tmp_path):
    place = tmp_path / "problems.jsonl"
    arguments = ["generate", "--env", "integer_sorting", "-n", "9999999", "--output", str(place)]
    process = subprocess.Popen([*RLVE, *arguments], env=environment)
    while not any(path.stat().st_size for path in tmp_path.iterdir()):
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert not place.exists()


def test_output_can_be_a_device(rlve):
    assert rlve("generate", "--env", "sudoku", "--output", "/dev/null").returncode == 0
    done = rlve("generate", "--env", "sudoku", "--output", "/dev/full")
    assert done.returncode == 1
    assert "No space left" in one_sentence(done.stderr)


@pytest.mark.parametrize("count", [1, 5000])
def test_a_full_disk_is_one_sentence(shell, count):
    done = shell(f"rlve generate --env integer_sorting -n {count} > /dev/full")
    assert done.returncode == 1
    assert "No space left" in one_sentence(done.stderr)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_closed_pipe_ends_quietly(shell, workers):
    done = shell(f"rlve generate --env integer_sorting -n 1000000 --workers {workers} | head -1")
    assert done.returncode == 0
    assert done.stderr == b""
    assert json.loads(done.stdout)["id"] == "integer_sorting/0/0"


def test_a_closed_standard_output_is_one_sentence(shell):
    done = shell("rlve generate --env sudoku >&-")
    assert done.returncode == 2
    assert "--output" in one_sentence(done.stderr)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_ends_it_with_130_and_without_a_word(environment, workers):
    process = subprocess.Popen(
        [*RLVE, "generate", "--env", "integer_sorting", "-n", "9999999", "--workers", str(workers)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True,
    )  # fmt: skip
    assert process.stdout.readline().startswith(b'{"id"')
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of the command
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == b""
    deadline = time.monotonic() + 10
    while _alive(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _alive(process.pid)


def _alive(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_memory_does_not_grow_with_the_number_of_problems(environment):
    few, many = (_peak(environment, count) for count in (500, 40_000))
    assert many - few < 4 * 1024  # KiB; 40,000 records are 16 MiB


def _peak(environment, count):
    """The largest resident size of a run, in KiB."""
    code = f"""
import resource, sys
sys.argv = ["rlve", "generate", "--env", "integer_sorting", "-n", "{count}", "--output", "/dev/null"]
from rlve_cli.main import main
main()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=True)
    return int(done.stdout) // (1024 if sys.platform == "darwin" else 1)
