"""The page of a run: what it holds, that hostile text stays text, and that it opens without a network."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rlve.training import metrics
from rlve.training.config import as_yaml, resolve
from rlve.training.errors import SettingsError
from rlve.training.report.levels import courses
from rlve.training.report.page import page
from rlve.training.report.plots import MOST_POINTS, Plot, Series, thinned, ticks_between, written
from rlve.training.report.rollouts import LONGEST_TEXT, MOST_STEPS, cut, select
from rlve.training.report.run import read_run
from rlve.training.report.shell import embedded

HOSTILE = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\u2028\x00&amp;"


def step(number: int, **uppers: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "step": number,
        "reward/mean": -0.5 + number / 100,
        "accuracy/mean": number / 100,
        "groups/useful_share": 0.5,
        "response/tokens_mean": 100.0,
        "response/tokens_max": 400,
        "response/truncated_share": 0.0,
        "verify/timeouts": 0,
        "verify/errors": 0,
        "sampler/logprob_gap": 1e-4,
        "sampler/logprob_gap_p999": 0.0,
        "sampler/logprob_gap_max": 1e-2,
        "curriculum/upper_mean": 1.0,
    }
    for name, upper in uppers.items():
        found |= {f"curriculum/upper/{name}": upper, f"accuracy/{name}": 0.5, f"accuracy/{name}/{upper}": 0.5}
    return found


def group(environment: str = "sudoku", responses: int = 4, text: str = "x", **changes: Any) -> dict[str, Any]:
    return {
        "id": f"{environment}/2/7",
        "environment": environment,
        "difficulty": 2,
        "seed": 7,
        "prompt": "Solve this.",
        "instance": {"secret": 1},
        "responses": [text] * responses,
        "rewards": [1.0, *[-1.0] * (responses - 1)],
        "outcomes": ["correct", *["malformed"] * (responses - 1)],
        "reasons": ["", *["no answer"] * (responses - 1)],
        "tokens": [5] * responses,
        "finished": [True, *[False] * (responses - 1)],
    } | changes


def write_lines(path: Path, lines: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def write_run(
    folder: Path, lines: list[dict[str, Any]], rollouts: dict[int, list[dict[str, Any]]] | None = None
) -> Path:
    write_lines(folder / "metrics.jsonl", lines)
    for number, groups in (rollouts or {}).items():
        write_lines(folder / "rollouts" / f"step-{number:06d}.jsonl", groups)
    return folder


class Elements(HTMLParser):
    """The elements of a page, and the texts of its scripts by id."""

    def __init__(self, whole: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.inside = ""
        self.feed(whole)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        self.inside = dict(attributes).get("id") or tag

    def handle_data(self, data: str) -> None:
        self.texts[self.inside] = self.texts.get(self.inside, "") + data

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def embedded_rollouts(whole: str) -> list[dict[str, Any]]:
    found = json.loads(Elements(whole).texts["rollout-data"])
    assert isinstance(found, list)
    return found


def test_hostile_text_stays_text_wherever_it_stands(tmp_path: Path) -> None:
    run = write_run(
        tmp_path / "<img src=x onerror=alert(3)>",
        [step(1, **{HOSTILE: 1}), step(2, **{HOSTILE: 2})],
        {1: [group(HOSTILE, text=HOSTILE, prompt=HOSTILE, reasons=[HOSTILE] * 4, outcomes=[HOSTILE] * 4)]},
    )
    (run / "about.jsonl").write_text(json.dumps({"command": f"rlve '{HOSTILE}'", "versions": {HOSTILE: HOSTILE}}))
    (run / "settings.yaml").write_text(f"model: {json.dumps(HOSTILE)}\n")
    whole = page(run)
    found = Elements(whole)
    assert found.count("script") == 4
    assert found.count("img") == 0
    assert not any(name.startswith("on") for _, attributes in found.tags for name in attributes)
    (shown,) = embedded_rollouts(whole)
    assert shown["prompt"] == HOSTILE
    assert shown["rollouts"][0]["text"] == HOSTILE
    assert "\x00" not in whole
    assert "<!--" not in whole


def test_half_of_a_surrogate_pair_and_strange_numbers_can_be_written(tmp_path: Path) -> None:
    run = write_run(tmp_path, [step(1, sudoku=1) | {"update/loss": float("nan"), "policy/entropy": float("inf")}])
    (run / "rollouts").mkdir()
    record = json.dumps(group(text="half \ud83d", rewards=[float("nan"), 1.0, 0.5, 0.0]))
    (run / "rollouts" / "step-000001.jsonl").write_text(record + '\n{"responses": ["cut')
    whole = page(run)
    whole.encode("utf-8")
    (shown,) = embedded_rollouts(whole)
    assert [each["reward"] for each in shown["rollouts"]] == [None, 1.0, 0.5, 0.0]
    assert "NaN" not in Elements(whole).texts["rollout-data"]
    assert 'aria-label="Loss"' not in whole


def test_the_page_allows_its_own_script_and_asks_nothing_of_a_network(tmp_path: Path) -> None:
    from base64 import b64encode
    from hashlib import sha256

    whole = page(write_run(tmp_path, [step(1, sudoku=1)], {1: [group()]}))
    script = whole[whole.rindex("<script>") + len("<script>") : whole.rindex("</script>")]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in whole
    for _, attributes in Elements(whole).tags:
        assert not {"src", "srcset", "data"} & set(attributes)
        assert (attributes.get("href") or "#").startswith("#")
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest|innerHTML|eval\(", whole)


def asked_for(whole: str) -> tuple[set[str], set[str | None]]:
    """The ids that a page's script looks up, and those that the page has."""
    script = whole[whole.rindex("<script>") :]
    wanted = set(re.findall(r'(?:byId|parsed|fill)\("([^"]+)"', script))
    wanted |= {f"sample-{name}{end}" for name in re.findall(r'showText\("(\w+)"', script) for end in ("", "-title")}
    return wanted, {attributes.get("id") for _, attributes in Elements(whole).tags}


def assert_ids(whole: str) -> None:
    wanted, ids = asked_for(whole)
    assert len(wanted) > 10
    assert wanted <= ids


def test_every_element_that_the_script_asks_for_is_there(tmp_path: Path) -> None:
    whole = page(write_run(tmp_path, [step(1, sudoku=1)], {1: [group()]}))
    script = whole[whole.rindex("<script>") :]
    filters = script[script.index("const filters") : script.index("let chosen")]
    assert {f"by-{name}" for name in re.findall(r"^  (\w+):", filters, re.M)} <= asked_for(whole)[1]
    assert_ids(whole)


def test_the_page_of_150_environments_and_long_responses_is_small(tmp_path: Path) -> None:
    names = [f"environment_{number}" for number in range(150)]
    lines = [step(number, **dict.fromkeys(names, number // 40)) for number in range(1, 401)]
    long = [group(names[number], 16, HOSTILE * 100, id=f"{number}") for number in range(16)]
    whole = page(write_run(tmp_path, lines, dict.fromkeys(range(1, 41), long)))
    assert len(whole.encode()) < 4_000_000
    for name in names:
        assert whole.count(f'data-name="{name}"') == 1
    shown = embedded_rollouts(whole)
    assert len(shown) > 20
    assert {each["step"] for each in shown} >= {1, 40}


def test_every_plot_is_well_formed_and_within_its_box(tmp_path: Path) -> None:
    run = write_run(tmp_path, [step(number, sudoku=1) for number in range(300)])
    timing = {"time/problems": 0.1, "time/sampling": 1.0, "time/rollouts": 1.5, "time/update": 2.0, "time/step": 4.0}
    write_lines(run / "timings.jsonl", [{"step": number, **timing} for number in range(1, 300)])
    whole = page(run)
    plots = re.findall(r"<svg.*?</svg>", whole, re.S)
    assert len(plots) >= 8
    assert len(json.loads(Elements(whole).texts["plot-data"])) == len(plots)
    for plot in plots:
        tree = ElementTree.fromstring(plot)
        _, _, width, height = map(float, tree.attrib["viewBox"].split())
        for curve in [*tree.iter("polyline"), *tree.iter("polygon")]:
            for point in curve.attrib["points"].split():
                x, y = map(float, point.split(","))
                assert 0 <= x <= width
                assert 0 <= y <= height


def test_phases_add_up_to_the_step(tmp_path: Path) -> None:
    from rlve.training.report.page import times

    run = write_run(tmp_path, [step(1), step(2)])
    seconds = {"time/problems": 0.001, "time/sampling": 1.0, "time/rollouts": 1.5, "time/update": 2.0, "time/step": 4.0}
    write_lines(run / "timings.jsonl", [{"step": 1, **seconds}, {"step": 2, **seconds, "time/evaluation": 0.25}])
    found = {series.name: [value for _, value in series.points] for series in times(read_run(run))}
    assert list(found) == ["sampling", "grading", "update", "evaluation", "other"]  # problems took next to nothing
    assert found["sampling"] == [1.0, 1.0]
    assert found["grading"] == pytest.approx([0.499, 0.499])
    assert found["evaluation"] == [0, 0.25]
    assert [sum(values) for values in zip(*found.values())] == pytest.approx([4.0, 4.0])


@pytest.mark.parametrize("values", [[0.5], [0.0, 0.0], [-3.0], [1e-9, 2e-9], [1e12, 3e12], [-1.0, 1.0], [0.3] * 900])
@pytest.mark.parametrize("kind", ["number", "share", "log"])
def test_plots_of_odd_values(values: list[float], kind: str) -> None:
    plot = Plot("A", [Series("a", list(enumerate(values)))], kind)
    if kind == "log" and min(values) <= 0 and max(values) <= 0:
        assert plot.empty
        return
    numbers = re.findall(r'(?:y1|cy)="([^"]*)"', plot.svg())
    assert numbers
    assert all(-1 <= float(number) <= 191 for number in numbers)


def test_thinning_keeps_means_and_ends() -> None:
    points = [(number, float(number % 2)) for number in range(1, 1001)]
    found = thinned(points)
    assert len(found) == MOST_POINTS
    assert found[-1][0] == 1000
    assert sum(value for _, value in found) / len(found) == pytest.approx(0.5, abs=0.01)
    assert thinned(points[:5]) == points[:5]


def test_ticks_and_numbers_are_round() -> None:
    assert ticks_between(0, 1, 4) == [0, 0.25, 0.5, 0.75, 1]
    assert ticks_between(-0.5, 1.0, 4) == [-0.5, 0, 0.5, 1]
    assert [written(value, "number") for value in (0, 0.125, 3.21e-5, 1234.5, -0.04)] == [
        "0", "0.125", "3.2e-5", "1,234", "-0.04",
    ]  # fmt: skip
    assert written(0.456, "share") == "45.6%"


def measured(levels: dict[int, list[float]], upper: int, before: int = 0) -> list[dict[str, Any]]:
    """Steps at which an environment `a` was measured at its levels, after as many with a lower upper difficulty."""
    lines: list[dict[str, Any]] = [
        {"step": number, "curriculum/upper/a": upper - 1, "accuracy/a": 0.5, f"accuracy/a/{upper}": 0.5}
        for number in range(1, before + 1)
    ]
    longest = max(map(len, levels.values()))
    for place in range(longest):
        line: dict[str, Any] = {"step": before + place + 1, "curriculum/upper/a": upper}
        lines.append(line | {f"accuracy/a/{level}": got[place] for level, got in levels.items() if place < len(got)})
    return lines


@pytest.mark.parametrize(
    ("levels", "upper", "stuck", "exhausted"),
    [
        ({1: [1.0] * 5, 2: [1.0] * 5, 3: [0.0] * 5, 4: [0.0] * 5}, 4, True, False),
        ({3: [1.0] * 5, 4: [0.25, 0.0, 0.0, 0.0, 0.0]}, 4, False, False),  # sometimes solved: it teaches
        ({2: [0.5], 3: [1.0] * 5, 4: [0.0] * 5}, 4, False, False),
        ({0: [1.0] * 5, 4: [0.0] * 5}, 4, True, False),  # difficulty 0 has left the window
        ({0: [0.5] * 5, 4: [0.0] * 5}, 4, True, False),
        ({3: [1.0] * 5, 4: [0.0] * 2}, 4, False, False),  # too little is known
        ({3: [0.0] * 12, 4: [1.0] * 12}, 4, False, False),
        ({0: [0.0] * 5}, 0, True, False),
        ({3: [1.0] * 12, 4: [1.0] * 12}, 4, False, True),
        ({3: [1.0] * 5, 4: [1.0] * 5}, 4, False, False),  # not judged yet
    ],
)
def test_stuck_and_exhausted(
    levels: dict[int, list[float]], upper: int, stuck: bool, exhausted: bool, tmp_path: Path
) -> None:
    run = write_run(tmp_path, measured(levels, upper))
    (run / "settings.yaml").write_text("judge_after: 6\n")
    (course,) = courses(read_run(run))
    assert (course.stuck, course.exhausted) == (stuck, exhausted)
    assert ('<em class="stuck">' in page(run)) == stuck
    assert ("no harder difficulty to go to: a." in page(run)) == exhausted


def test_accuracies_from_before_the_upper_difficulty_rose_do_not_count(tmp_path: Path) -> None:
    (course,) = courses(read_run(write_run(tmp_path, measured({4: [0.0] * 5}, 4, before=20))))
    assert course.stuck
    assert [(span.first, span.last, span.upper) for span in course.spans] == [(1, 20, 3), (21, 25, 4)]


def test_the_window_of_a_static_curriculum_is_its_range(tmp_path: Path) -> None:
    run = write_run(tmp_path, [step(1, sudoku=20)])
    _, settings = resolve("tiny", None, {"curriculum": "static", "static_range": "0-20"})
    (run / "settings.yaml").write_text(as_yaml(settings))
    (course,) = courses(read_run(run))
    assert course.window == range(21)
    (run / "settings.yaml").write_text("window: 2\n")
    (course,) = courses(read_run(run))
    assert course.window == range(19, 21)


def test_settings_that_differ_from_those_of_the_preset(tmp_path: Path) -> None:
    run = write_run(tmp_path, [step(1)])
    _, settings = resolve("tiny", None, {"learning_rate": 3e-4, "envs": "sudoku"})
    (run / "settings.yaml").write_text(as_yaml(settings))
    assert read_run(run).preset() == "tiny"
    assert read_run(run).changed() == [
        ("envs", "sudoku", resolve("tiny", None, {})[1].envs),
        ("learning_rate", 3e-4, 2e-4),
    ]
    (run / "about.jsonl").write_text(json.dumps({"command": "rlve train", "preset": "paper"}) + "\n")
    assert read_run(run).preset() == "paper"
    (run / "about.jsonl").write_text(json.dumps({"preset": ["gone"]}) + "\n")
    assert read_run(run).preset() == "tiny"
    (run / "about.jsonl").write_text(json.dumps({"command": "rlve train", "preset": "paper"}) + "\n")
    assert ("model", "bundled", resolve("paper", None, {})[1].model) in read_run(run).changed()
    (run / "settings.yaml").write_text("- no: [settings")
    assert read_run(run).changed() == []
    assert "is not valid YAML" in read_run(run).complaint
    assert "is not valid YAML" in page(run)


def test_a_step_cut_short_by_a_kill_is_left_out(tmp_path: Path) -> None:
    run = write_run(tmp_path, [step(1), step(2)])
    with (run / "metrics.jsonl").open("a") as file:
        file.write('{"step": 3, "rew')
    assert read_run(run).step == 2
    assert read_run(run).damage == []


def test_no_line_after_a_damaged_one_is_lost_and_the_page_says_which_it_is(tmp_path: Path) -> None:
    run = write_run(tmp_path, [step(1), step(2), step(3), step(4)])
    lines = (run / "metrics.jsonl").read_bytes().splitlines()
    lines[1] = b"\0" * 40
    lines[2] = b'{"step": 3, "rew' + lines[2]
    (run / "metrics.jsonl").write_bytes(b"\n".join([*lines, b"[1]", b"\xff\xfe", b""]))
    record = read_run(run)
    assert [line["step"] for line in record.metrics] == [1, 4]
    assert record.damage == [f"{run / 'metrics.jsonl'}: lines 2, 3, 5 and 1 more cannot be read and are left out"]
    assert record.damage[0] in page(run)
    assert metrics.read(run / "metrics.jsonl") == record.metrics


def test_a_run_that_died_and_wrote_steps_twice_shows_each_once(tmp_path: Path) -> None:
    run = write_run(tmp_path, [step(1), step(3), step(2), step(3) | {"reward/mean": 0.75}])
    assert read_run(run).curve("reward/mean")[-1] == (3, 0.75)
    assert [number for number, _ in read_run(run).curve("reward/mean")] == [1, 2, 3]


def test_folders_without_a_run(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"no metrics\.jsonl"):
        page(tmp_path)
    (tmp_path / "metrics.jsonl").touch()
    with pytest.raises(SettingsError, match="not finished its first step"):
        page(tmp_path)


def test_of_many_steps_some_are_chosen_with_the_first_and_the_last(tmp_path: Path) -> None:
    run = write_run(tmp_path, [step(1)], {number: [group()] for number in range(1, 101)})
    found = select(run)
    steps = [each["step"] for each in found.groups]
    assert len(steps) == found.steps_shown == MOST_STEPS
    assert found.steps == 100
    assert (steps[0], steps[-1]) == (1, 100)
    assert max(after - before for before, after in zip(steps, steps[1:])) <= 5


def test_a_small_budget_shows_the_last_step_and_many_environments(tmp_path: Path) -> None:
    groups = [group("often"), group("often"), group("often"), group("seldom")]
    run = write_run(tmp_path, [step(1)], {1: groups, 2: groups})
    size = len(embedded(select(run).groups[0]))
    found = select(run, most_bytes=2 * size)
    assert [(each["step"], each["environment"]) for each in found.groups] == [(1, "seldom"), (2, "often")]


def test_of_a_group_of_long_responses_every_outcome_is_shown(tmp_path: Path) -> None:
    outcomes = ["malformed"] * 14 + ["correct", "wrong"]
    long = group(responses=16, text="y" * 50_000, outcomes=outcomes, rewards=[0.0] * 16)
    (found,) = select(write_run(tmp_path, [step(1)], {1: [long]})).groups
    assert found["size"] == 16
    assert {each["outcome"] for each in found["rollouts"]} == {"malformed", "correct", "wrong"}
    numbers = [each["number"] for each in found["rollouts"]]
    assert numbers == sorted(numbers)
    assert len(numbers) < 16
    assert all(len(each["text"]) < LONGEST_TEXT + 100 for each in found["rollouts"])


def test_a_long_text_keeps_its_start_and_its_end() -> None:
    text = "start" + "x" * 20_000 + "end"
    assert cut(text).startswith("start")
    assert cut(text).endswith("end")
    assert "[... 14,008 characters left out ...]" in cut(text)
    assert cut("x" * LONGEST_TEXT) == "x" * LONGEST_TEXT


def test_the_report_needs_no_torch(tmp_path: Path) -> None:
    run = write_run(tmp_path, [step(1, sudoku=1)], {1: [group()]})
    code = (
        "import sys; from pathlib import Path; from rlve.training.report.page import page; page(Path(sys.argv[1])); "
        "print(*({'torch', 'numpy', 'transformers'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(run)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout.strip() == ""
