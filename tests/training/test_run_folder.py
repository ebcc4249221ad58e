"""The folder of a run: taken by one run at a time, and changed only once a run begins."""

import fcntl
import json
import os
import re
from collections.abc import Callable
from datetime import datetime
from errno import ENOLCK
from pathlib import Path
from typing import Any

import pytest

from rlve.training import config, run_folder
from rlve.training.errors import RunError, SettingsError
from rlve.training.run_folder import Order, begin, claim, new_folder, share, take
from rlve_cli.application import run_command


def tiny(**values: Any) -> config.TrainSettings:
    return config.resolve("tiny", None, {"envs": "integer_sorting"} | values)[1]


def test_a_folder_is_one_runs_until_the_last_of_its_processes_is_gone(tmp_path: Path) -> None:
    first = claim(tmp_path)
    with pytest.raises(SettingsError, match=rf"^{tmp_path} is in use by another run \(process {os.getpid()} on .*\): "):
        claim(tmp_path)
    rank = share(tmp_path)
    first.close()
    with pytest.raises(SettingsError, match="is in use by another run"):
        claim(tmp_path)  # a rank that outlives its launcher still writes
    rank.close()
    claim(tmp_path).close()


def test_the_refused_one_does_not_claim_to_be_the_holder(tmp_path: Path) -> None:
    with claim(tmp_path):
        before = (tmp_path / "lock").read_bytes()
        with pytest.raises(SettingsError):
            claim(tmp_path)
        assert (tmp_path / "lock").read_bytes() == before


def test_a_lock_that_says_nothing_still_holds(tmp_path: Path) -> None:
    with claim(tmp_path):
        (tmp_path / "lock").write_bytes(b"\xff\x00 nonsense")
        with pytest.raises(SettingsError, match="is in use by another run: wait for it"):
            claim(tmp_path)


def test_a_disk_that_cannot_lock_is_refused_unless_the_user_answers_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> None:
        raise OSError(ENOLCK, os.strerror(ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refused)
    with pytest.raises(RunError, match=r"does not lock files \(No locks available\).* add --no-lock"):
        take(Order(tmp_path / "run", tiny()))
    assert take(Order(tmp_path / "run", tiny(), lock=False)) is None


def test_runs_that_start_in_the_same_second_get_different_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Standing(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Standing":
            return cls(2026, 1, 2, 3, 4, 5)

    monkeypatch.setattr(run_folder, "datetime", Standing)
    names = [new_folder(tmp_path / "runs").name for _ in range(3)]
    assert names == ["20260102-030405", "20260102-030405-2", "20260102-030405-3"]


def test_what_is_refused_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="did you mean sudoku"):
        take(Order(tmp_path / "run", tiny(envs="sudokuu")))
    assert not list(tmp_path.iterdir())


def test_an_order_travels_as_json(tmp_path: Path) -> None:
    order = Order(tmp_path, tiny(temperature=0.7), "tiny", resume=True, lock=False, command="rlve train 'a b'")
    assert Order.from_json(order.as_json()) == order


def test_beginning_writes_the_settings_and_the_origin_of_the_numbers(tmp_path: Path) -> None:
    (tmp_path / "stop").touch()
    order = Order(tmp_path, tiny(), "tiny", command="rlve train --preset tiny")
    begin(order)
    begin(order)
    assert config.settings_of_run(tmp_path) == order.settings
    assert not (tmp_path / "stop").exists()  # the last run's
    told = [json.loads(line) for line in (tmp_path / "about.jsonl").read_text().splitlines()]
    assert [(line["preset"], line["command"]) for line in told] == 2 * [("tiny", "rlve train --preset tiny")]


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """The folder of a run that has begun, as far as refusals look at it."""
    run = tmp_path / "run"
    run.mkdir()
    begin(Order(run, tiny(), "tiny"))
    return run


FIXED = {
    "--zero-stage": "1",
    "--lora-rank": "4",
    "--curriculum": "static",
    "--window": "1",
    "--group-size": "16",
    "--temperature": "0.5",
    "--reward": "binary",
    "--envs": "sudoku",
    "--eval-envs": "heldout",
    "--seed": "1",
    "--model": "some/other",
    "--learning-rate": "inf",
    "--keep": "0",
}


@pytest.mark.parametrize("name", FIXED)
def test_a_refused_resume_changes_nothing(name: str, begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in begun.iterdir()}
    assert run_command(["train", "--run", str(begun), "--resume", "--steps", "5000", name, FIXED[name]]) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert errors.startswith("rlve train: ")
    assert len(errors.splitlines()) == 1
    assert name in errors
    assert {path: path.read_bytes() for path in begun.iterdir()} == before


def test_what_may_change_on_resume_and_what_only_with_a_fresh_optimizer(begun: Path) -> None:
    assert config.resumed(begun, {"steps": "7", "temperature": "1", "seed": None}).steps == 7
    with pytest.raises(SettingsError, match=r"--zero-stage is fixed once a run has begun, at 0: .* --fresh-optimizer"):
        config.resumed(begun, {"zero_stage": "2"})
    assert config.resumed(begun, {"zero_stage": "2"}, fresh_optimizer=True).zero_stage == 2
    with pytest.raises(SettingsError, match=r"--group-size is fixed .* start a new run"):
        config.resumed(begun, {"group_size": "4"}, fresh_optimizer=True)


def test_the_table_of_what_may_change_names_settings_once_and_is_in_the_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    named = [name for _, names in config.resume_table() for name in names]
    assert len(set(named)) == len(named)
    assert set(named) < set(config.field_help())
    assert run_command(["train", "--help"]) == 0
    text = capsys.readouterr().out
    head = text[: text.index("Options:")]
    assert all(config.flag(name) in head for name in named)
    assert "--temperature" not in head
    assert "Everything else is fixed" in head


def changed(text: str) -> Callable[[str], str]:
    return lambda settings: settings + text


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (
            changed("sharpness: 3\nspeed: 1\n"),
            "names settings that this version of rlve does not have: sharpness, speed",
        ),
        (changed("steps: 3\n"), "sets steps twice"),
        (lambda text: text.replace("steps: 200", "steps: many"), "--steps must be a whole number, not 'many'"),
        (lambda text: text.replace("steps: 200", "steps: [" + "[" * 3000), "is not valid YAML"),
        (lambda text: "17", "must hold lines of the form"),
    ],
)
def test_settings_of_another_version_or_damaged_ones_are_told_in_one_sentence(
    damage: Callable[[str], str], sentence: str, begun: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = begun / "settings.yaml"
    file.write_text(damage(file.read_text()))
    assert run_command(["train", "--run", str(begun), "--resume"]) == 2
    errors = capsys.readouterr().err
    assert sentence in errors
    assert str(file) in errors
    assert len(errors.splitlines()) == 1


def test_settings_of_an_older_version_take_the_defaults_of_what_it_did_not_know(begun: Path) -> None:
    file = begun / "settings.yaml"
    file.write_text("".join(line + "\n" for line in file.read_text().splitlines() if not line.startswith("keep:")))
    assert config.settings_of_run(begun) == tiny()


def test_the_documents_say_what_may_change() -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "training.md").read_text(encoding="utf-8")
    table = text[text.index("| | settings |") : text.index("| fixed |")]
    named = re.findall(r"`(--[a-z0-9-]+)`", table)
    rows = [names for _, names in config.resume_table()]
    expected = [config.flag(name) for names in rows for name in names]
    assert sorted([*named]) == sorted([*expected, "--fresh-optimizer"])
