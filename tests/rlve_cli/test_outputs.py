"""Output files whole or not at all, whatever ends the command; and what people see while it runs."""

import io
import json
import os
import pty
import re
import signal
import stat
import subprocess
import time

import pytest

from rlve_cli.streams import opened_output
from rlve_cli.tables import Table
from rlve_cli.terminal import clock, printable, progress, watched
from tests.rlve_cli.conftest import RLVE, one_sentence

LONG = ["generate", "--env", "integer_sorting", "-n", "9999999"]
VERIFY = ["verify", "records.jsonl", "--workers", "2"]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"  # type: ignore[assignment]

    def isatty(self) -> bool:
        return True


def on_terminal(arguments: list[str], environment: dict[str, str], columns: int = 80) -> str:
    """What a command shows on a terminal that is its standard output and error."""
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [*RLVE, *arguments], stdin=subprocess.DEVNULL, stdout=child, stderr=child,
        env=environment | {"COLUMNS": str(columns), "TERM": "xterm"},
    )  # fmt: skip
    os.close(child)
    shown = b""
    try:
        while part := os.read(parent, 65536):
            shown += part
    except OSError:  # the end of a terminal
        pass
    process.wait(timeout=60)
    os.close(parent)
    return shown.decode().replace("\r\n", "\n")


def records(count: int) -> str:
    record = {"environment": "integer_sorting", "instance": {"numbers": [2, 1]}, "response": "<answer>1 2</answer>"}
    return "".join(json.dumps(record | {"id": number}) + "\n" for number in range(count))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("arguments", [LONG, [*LONG, "--workers", "2"], VERIFY], ids=["alone", "workers", "verify"])
def test_a_signal_leaves_nothing_and_says_nothing(environment, tmp_path, number, arguments):
    """As a terminal or `timeout` sends it, to the whole group."""
    (tmp_path / "records.jsonl").write_text(records(30_000) if arguments is VERIFY else "")
    folder = tmp_path / "out"
    folder.mkdir()
    process = subprocess.Popen(
        [*RLVE, *arguments, "--output", "out/x.jsonl"], cwd=tmp_path, env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not any(path.stat().st_size for path in folder.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, number)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert (output, errors) == (b"", b"")
    assert list(folder.iterdir()) == []


def test_a_signal_that_is_ignored_stays_so(environment, tmp_path):
    """Under nohup the end of a terminal ends nothing."""
    code = (
        "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); from rlve_cli import ending; ending.heed();"
    )
    code += "signal.raise_signal(signal.SIGHUP); print('on')"
    done = subprocess.run([RLVE[0], "-c", code], capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (0, b"on\n")


def test_the_file_beside_cannot_be_foreseen_and_follows_no_link(tmp_path, monkeypatch):
    names = set()
    for _ in range(2):
        with opened_output(tmp_path / "x") as file:
            (part,) = [path for path in tmp_path.iterdir() if path.suffix == ".part"]
            names.add(part.name)
            file.write(b"1")
    assert len(names) == 2
    monkeypatch.setattr("secrets.token_hex", lambda _: "known")
    target = tmp_path / "target"
    (tmp_path / ".x.known.part").symlink_to(target)
    with pytest.raises(Exception, match="cannot write"), opened_output(tmp_path / "x"):
        pass
    assert not target.exists()
    assert (tmp_path / "x").read_bytes() == b"1"


@pytest.mark.parametrize("mode", [0o640, 0o600, 0o666, 0o755])
def test_a_file_keeps_its_mode(tmp_path, mode):
    place = tmp_path / "x"
    place.write_text("old")
    place.chmod(mode)
    with opened_output(place) as file:
        file.write(b"new")
    assert stat.S_IMODE(place.stat().st_mode) == mode
    assert place.read_bytes() == b"new"


def test_a_new_file_has_the_mode_that_the_user_wants(tmp_path):
    before = os.umask(0o027)
    try:
        with opened_output(tmp_path / "x"):
            pass
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o640


def test_long_names_and_links(tmp_path):
    place = tmp_path / ("n" * 255)
    with opened_output(place) as file:
        file.write(b"1")
    link = tmp_path / "link"
    link.symlink_to(place)
    with opened_output(link) as file:
        file.write(b"2")
    assert link.is_symlink()
    assert place.read_bytes() == b"2"


@pytest.mark.parametrize(
    "line",
    ["--help", "--version", "generate --help", "inspect integer_sorting", "inspect --json", "inspect --families"],
)
def test_a_full_disk_behind_standard_output_is_one_sentence(shell, line):
    done = shell(f"rlve {line} > /dev/full")
    assert done.returncode == 1
    assert "the disk is full" in one_sentence(done.stderr)


def test_a_full_disk_behind_a_compressed_file_is_one_sentence(shell):
    done = shell("ln -s /dev/full x.gz; rlve generate --env integer_sorting -n 20000 -o x.gz")
    assert done.returncode == 1
    assert "the disk is full" in one_sentence(done.stderr)


def test_a_deep_field_of_ones_own_is_kept_or_told(rlve):
    def with_depth(depth: int) -> bytes:
        return records(1).encode().replace(b'"id": 0', b'"id": 0, "mine": ' + b"[" * depth + b"]" * depth)

    kept = rlve("verify", "--merge", input=with_depth(98))
    assert kept.returncode == 0
    assert json.loads(kept.stdout)["reward"] == 1.0
    told = rlve("verify", "--merge", input=with_depth(300) + records(1).encode())
    assert told.returncode == 1
    assert b"line 1: not JSON that can be read: it is nested more than 100 deep" in told.stderr
    assert told.stdout.count(b"\n") == 1


def test_numbers_that_are_none_stay_what_they_are(rlve):
    source = (
        records(1).encode().replace(b'"id": 0', b'"id": 123456789012345678901234567890, "mine": [NaN, -Infinity, null]')
    )
    merged = rlve("verify", "--merge", input=source)
    assert b'"mine":[NaN,-Infinity,null]' in merged.stdout
    assert b'"id":123456789012345678901234567890' in merged.stdout
    assert rlve("verify", "--merge", input=merged.stdout).stdout == merged.stdout


def test_what_would_command_a_terminal_is_shown_in_words(rlve, environment, tmp_path):
    evil = "\x1b]0;mine\x07\x1b[2J\u202e"
    record = json.dumps({"environment": evil, "id": evil + "/1/2", "instance": {}, "response": "\ud83d"})
    (tmp_path / "records.jsonl").write_text(f"{record}\n{record}{evil}\n")
    for command in (["inspect", "records.jsonl"], ["verify", "records.jsonl", "--summary"]):
        done = rlve(*command)
        shown = on_terminal([command[0], str(tmp_path / "records.jsonl"), *command[2:]], environment)
        for text in (done.stderr.decode(), shown if command[0] == "inspect" else ""):
            assert evil[:4] not in text
            assert "\u202e" not in text
            assert "Traceback" not in text
        assert "\\x1b]0;mine\\x07" in shown
    assert b"\x1b]" not in rlve("inspect", evil).stderr


def test_an_example_shows_reward_and_outcome_whole_in_eighty_columns(environment):
    for name in ("sudoku", "integer_sorting"):
        shown = on_terminal(["inspect", name], environment)
        table = shown.partition("What answers earn")[2].splitlines()
        assert max(map(len, table)) <= 80
        assert any(line.startswith(" 1.000  correct     the solution") for line in table)
        assert any(line.startswith("-0.500  infeasible  ") for line in table)
        assert "the answer of another problem" in shown


def test_tables_give_way_in_order():
    table = Table(
        ["reward", "what", "answer", "reason"],
        [["1.0", "w" * 20, "a" * 40, "one two " * 8]],
        (1, 2, 3),
        yielding=(2, 1),
    )

    def lines(columns: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("NO_COLOR", "1")
        stream = Terminal()
        table.print(stream)
        return stream.getvalue().splitlines()

    with pytest.MonkeyPatch.context() as monkeypatch:
        for columns in (150, 100, 80, 70, 60, 50):
            found = lines(columns, monkeypatch)
            assert max(map(len, found)) <= columns
            assert "1.0" in found[2]
            assert ("a" * 40 in found[2]) == (columns >= 100)
            assert ("w" * 20 in found[2]) == (columns >= 60)
            assert (
                " ".join(line[found[0].index("reason") :].strip() for line in found[2:]).split() == ["one", "two"] * 8
            )


def test_progress_has_rate_elapsed_and_left(environment, tmp_path):
    """With the data in a file, the counter goes to the terminal; nothing of it stays."""
    shown = on_terminal(["generate", "--env", "sudoku", "-n", "40000", "-o", str(tmp_path / "x.jsonl")], environment)
    assert re.search(r"\d of 40,000 problems  [\d,]+/s  0:0\d elapsed  0:\d\d left", shown)
    assert shown.endswith("\r\x1b[K")
    assert on_terminal(["generate", "--env", "sudoku", "-n", "2"], environment).count("\n") == 2


def test_the_time_left_follows_from_what_is_done(monkeypatch):
    assert progress(50, "problems", 10.0, 200, 0.25) == "50 of 200 problems  5/s  0:10 elapsed  0:30 left"
    assert progress(5000, "responses", 3600.0, None, None) == "5,000 responses  1/s  1:00:00 elapsed"
    assert [clock(seconds) for seconds in (0, 59.6, 61, 3599, 3600)] == ["0:00", "1:00", "1:01", "59:59", "1:00:00"]
    now = iter(range(100))
    monkeypatch.setattr("rlve_cli.terminal.time.monotonic", lambda: float(next(now)))
    terminal = Terminal()
    assert list(watched("abc", "letters", share=lambda: 0.5, stream=terminal)) == ["a", "b", "c"]
    assert "1 letters" in terminal.getvalue()
    assert "left" in terminal.getvalue()
    assert list(watched("abc", "letters", stream=io.StringIO())) == ["a", "b", "c"]


def test_printable_keeps_what_people_write():
    assert printable("\u00fcber \u4e2d\u3000\u00a0x") == "\u00fcber \u4e2d\u3000\u00a0x"
    assert printable("a\nb\tc\x1b\u202e\ud83d", keep="\n") == "a\nb\\tc\\x1b\\u202e\\ud83d"


def test_a_reader_that_goes_leaves_no_word(shell, tmp_path):
    (tmp_path / "records.jsonl").write_text(records(20_000))
    for line in (
        "inspect --json | head -1",
        "verify records.jsonl | head -1",
        "generate --env sudoku -n 9999 | head -1",
    ):
        done = shell(f"rlve {line}")
        assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, b"", 1)
