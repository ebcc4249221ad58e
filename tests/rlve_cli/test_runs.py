"""`rlve inspect RUN`: in a pipe, on a narrow terminal, and as a page."""

import json
import os
import pty
import re
import shutil
import subprocess

import pytest

from rlve.evaluation.samples import Sample, append
from rlve.training.config import as_yaml, resolve
from rlve_cli import pages
from rlve_cli.runs import BLOCKS, Bars
from tests.rlve_cli.conftest import RLVE, one_sentence

LONG = "repeated_array_longest_nondecreasing_subsequence"


@pytest.fixture
def run(tmp_path):
    """A folder with a run of 60 steps on two environments, one of which is stuck."""
    folder = tmp_path / "run"
    (folder / "rollouts").mkdir(parents=True)
    steps = []
    for step in range(1, 61):
        upper = (step - 1) // 15
        steps.append(
            {"step": step, "reward/mean": step / 60, "groups/useful_share": 0.5, "sampler/logprob_gap": 2e-7,
             "response/tokens_mean": 100.0 * step, "curriculum/upper/sudoku": upper, f"curriculum/upper/{LONG}": 0,
             "accuracy/sudoku": 0.5, f"accuracy/sudoku/{upper}": 0.5, f"accuracy/{LONG}": 0.0, f"accuracy/{LONG}/0": 0.0}
        )  # fmt: skip
    (folder / "metrics.jsonl").write_text("".join(json.dumps(step) + "\n" for step in steps))
    _, settings = resolve("tiny", None, {"steps": 100, "learning_rate": 3e-4, "envs": f"sudoku,{LONG}"})
    (folder / "settings.yaml").write_text(as_yaml(settings))
    rollout = {"id": "sudoku/0/1", "environment": "sudoku", "difficulty": 0, "prompt": "p", "responses": ["</script>"],
               "rewards": [-1.0], "outcomes": ["malformed"], "reasons": ["no answer"]}  # fmt: skip
    (folder / "rollouts" / "step-000060.jsonl").write_text(json.dumps(rollout) + "\n")
    return folder


def test_a_run_in_a_pipe(rlve, run):
    done = rlve("inspect", "run", PYTHONIOENCODING="utf-8", COLUMNS="100")
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.decode()
    assert shown.startswith("run: 60 steps of 100\n")
    assert "\x1b" not in shown
    assert "settings other than those of the preset tiny:" in shown
    assert "  learning_rate: 0.0003 (not 0.0002)" in shown
    assert "  steps: 100 (not 200)" in shown
    assert "group_size" not in shown
    rows = {line.split("  ")[0]: line.split() for line in shown.splitlines() if line}
    assert rows["reward"][1:3] == ["0.017", "1.000"]
    assert rows["log-prob. gap"][2:4] == ["2e-7", "2e-7"]
    assert rows["tokens a response"][3:5] == ["100", "6,000"]
    assert rows["sudoku"][1:4] == ["0", "3", "0.50"]
    assert (rows["sudoku"][4][0], rows["sudoku"][4][-1]) == ("▁", "█")
    assert rows[LONG][1:4] == ["0", "0", "0.00"]
    assert re.search(rf"^stuck \(.*\): *\n? *{LONG}$", shown, re.M)


@pytest.mark.parametrize("columns", [60, 80])
def test_a_narrow_terminal_is_not_overflown(run, environment, columns):
    """A row that is wider than the terminal would be broken by it in two."""
    main, terminal = pty.openpty()
    with subprocess.Popen(
        [*RLVE, "inspect", "run"], stdout=terminal, stderr=terminal, stdin=terminal, cwd=run.parent,
        env=environment | {"COLUMNS": str(columns), "TERM": "xterm", "PYTHONIOENCODING": "utf-8"},
    ) as process:  # fmt: skip
        os.close(terminal)
        chunks = []
        try:
            while chunk := os.read(main, 65536):
                chunks.append(chunk)
        except OSError:  # the other end is closed
            pass
    os.close(main)
    assert process.returncode == 0
    shown = re.sub(r"\x1b\[[0-9;]*m", "", b"".join(chunks).decode())
    lines = shown.splitlines()
    assert len(lines) > 15
    assert [line for line in lines if len(line) > columns] == []
    assert sum("██" in line or "▁▁" in line for line in lines) >= 5
    assert any(line.startswith("repeated") and line.count("..") == 1 for line in lines)


def test_a_stream_without_blocks_gets_letters(rlve, run):
    done = rlve("inspect", "run", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    line = next(line for line in done.stdout.decode("ascii").splitlines() if line.startswith("reward"))
    assert line.split()[3].startswith(".")
    assert line.endswith("@")


def test_other_columns_leave_room_for_bars():
    values = [float(number) for number in range(100)]
    assert len(Bars(BLOCKS, 60, 2).drawn(values, 20, 8)) == 60 - 20 - 8 - 4
    assert len(Bars(BLOCKS, 200, 2).drawn(values, 20, 8)) == 40
    assert len(Bars(BLOCKS, 10, 2).drawn(values, 20, 8)) == 8
    assert Bars(BLOCKS, 60, 2).drawn([1.0, 2.0, 3.0]) == "▁▅█"
    assert Bars(BLOCKS, 60, 2).drawn([2.0, 2.0]) == "▁▁"
    assert Bars(BLOCKS, 60, 2).drawn([2.0, 2.0], ends=(0, 4)) == "▅▅"
    assert Bars(BLOCKS, 60, 2).drawn([0.0], ends=(0, 0)) == "▁"


def test_a_run_without_settings_is_shown(rlve, run):
    (run / "settings.yaml").unlink()
    shown = rlve("inspect", "run").stdout.decode()
    assert "settings: there is no settings.yaml" in shown
    assert "reward" in shown


def test_the_page_is_written_whole(rlve, run):
    done = rlve("inspect", "run", "--html", "report.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    page = (run.parent / "report.html").read_bytes()
    assert page.startswith(b"<!doctype html>")
    assert page.endswith(b"</html>\n")
    assert b"step 60 of 100" in page
    assert sorted(path.name for path in run.parent.iterdir()) == ["report.html", "run"]
    assert rlve("inspect", "run", "--html", "-").stdout == page


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["sudoku", "--html", "a.html"], "takes the folder of a run, results of rlve eval, or verdicts"),
        (["run", "elsewhere", "--html", "a.html"], "there is no folder elsewhere"),
        (["run", "run", "--html", "a.html"], "the same run is named twice"),
        (["run", "run"], "go with --html FILE"),
        (["run", "--watch"], "go with --html FILE"),
        (["run", "--watch", "--html", "-"], "--watch needs a file"),
        (["results.json", "run", "--html", "a.html"], "for folders of runs"),
        (["run/rollouts", "--html", "a.html"], "holds no run"),
        (["run", "--html", "a.html", "--json"], "neither --json nor --check"),
        (["run", "--html", "run"], "is a folder"),
        (["run", "--html", "nowhere/a.html"], "cannot write"),
    ],
)
def test_a_page_asked_for_wrongly(rlve, run, arguments, hint):
    (run.parent / "results.json").write_text("{}")
    done = rlve("inspect", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert hint in one_sentence(done.stderr)
    assert not (run.parent / "a.html").exists()


def test_a_closed_pipe_ends_quietly(shell, run):
    done = shell("rlve inspect run --html - | head -1")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"<!doctype html>\n", b"")


def test_two_runs_on_one_page(rlve, run):
    shutil.copytree(run, run.parent / "other")
    done = rlve("inspect", "run", "other", "--html", "both.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert b"<h1>run and other</h1>" in (run.parent / "both.html").read_bytes()


def test_a_watched_page_is_written_again_until_the_run_is_finished(run, monkeypatch, capsys):
    lines = (run / "metrics.jsonl").read_text().splitlines()
    page = run.parent / "page.html"
    seen = []

    def goes_on(_):
        seen.append(page.read_text())
        with (run / "metrics.jsonl").open("a") as file:
            file.write(lines[-1].replace('"step": 60', f'"step": {60 + 20 * len(seen)}') + "\n")

    monkeypatch.setattr(pages.time, "sleep", goes_on)
    pages.write([run], page, watch=True)
    assert [re.search(r"step (\d+) of 100", shown)[1] for shown in seen] == ["60", "80"]
    assert all(f'data-seconds="{pages.SECONDS}"' in shown for shown in seen)
    assert "step 100 of 100" in page.read_text()
    assert 'data-seconds=""' in page.read_text()
    assert "Ctrl-C ends that" in capsys.readouterr().err


VERDICTS = [
    {"id": "sudoku/2/1", "environment": "sudoku", "difficulty": 2, "prompt": "P", "response": "So <answer>7</answer>",
     "reward": 0.0, "outcome": "wrong", "reason": ""},
    {"id": "sudoku/2/2", "reward": None, "outcome": "error", "reason": "broken"},
    {"id": "knapsack/0/5", "environment": "knapsack", "responses": ["a", "b"], "outcomes": ["correct", "malformed"],
     "rewards": [1.0, -1.0], "reasons": ["", "no answer"], "tokens": [1, 2], "finished": [True, False]},
]  # fmt: skip


def page_data(whole, name):
    return json.loads(re.search(rf'id="{name}">(.*?)</script>', whole)[1])


def test_a_page_of_verdicts(rlve, tmp_path):
    (tmp_path / "verdicts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in VERDICTS))
    done = rlve("inspect", "verdicts.jsonl", "--html", "page.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    whole = (tmp_path / "page.html").read_text()
    table = page_data(whole, "sample-data")
    assert table["id"] == ["sudoku/2/1", "sudoku/2/2", "knapsack/0/5 #1", "knapsack/0/5 #2"]
    assert table["reward"] == [0.0, None, 1.0, -1.0]
    assert table["answer"] == ["7", None, None, None]
    assert table["difficulty"] == [2, 2, 0, 0]
    assert table["cut"] == [False, False, False, True]
    texts = page_data(whole, "piece-0")
    assert texts["response"] == ["So <answer>7</answer>", None, "a", "b"]
    assert "<td>sudoku</td><td>2</td><td>0.0%</td><td>0.000</td>" in whole  # the error is in no average
    assert "<td>all</td><td>4</td><td>33.3%</td><td>0.000</td>" in whole


def test_a_page_of_bare_verdicts_says_how_to_keep_responses(rlve, tmp_path):
    (tmp_path / "verdicts.jsonl").write_text(json.dumps(VERDICTS[1]) + "\nnonsense\n")
    done = rlve("inspect", "verdicts.jsonl", "--html", "page.html")
    assert done.returncode == 1
    assert b"1 lines of verdicts.jsonl are no verdicts" in done.stderr
    assert "rlve verify --merge keeps prompts and responses" in (tmp_path / "page.html").read_text()
    (tmp_path / "empty.jsonl").write_text('{"id": "sudoku/1/1", "environment": "sudoku", "prompt": "P"}\n')
    done = rlve("inspect", "empty.jsonl", "--html", "none.html")
    assert done.returncode == 2
    assert b"holds no verdicts" in done.stderr
    assert not (tmp_path / "none.html").exists()


def test_a_page_of_an_evaluation(rlve, tmp_path):
    folder = tmp_path / "results"
    one = {"title": "AIME 2024", "metric": "avg@2", "score": 0.5, "error": 0.1, "problems": 1, "samples": 2,
           "truncated": 0.5, "without_answer": 0.5, "mean_tokens": 7.0}  # fmt: skip
    (folder / "aime24").mkdir(parents=True)
    results = {"model": "some/model", "date": "2026-01-01", "settings": {"seed": 0}, "benchmarks": {"aime24": one},
               "missing": {"bbeh": "BBEH is not here"}}  # fmt: skip
    (folder / "results.json").write_text(json.dumps(results))
    samples = [Sample("p1", "hash", 0, "It is \\boxed{3}", "3", True, 5, False),
               Sample("p1", "hash", 1, "</script>", None, False, 9, True)]  # fmt: skip
    append(folder / "aime24" / "samples.jsonl", samples)
    for target in ("results", "results/results.json"):
        done = rlve("inspect", target, "--html", "page.html")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        whole = (tmp_path / "page.html").read_text()
        table = page_data(whole, "sample-data")
        assert table["id"] == ["p1 #1", "p1 #2"]
        assert [table["outcomes"][place] for place in table["outcome"]] == ["correct", "no answer"]
        assert table["answer"] == ["3", None]
        assert "50.0 +- 10.0" in whole
        assert "Not run: BBEH is not here" in whole
        assert page_data(whole, "piece-0")["response"][1] == "</script>"


def test_damaged_lines_are_told(rlve, run):
    with (run / "metrics.jsonl").open("a") as file:
        file.write("{broken}\n")
    shown = rlve("inspect", "run").stdout.decode()
    assert "run/metrics.jsonl: line 61 cannot be read and is left out" in shown
