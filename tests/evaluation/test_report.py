"""Tables of results and comparisons."""

import json
from pathlib import Path
from typing import Any

import pytest

from rlve.evaluation.errors import WrongSettings
from rlve.evaluation.report import compare, read_results, render
from rlve.evaluation.results import score
from rlve.evaluation.samples import Sample
from rlve.evaluation.work import Work


def benchmark(title: str, counts: list[int], samples: int = 4, data: str = "hash") -> dict[str, Any]:
    rows = {f"p{number}": count for number, count in enumerate(counts)}
    mean = sum(counts) / samples / len(counts)
    return {
        "title": title, "metric": f"avg@{samples}", "score": mean, "error": 0.01, "problems": len(counts), "samples": samples,
        "pass_at": {}, "truncated": 0.25, "without_answer": 0.0, "mean_tokens": 1234.5, "dataset": {"sha256": data},
        "counts": rows,
    }  # fmt: skip


def results(model: str, counts: dict[str, list[int]], **others: Any) -> dict[str, Any]:
    benchmarks = {name: benchmark(name.upper(), values) for name, values in counts.items()}
    mean = sum(one["score"] for one in benchmarks.values()) / len(benchmarks)
    return {
        "model": model, "benchmarks": benchmarks, "average": {"score": mean, "error": 0.01, "over": list(counts)},
        "missing": {}, "settings": {"temperature": 0.6}, **others,
    }  # fmt: skip


OLD = results("base", {"aime24": [0, 1, 2] * 10, "bbeh": [1, 2, 3, 2] * 5})
NEW = results("trained", {"aime24": [1, 2, 3] * 10, "bbeh": [2, 1, 3, 2] * 5})


def test_a_table_shows_scores_with_errors_and_what_was_not_run() -> None:
    shown = render({**NEW, "missing": {"omega500": "OMEGA-500 is not here"}})
    assert ["AIME24", "avg@4", "50.0", "+-", "1.0", "30", "25", "%", "1,234"] in [
        row.split() for row in shown.splitlines()
    ]
    assert "average of 2" in shown
    assert "Not run: OMEGA-500 is not here" in shown
    assert "difference" not in shown
    assert render(json.loads(json.dumps(NEW))) == render(NEW)


def test_a_score_without_scatter_has_an_interval_and_no_error() -> None:
    one = {**benchmark("Two", [0, 0]), "error": 0.0, "interval": [0.0, 0.8419], "seed_error": 0.0}
    row = next(line for line in render({"model": "m", "benchmarks": {"x": one}}).splitlines() if line.startswith("Two"))
    assert row.split()[2:6] == ["0.0", "0.0", "to", "84.2"]
    assert "+-" not in row


def test_small_sets_say_how_far_another_seed_moves_them() -> None:
    few = {**benchmark("Few", [1, 2, 3]), "interval": [0.2, 0.8], "seed_error": 0.123}
    once = {**benchmark("Once", [1, 0, 1], samples=1), "interval": [0.2, 0.8], "seed_error": None}
    shown = render({"model": "m", "benchmarks": {"a": few, "b": once}})
    assert "Note: Few: only 3 problems; another --seed moves the score by about 12.3" in shown
    assert "Note: Once: only 3 problems, one response each; --samples 4" in shown


def test_a_comparison_says_what_is_beyond_noise() -> None:
    lines = {line.split()[0]: line for line in render(NEW, OLD).splitlines() if line}
    assert "+25.0" in lines["AIME24"]
    assert lines["AIME24"].endswith("beyond noise")
    assert lines["BBEH"].endswith("within noise")
    assert "+12.5" in lines["average"]
    assert lines["average"].endswith("beyond noise")
    few = render(results("b", {"aime24": [4, 4]}), results("a", {"aime24": [0, 0]}))
    assert "too few problems to say" in few


def test_what_is_in_only_one_of_two_results_is_not_compared() -> None:
    lines = render(NEW, results("base", {"bbeh": [1, 2, 3, 2] * 5}))
    assert "not in the earlier results" in lines
    assert "average of 2" in lines
    assert next(line for line in lines.splitlines() if line.startswith("average")).count("noise") == 0


def test_pass_at_k_is_compared_at_the_same_k() -> None:
    old = {"benchmarks": {"livecodebench_v6": benchmark("L", [1] * 12, samples=2)}}
    difference = compare("livecodebench_v6", benchmark("L", [2] * 12, samples=16), old)
    assert difference is not None
    assert difference.value == pytest.approx(1 - 14 * 13 / (16 * 15) - 1.0)


def test_other_settings_and_data_are_a_caution() -> None:
    other = json.loads(json.dumps(OLD))
    other["settings"]["temperature"] = 1.0
    other["benchmarks"]["bbeh"]["dataset"]["sha256"] = "another"
    shown = render(NEW, other)
    assert "Caution: temperature is 0.6, before 1.0" in shown
    assert "Caution: BBEH was read from other data" in shown


def test_families_of_held_out_environments_are_listed() -> None:
    documents = [
        {"id": str(n), "prompt": str(n), "family": family} for n, family in enumerate(["games", "games", "grids"])
    ]
    rows = [
        Sample(document["id"], f"k{n}", time, "", None, n != 1, 1, False, document["family"])
        for n, document in enumerate(documents)
        for time in range(2)
    ]
    one = score(Work("heldout", None, documents, ["k0", "k1", "k2"], {}, 2), rows)
    assert one["families"]["games"] == {"score": 0.5, "error": 0.5, "problems": 2}
    assert one["families"]["grids"] == {"score": 1.0, "error": None, "problems": 1}
    assert "games" in render({"model": "m", "benchmarks": {"heldout": one}, "missing": {}})


def test_files_that_are_no_results_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(NEW))
    assert read_results(tmp_path) == read_results(tmp_path / "results.json") == NEW
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "broken.json").write_text("{")
    for name, said in (
        ("other.json", "holds no results"),
        ("broken.json", "cannot be read"),
        ("none.json", "there is no"),
    ):
        with pytest.raises(WrongSettings, match=said):
            read_results(tmp_path / name)


def test_damaged_results_are_one_sentence_whatever_is_missing(tmp_path: Path) -> None:
    """Every value of real results in turn left out, and replaced by something of another kind."""
    places = [("average",), *((name, key) for name in OLD["benchmarks"] for key in OLD["benchmarks"][name])]
    for place in places:
        for change in ("leave out", None, "text", 7, [1], {"a": 1}):
            damaged = json.loads(json.dumps(OLD))
            inner = damaged if len(place) == 1 else damaged["benchmarks"][place[0]]
            if change == "leave out":
                del inner[place[-1]]
            else:
                inner[place[-1]] = change
            (tmp_path / "results.json").write_text(json.dumps(damaged))
            try:
                assert render(read_results(tmp_path))
            except WrongSettings as error:
                assert "is damaged" in str(error)
