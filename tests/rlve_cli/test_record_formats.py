"""Records in and out by suffix: lines, lists and tables, compressed or not, whoever wrote them."""

import gzip
import io
import json
from pathlib import Path

import pytest

from rlve.envs.records import make_record
from rlve.envs.registry import get
from rlve_cli import streams
from rlve_cli.errors import WrongUse
from rlve_cli.reading import Complaints, Records, holds_records, opened_records
from rlve_cli.streams import opened_output
from rlve_cli.writing import WRITERS, Layout, layout, write_table
from tests.rlve_cli.conftest import one_sentence

SUFFIXES = ["jsonl", "json", "jsonl.gz", "json.gz", "jsonl.zst", "json.zst", "txt", "parquet"]
NAMES = "integer_sorting,knights_and_knaves,boolean_satisfiability"


def answered(seeds: int = 2, answer: bool = True) -> list[dict]:
    found = []
    for name in NAMES.split(","):
        for seed in range(seeds):
            problem = get(name).problem(1, seed)
            right = f"<answer>{problem.answer_format().render(problem.solution)}</answer>"
            found.append(make_record(get(name), 1, seed, answer=answer) | {"responses": [right, "nothing"]})
    return found


def read(path: Path) -> tuple[list[dict], Complaints]:
    complaints = Complaints()
    with opened_records(path, complaints) as records:
        return [record for _, record in records], complaints


def needs(suffix: str) -> None:
    if suffix.endswith("zst"):
        pytest.importorskip("zstandard")
    if suffix == "parquet":
        pytest.importorskip("pyarrow")


def write(records: list[dict], path: Path) -> None:
    with opened_output(path) as file:
        place = layout(path)
        WRITERS[place](records if place is Layout.TABLE else (json.dumps(each).encode() for each in records), file)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_generated_is_read_and_its_verdicts_too(rlve, tmp_path, suffix):
    needs(suffix)
    names = ["-o", f"problems.{suffix}"]
    done = rlve("generate", "--envs", NAMES, "-d", "1", "-n", "2", *names)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    found, complaints = read(tmp_path / f"problems.{suffix}")
    assert complaints.count == 0
    made = [make_record(get(name), 1, seed) for name in NAMES.split(",") for seed in range(2)]
    for record in found:
        if isinstance(record["instance"], str):
            record["instance"] = json.loads(record["instance"])
    assert sorted(found, key=lambda record: record["id"]) == sorted(made, key=lambda record: record["id"])
    write(answered(), tmp_path / f"answered.{suffix}")
    done = rlve("verify", f"answered.{suffix}", "--merge", "-o", f"verdicts.{suffix}")
    assert (done.returncode, done.stderr) == (0, b"")
    found, _ = read(tmp_path / f"verdicts.{suffix}")
    assert [(each["index"], each["reward"]) for each in found] == [(0, 1.0), (1, -1.0)] * 6
    (first, *_) = json.loads(rlve("inspect", "--json", f"verdicts.{suffix}").stdout)
    assert (first["verdicts"], first["accuracy"]) == (4, 0.5)
    again = rlve("verify", f"verdicts.{suffix}")
    assert [json.loads(line)["reward"] for line in again.stdout.splitlines()] == [1.0, -1.0] * 6


@pytest.mark.parametrize("answer", [True, False])
def test_data_sets_keep_their_meaning(rlve, tmp_path, answer):
    """Arrow gives all instances the same fields: as a table, and as lines, whose nulls are many."""
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pyarrow.Table.from_pylist(answered(answer=answer))
    parquet.write_table(table, tmp_path / "rows.parquet")
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
    for name in ("rows.parquet", "rows.jsonl"):
        done = rlve("verify", name)
        assert (done.returncode, done.stderr) == (0, b"")
        assert [json.loads(line)["reward"] for line in done.stdout.splitlines()] == [1.0, -1.0] * 6
    piped = rlve("verify", input=(tmp_path / "rows.parquet").read_bytes())
    assert piped.stdout == done.stdout


def test_what_a_stream_begins_with_tells_what_it_is(rlve):
    records = answered(1)
    text = "".join(json.dumps(each) + "\n" for each in records)
    expected = rlve("verify", input=text.encode()).stdout
    assert expected.count(b"\n") == 6
    for other in (
        gzip.compress(text.encode()),
        gzip.compress(text[:500].encode()) + gzip.compress(text[500:].encode()) + b"\0" * 100,
        json.dumps(records).encode(),
        json.dumps(records, indent=1).encode(),
        "\n".join(json.dumps(each, indent=2) for each in records).encode(),
    ):
        assert rlve("verify", input=other).stdout == expected


@pytest.mark.parametrize("suffix", ["jsonl.gz", "jsonl.zst", "json.gz"])
def test_a_file_that_is_cut_off_gives_what_it_has_and_says_so(tmp_path, capsys, suffix):
    needs(suffix)
    lines = [{"environment": "e", "text": str(number) * 50, "n": hash(number * 7919) % 9973} for number in range(2000)]
    whole = tmp_path / f"whole.{suffix}"
    write(lines, whole)
    cut = tmp_path / f"cut.{suffix}"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size * 2 // 3])
    found, complaints = read(cut)
    assert 200 < len(found) < 2000
    assert found == lines[: len(found)]
    assert complaints.count >= 1
    told = capsys.readouterr().err
    assert f"{complaints.noun} {len(found) + 1}: the file is damaged or cut off from here on" in told


def test_a_damaged_table_is_one_sentence(rlve, tmp_path):
    needs("parquet")
    write(answered(), tmp_path / "whole.parquet")
    data = (tmp_path / "whole.parquet").read_bytes()
    for name, damaged in (("cut", data[:-50]), ("holed", data[:300] + b"\0" * 500 + data[800:])):
        (tmp_path / f"{name}.parquet").write_bytes(damaged)
        done = rlve("verify", f"{name}.parquet")
        assert done.returncode == 1
        assert b"damaged or cut off" in done.stderr
        assert len(done.stderr.splitlines()) == 2


def test_compressed_files_are_the_same_each_time(rlve, tmp_path):
    for name in ("one.jsonl.gz", "two.jsonl.gz"):
        rlve("generate", "--env", "sudoku", "-n", "3", "-o", name)
    assert (tmp_path / "one.jsonl.gz").read_bytes() == (tmp_path / "two.jsonl.gz").read_bytes()
    assert gzip.decompress((tmp_path / "one.jsonl.gz").read_bytes()).count(b"\n") == 3


def test_a_stream_that_expands_without_end_takes_bounded_memory():
    """A gigabyte of zeros in a megabyte: one line that is too long, and nothing but that."""
    zeros = gzip.compress(b"0" * 2**20)
    source = io.BufferedReader(io.BytesIO(zeros * 200))
    complaints = Complaints()
    stream = streams._uncompressed(source)
    assert list(Records(None, stream, source, complaints)) == []
    assert complaints.count == 1


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["generate", "--env", "sudoku", "-o", "x.parquet.gz"], "compressed in itself"),
        (["generate", "--env", "sudoku", "--format", "jsonl", "-o", "x.parquet"], "--format jsonl is not"),
        (["generate", "--env", "sudoku", "--format", "chat", "-o", "x.parquet"], "--format chat is not"),
        (["verify", "-", "-o", "x.parquet.zst"], "compressed in itself"),
        (["verify", "-", "--env", "sudok"], "did you mean sudoku?"),
        (["inspect", "sudoku", "--env", "graphs"], "not with both"),
        (["inspect", "--families", "--check"], "--families"),
    ],
)
def test_what_does_not_go_together_is_one_sentence(rlve, tmp_path, arguments, hint):
    done = rlve(*arguments)
    assert done.returncode == 2
    assert hint in one_sentence(done.stderr)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("module", "name"), [("zstandard", "x.jsonl.zst"), ("pyarrow", "x.parquet")])
def test_a_package_that_is_missing_is_one_sentence(rlve, tmp_path, module, name):
    needs(name.rpartition(".")[2])
    write(answered(1), tmp_path / name)
    before = (tmp_path / name).read_bytes()
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / f"{module}.py").write_text("raise ImportError")
    from tests.rlve_cli.conftest import ROOT

    for arguments in (["generate", "--env", "sudoku", "-o", name], ["verify", name], ["inspect", name]):
        done = rlve(*arguments, PYTHONPATH=f"{tmp_path / 'none'}:{ROOT}")
        assert done.returncode == 2
        assert module in one_sentence(done.stderr)
        assert b"pip install" in done.stderr
    assert (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (None, Layout.LINES), ("-", Layout.LINES), ("a", Layout.LINES), ("a.b", Layout.LINES), ("a.jsonl", Layout.LINES),
        ("a.gz", Layout.LINES), ("a.json", Layout.LIST), ("a.JSON.gz", Layout.LIST), ("a.json.zst", Layout.LIST),
        ("a.parquet", Layout.TABLE), ("a.json.parquet", Layout.TABLE), ("a.json.d/b", Layout.LINES),
    ],
)  # fmt: skip
def test_names_say_how_records_stand(name, expected):
    assert layout(None if name is None else Path(name)) is expected


def test_a_list_is_json_also_when_it_is_empty(rlve, tmp_path):
    for count in ("0", "1", "3"):
        rlve("generate", "--env", "sudoku", "-n", count, "-o", "problems.json")
        assert len(json.loads((tmp_path / "problems.json").read_text())) == int(count)
    rlve("generate", "--env", "sudoku", "--format", "chat", "-o", "chat.json")
    assert json.loads((tmp_path / "chat.json").read_text())[0]["messages"]


def test_columns_hold_all_that_records_hold(tmp_path):
    """A column of values that go together keeps their kind; what does not becomes JSON text, and nothing is lost."""
    parquet = pytest.importorskip("pyarrow.parquet")
    records = [
        {"a": 1, "b": 1, "c": "x", "d": [1], "e": True, "f": ["x"], "g": None, "h": 1},
        {"a": 2, "b": 0.5, "c": None, "d": {"y": None}, "e": None, "f": [], "h": "1"},
        {"late": "\ud83d", "h": 2**70},
    ]
    with (tmp_path / "a.parquet").open("wb") as file:
        write_table(records, file)
    rows = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    none = dict.fromkeys("abcdefgh")
    assert rows == [
        {"a": 1, "b": 1.0, "c": "x", "d": "[1]", "e": True, "f": ["x"], "g": None, "h": "1", "late": None},
        {**none, "a": 2, "b": 0.5, "d": '{"y":null}', "f": [], "h": '"1"', "late": None},
        {**none, "h": str(2**70), "late": '"\\ud83d"'},
    ]


def test_results_and_records_are_told_apart(tmp_path):
    for name, text, expected in (
        ("a", '{"id": "e/0/0", "environment": "e"}', True),
        ("b", '[{"x": 1}]', True),
        ("c", '{\n "id": "e/0/0",\n "outcome": "wrong"}', True),
        ("d", '{"benchmarks": {"environment": 1}}', False),
        ("e", "not JSON", False),
        ("f", "", False),
    ):
        (tmp_path / f"{name}.json").write_text(text)
        assert holds_records(tmp_path / f"{name}.json") is expected


def test_a_selection_of_environments_is_judged_and_shown(rlve, tmp_path):
    write(answered(), tmp_path / "all.jsonl")
    for flag in ("--env", "--envs"):
        found = [json.loads(line)["id"] for line in rlve("verify", "all.jsonl", flag, "sequences").stdout.splitlines()]
        assert found == ["integer_sorting/1/0", "integer_sorting/1/0", "integer_sorting/1/1", "integer_sorting/1/1"]
        (shown,) = json.loads(rlve("inspect", "all.jsonl", flag, "logic,-boolean_*", "--json").stdout)
        assert shown["environment"] == "knights_and_knaves"
        assert rlve("inspect", flag, "integer_sorting").stdout.startswith(b"integer_sorting (sequences)")
        assert rlve("generate", flag, "sudoku").stdout.startswith(b'{"id":"sudoku')


def test_the_package_is_asked_for_by_its_extra(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    with pytest.raises(WrongUse, match=r"a \.zst file needs zstandard: pip install .*\[zstd\]"):
        streams.zstandard()
