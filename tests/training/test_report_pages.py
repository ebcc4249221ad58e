"""Pages of several runs, of many environments, and of graded responses."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rlve.envs import registry
from rlve.training.config import as_yaml, resolve
from rlve.training.errors import SettingsError
from rlve.training.report import environments, samples
from rlve.training.report.comparison import comparison
from rlve.training.report.page import page
from rlve.training.report.run import read_run
from rlve.training.report.samples import Item, samples_page
from tests.training.test_report import HOSTILE, Elements, assert_ids, step, write_run


def begun(folder: Path, steps: int, names: list[str], **changes: Any) -> Path:
    run = write_run(folder, [step(number, **dict.fromkeys(names, number // 2)) for number in range(1, steps + 1)])
    _, settings = resolve("tiny", None, {"steps": steps, **changes})
    (run / "settings.yaml").write_text(as_yaml(settings))
    return run


def data(whole: str, name: str) -> Any:
    return json.loads(Elements(whole).texts[name])


def test_two_runs_have_their_curves_over_each_other(tmp_path: Path) -> None:
    runs = [begun(tmp_path / "slow", 6, ["sudoku"]), begun(tmp_path / "fast", 4, ["sudoku"], learning_rate=3e-4)]
    whole = comparison(runs)
    assert_ids(whole)
    plots = data(whole, "plot-data")
    reward = plots[0]
    assert [one["name"] for one in reward["series"]] == ["slow", "fast"]
    assert [one["steps"] for one in reward["series"]] == [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4]]
    assert reward["steps"] == [1, 2, 3, 4, 5, 6]
    assert len(reward["places"]) == 6
    (figure,) = re.findall(r'<figure class="card" data-plot="0">.*?</figure>', whole, re.S)
    assert 'curve s1"' in figure
    assert 'curve s2"' in figure
    row = whole[whole.index('data-name="sudoku"') :]
    assert 'data-run="0"' in row
    assert 'data-run="1"' in row
    settings = whole[whole.index("Settings that differ") :]
    assert "<tr><td>learning_rate</td><td>0.0002</td><td>0.0003</td></tr>" in settings
    assert "<tr><td>steps</td><td>6</td><td>4</td></tr>" in settings
    assert "group_size" not in settings


def test_a_curve_keeps_its_runs_colour_where_another_run_has_none(tmp_path: Path) -> None:
    runs = [begun(tmp_path / "one", 3, ["sudoku"]), begun(tmp_path / "two", 3, ["sudoku"])]
    lines = [step(number, sudoku=1) | {"heldout/accuracy": 0.5} for number in (1, 2, 3)]
    write_run(runs[1], lines)
    whole = comparison(runs)
    (figure,) = re.findall(r'<figure class="card"[^>]*><figcaption><b>Held-out accuracy.*?</figure>', whole, re.S)
    assert 'curve s2"' in figure
    assert 'curve s1"' not in figure


def test_runs_that_cannot_share_a_page(tmp_path: Path) -> None:
    runs = [begun(tmp_path / f"run{number}", 1, ["sudoku"]) for number in range(9)]
    with pytest.raises(SettingsError, match="at most 8 runs"):
        comparison(runs)
    with pytest.raises(SettingsError, match="named twice"):
        comparison([runs[0], tmp_path / "run1" / ".." / "run0"])
    with pytest.raises(SettingsError, match="holds no run"):
        comparison([runs[0], tmp_path])
    begun(tmp_path / "other" / "run0", 1, ["sudoku"])
    assert str(tmp_path / "other" / "run0") in comparison([runs[0], tmp_path / "other" / "run0"])


def test_hostile_names_stay_text_beside_each_other(tmp_path: Path) -> None:
    runs = [begun(tmp_path / f"<img src=x>{number}", 2, [HOSTILE]) for number in (1, 2)]
    found = Elements(comparison(runs))
    assert found.count("img") == 0
    assert found.count("script") == 3


def test_measurements_are_averages_over_stretches_of_steps(tmp_path: Path) -> None:
    lines = [step(number, sudoku=1) | {"accuracy/sudoku/1": number / 100} for number in range(1, 81)]
    for line in lines:
        line["reward/sudoku"] = -0.5
    lines[2] |= {"accuracy/a/b/0": 0.5, "curriculum/upper/a/b": 0}
    lines[-1] |= {"curriculum/upper/a/b": 0}
    del lines[78]["accuracy/sudoku/1"], lines[79]["accuracy/sudoku/1"]
    found = environments.measurements(read_run(write_run(tmp_path, lines)))
    assert len(found["bins"]) == environments.MOST_BINS
    assert (found["bins"][0], found["bins"][-1]) == ([1, 2], [79, 80])
    levels = found["environments"]["sudoku"]["1"]["accuracy"]
    assert levels[:2] == [2, 4]  # percent, of 1 and 2, and of 3 and 4: halves go to the even one
    assert levels[-1] is None
    assert set(found["environments"]["sudoku"][""]["reward"]) == {-50}
    assert found["environments"]["a/b"]["0"]["accuracy"][1] == 50


def test_four_hundred_environments_stand_by_family(tmp_path: Path) -> None:
    ours = list(registry.environments())[:60]
    names = [*ours, *(f"environment_{number}" for number in range(400 - len(ours)))]
    whole = page(write_run(tmp_path, [step(number, **dict.fromkeys(names, 1)) for number in range(1, 30)]))
    assert len(whole.encode()) < 3_000_000
    for name in names:
        assert whole.count(f'data-name="{name}"') == 1
    families = re.findall(r'<details class="family"><summary>(\w+) <small>(\d+) environment', whole)
    assert len(families) > 1
    assert families[-1] == ("other", str(400 - len(ours)))
    assert sum(int(count) for _, count in families) == 400
    assert_ids(whole)


def test_few_environments_stand_alone(tmp_path: Path) -> None:
    assert 'class="family"' not in page(write_run(tmp_path, [step(1, sudoku=1, subset_sum=2)]))


def test_a_page_loads_itself_again_only_while_its_run_goes_on(tmp_path: Path) -> None:
    run = begun(tmp_path / "run", 4, ["sudoku"])
    assert 'data-seconds=""' in page(run, refresh=10)
    _, settings = resolve("tiny", None, {"steps": 5})
    (run / "settings.yaml").write_text(as_yaml(settings))
    assert 'data-seconds="10"' in page(run, refresh=10)
    assert 'data-seconds="0"' in page(run)


def items(count: int, length: int = 10) -> list[Item]:
    return [
        Item("sudoku", f"sudoku/1/{number}", "wrong", 0.0, answer="7", prompt="Solve.", response="x" * length)
        for number in range(count)
    ]


def test_responses_travel_in_pieces_within_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "MOST_BYTES", 500_000)
    whole = samples_page("verdicts", "", [], items(1050, 5_000))
    assert_ids(whole)
    shown = data(whole, "sample-data")
    assert len(shown["id"]) == 1050
    pieces = [data(whole, f"piece-{number}") for number in range(11)]
    assert [len(piece["response"]) for piece in pieces] == [100] * 10 + [50]
    assert pieces[3]["prompts"] == ["Solve."]
    assert len(whole) < 900_000
    assert "characters are shown without their middle" in whole


def test_more_responses_than_a_page_holds_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "MOST_ITEMS", 10)
    whole = samples_page("verdicts", "", [], items(13))
    assert len(data(whole, "sample-data")["id"]) == 10
    assert "The first 10 responses are shown; 3 more are left out." in whole


def test_hostile_responses_stay_text() -> None:
    bad = Item(HOSTILE, HOSTILE, HOSTILE, None, HOSTILE, HOSTILE, HOSTILE, HOSTILE + "\ud83d")
    whole = samples_page(HOSTILE, HOSTILE, [], [bad])
    whole.encode()
    found = Elements(whole)
    assert found.count("script") == 3
    assert found.count("img") == 0
    assert data(whole, "piece-0")["response"] == [HOSTILE + "?"]
    assert data(whole, "sample-data")["outcomes"] == [HOSTILE]


def test_responses_to_one_problem_share_its_prompt() -> None:
    whole = samples_page("", "", [], [Item("a", str(number), "wrong", prompt="p") for number in range(3)])
    assert data(whole, "piece-0")["prompts"] == ["p"]
    assert data(whole, "piece-0")["prompt"] == [0, 0, 0]
    assert data(whole, "piece-0")["response"] == [None] * 3
