"""What a run wrote line by line, whatever has happened to the files since: a resume loses nothing that can be read."""

import json
from pathlib import Path
from random import Random

import pytest

from rlve.training import lines, metrics
from rlve.training.config import TrainSettings
from rlve.training.metrics import Recorder
from rlve_cli.application import run_command

DAMAGED = [
    b"\xff\xfe\x00 no text",
    b"17",
    b"null",
    b"[1, 2]",
    b'{"reward/mean": 0.5}',
    b'{"step": "3", "reward/mean": 0.5}',
    b'{"step": null}',
    b'{"step": 3, "rew',
    b"[" * 3000,
    b"\0" * 40,
    b"",
]


def line(step: int) -> bytes:
    return json.dumps({"step": step, "reward/mean": step / 10}).encode()


@pytest.mark.parametrize("damaged", DAMAGED, ids=range(len(DAMAGED)))
def test_a_resume_loses_no_line_that_can_be_read(damaged: bytes, tmp_path: Path) -> None:
    path = tmp_path / "metrics.jsonl"
    rows = [line(0), line(1), damaged, line(2), line(3), line(4), damaged, line(5)]
    path.write_bytes(b"\n".join(rows) + b"\n")
    recorder = Recorder(tmp_path, TrainSettings(), 4)
    recorder.write(5, {"reward/mean": 0.5}, {})
    recorder.close()
    assert path.read_bytes().split(b"\n") == [*rows[:6], line(5), b""]
    assert [found["step"] for found in lines.read(path)[0] if found.get("step") in range(9)] == [0, 1, 2, 3, 4, 5]


def test_what_a_kill_cut_short_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "metrics.jsonl"
    path.write_bytes(b"\n".join([line(1), line(2), line(3)[:-4]]))
    lines.cut_back(path, 2)
    assert path.read_bytes() == line(1) + b"\n" + line(2) + b"\n"
    lines.cut_back(path, -1)
    assert path.read_bytes() == b""


def test_a_file_with_nothing_to_take_back_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "metrics.jsonl"
    path.write_bytes(line(1) + b"\n")
    path.chmod(0o400)
    before = path.stat()
    lines.cut_back(path, 1)
    lines.cut_back(tmp_path / "nowhere", 1)
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("before", [b"", b"{}\n", b'{"begun', b"\xff"])
def test_an_added_line_stands_alone(before: bytes, tmp_path: Path) -> None:
    path = tmp_path / "about.jsonl"
    path.write_bytes(before)
    lines.append(path, {"a": 1})
    lines.append(path, {"b": 2})
    assert lines.read(path)[0][-2:] == [{"a": 1}, {"b": 2}]
    assert path.read_bytes().startswith(before)


def test_flipped_bits_cost_the_lines_that_they_are_in(tmp_path: Path) -> None:
    path = tmp_path / "metrics.jsonl"
    content = b"".join(line(step) + b"\n" for step in range(20))
    for seed in range(200):
        place = Random(seed).randrange(8 * len(content))
        flipped = bytearray(content)
        flipped[place // 8] ^= 1 << place % 8
        path.write_bytes(flipped)
        readable = [found for found in lines.read(path)[0] if found.get("step") in range(15)]
        lines.cut_back(path, 14)
        assert [found for found in lines.read(path)[0] if found.get("step") in range(15)] == readable
        assert len(readable) >= 13


def test_strange_files_among_the_rollouts_stay(tmp_path: Path) -> None:
    folder = tmp_path / "rollouts"
    folder.mkdir()
    for name in ("step-000001.jsonl", "step-000002.jsonl", "step-mine.jsonl", "step-3.jsonl", "notes.txt"):
        (folder / name).touch()
    (folder / "step-000009.jsonl").mkdir()
    metrics.take_back(tmp_path, 1)
    left = sorted(path.name for path in folder.iterdir())
    assert left == ["notes.txt", "step-000001.jsonl", "step-000009.jsonl", "step-3.jsonl", "step-mine.jsonl"]


def test_what_is_damaged_is_told(tmp_path: Path) -> None:
    (tmp_path / "metrics.jsonl").write_bytes(line(1) + b"\n17\n" + line(2) + b"\n")
    (tmp_path / "about.jsonl").write_bytes(b"{}\n")
    assert metrics.damage(tmp_path) == [f"{tmp_path / 'metrics.jsonl'}: line 2 cannot be read and is left out"]


@pytest.mark.parametrize("value", ['"x"', "null", "[1]", "{}", "1" + 400 * "0", "true", "NaN", "1e999"])
def test_a_run_with_odd_values_is_shown(value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("reward/mean", "curriculum/upper/sudoku", "accuracy/sudoku", "accuracy/sudoku/1", "heldout/accuracy")
    odd = "".join(f', "{name}": {value}' for name in names)
    good = "".join(f', "{name}": 1' for name in names)
    rows = [f'{{"step": 1{good}}}', f'{{"step": 2{odd}}}', f'{{"step": {value}{odd}}}', f'{{"step": 3{good}}}']
    (tmp_path / "metrics.jsonl").write_text("\n".join(rows) + "\n")
    for options in ([], ["--html", str(tmp_path / "page.html")]):
        assert run_command(["inspect", f"{tmp_path}/", *options]) == 0, capsys.readouterr().err
    assert "3 steps" in capsys.readouterr().out
