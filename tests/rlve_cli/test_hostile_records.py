"""Records from anywhere: each gets a verdict or one sentence, soon, and costs no other its verdict."""

import json
from random import Random

import pytest

from benchmarks.hostile_records import hostile, record
from rlve.envs.registry import get
from rlve_cli.reading import Complaints, values


@pytest.mark.parametrize("name", ["sudoku", "boolean_satisfiability", "symbolic_differentiation"])
def test_every_kind_gets_a_verdict_or_a_sentence(rlve, name) -> None:
    rng = Random(name)
    kinds = list(hostile(rng, get(name)))
    assert len({kind for kind, _ in kinds}) >= 60
    good = json.dumps(record(rng, get("integer_sorting")) | {"mine": "good"}).encode()
    told, judged = 0, 0
    lines = [line for _, line in kinds]
    source = b"".join(line + b"\n" + good + b"\n" for line in lines)
    done = rlve("verify", "--merge", "--timeout", "5", input=source)
    assert done.returncode == 1
    for line in done.stderr.decode().splitlines():
        assert line.isprintable(), line
        assert len(line) < 500
        told += line.startswith("line ")
    assert b"Traceback" not in done.stderr
    assert told == 20
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert sum(verdict.get("mine") == "good" for verdict in verdicts) == len(lines)
    for verdict in verdicts:
        assert (verdict["reward"] is None) == (verdict["outcome"] == "error")
        assert len(verdict["reason"]) <= 500
        judged += verdict.get("mine") == "good" and verdict["outcome"] == "correct"
    assert judged == len(lines)
    shown = rlve("inspect", "-", input=source)
    assert shown.returncode == 1
    assert b"Traceback" not in shown.stderr
    assert shown.stdout.decode().replace("\n", "").isprintable()
    assert rlve("inspect", "--json", "-", input=source).stdout.startswith(b"[\n")


def test_every_bad_line_is_told_by_its_own_number(capsys: pytest.CaptureFixture[str]) -> None:
    complaints = Complaints(most=2)
    for number in (3, 5, 8, 9):
        complaints.tell(number, "a\x1b[31m\nb")
    assert capsys.readouterr().err.splitlines() == [
        "line 3: a\\x1b[31m\\nb",
        "line 5: a\\x1b[31m\\nb",
        "further ones are not told one by one",
    ]
    assert complaints.count == 4


class Slowly:
    """A stream that gives a few bytes at a time."""

    def __init__(self, text: bytes, size: int) -> None:
        self.parts = [text[place : place + size] for place in range(0, len(text), size)]

    def read1(self, _: int) -> bytes:
        return self.parts.pop(0) if self.parts else b""


TRICKY = [{"a": ']}{[,\\"'}, {"b": ["\\", {"c": '"x"'}]}, {}, {"d": "\u00fc\n"}]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 10_000])
@pytest.mark.parametrize("indent", [None, 2])
def test_lists_are_taken_apart_wherever_they_are_cut(size: int, indent: int | None) -> None:
    text = json.dumps(TRICKY, indent=indent).encode()
    found = list(values(Slowly(text, size)))  # type: ignore[arg-type]
    assert [number for number, _ in found] == [1, 2, 3, 4]
    assert [json.loads(value or b"") for _, value in found] == TRICKY
    one_by_one = b"\xef\xbb\xbf" + b"\n".join(json.dumps(each, indent=indent).encode() for each in TRICKY)
    assert [json.loads(value or b"") for _, value in values(Slowly(one_by_one, size))] == TRICKY  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (b"[1, {}, x, {}]", [b"1", b"{}", b"x", b"{}"]),
        (b'[{"a": }, {}]', [b'{"a": }', b"{}"]),
        (b"[{}, {", [b"{}", b"{"]),
        (b'[{}, {"a', [b"{}", b'{"a']),
        (b"{}]{}", [b"{}", b"]", b"{}"]),
        (b"", []),
        (b"[]", []),
        (b"[[{}], {}]", [b"[{}]", b"{}"]),
        (b'"text" {}', [b'"text"', b"{}"]),
        (b"[{} {}]", [b"{}", b"{}"]),
    ],
)
def test_what_is_no_object_costs_itself(text: bytes, parts: list[bytes]) -> None:
    assert [value for _, value in values(Slowly(text, 3))] == parts  # type: ignore[arg-type]


def test_a_record_that_is_too_long_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rlve_cli.reading.LONGEST_RECORD", 50)
    text = json.dumps([{"a": 1}, {"a": ["x" * 200, {}]}, {"a": 2}]).encode()
    assert [value for _, value in values(Slowly(text, 20))] == [b'{"a": 1}', None, b'{"a": 2}']  # type: ignore[arg-type]
