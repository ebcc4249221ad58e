"""What a run shows: lines in pipes, a table on a terminal, and an estimate of memory before it starts."""

import io
import json
import re
from collections import deque
from pathlib import Path

import pytest
from rich.console import Console

from rlve.training import display
from rlve.training.config import TrainSettings, resolve
from rlve.training.curriculum import PaperCurriculum, Progress
from rlve.training.memory import estimate, report, shape_of

METRICS = {"reward/mean": 0.25, "accuracy/mean": 0.5, "groups/useful_share": 0.4, "curriculum/upper_mean": 1.5}


def test_a_step_is_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    screen = display.choose()
    assert isinstance(screen, display.Lines)  # captured stderr is no terminal
    screen.show(3, 10, METRICS, {"time/step": 1.25, "tokens_per_second/sampling": 900.0}, PaperCurriculum({}))
    out, errors = capfd.readouterr()
    assert out == ""
    assert errors == "step 3/10  reward 0.250  accuracy 0.500  useful 40%  difficulty 1.50  900 tokens/s  1.2 s\n"


NAME = "repeated_array_longest_nondecreasing_subsequence_{:02}"


def shown_table(width: int, height: int, environments: int, drawn: int, steps: int = 3) -> str:
    """The table after some steps of two seconds, of which each drew the same environments."""
    time = iter(range(10_000))
    screen = Console(file=io.StringIO(), force_terminal=True, width=width, height=height)
    table = display.LiveTable(screen, now=lambda: float(next(time)))
    table.live.auto_refresh = False
    progress = {NAME.format(number): Progress(number) for number in range(environments)}
    metrics = METRICS | {"response/tokens_mean": 1234.5, "response/truncated_share": 0.25, "sampler/logprob_gap": 1e-7}
    for number in range(environments - drawn, environments):
        metrics |= {f"accuracy/{NAME.format(number)}": 0.75, f"reward/{NAME.format(number)}": -0.25}
    timings = {"time/step": 95.0, "tokens_per_second/sampling": 123456.7}
    for step in range(1, steps + 1):
        table.show(step, 1000, metrics, timings, PaperCurriculum(progress))
    table.close()
    text = io.StringIO()
    still = Console(file=text, width=width, height=height)
    still.print(table.drawn(width, height))
    return text.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_what_matters_is_whole_on_every_terminal(width: int) -> None:
    shown = shown_table(width, 24, environments=400, drawn=20)
    lines = shown.splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= width
    assert re.match(r"step 3 of 1000  95\.0 s a step  elapsed 0:\d\d  left 26:\d\d:\d\d$", lines[0])
    assert lines[1].startswith("reward    0.250  ")
    assert lines[2].startswith("accuracy  0.500  ")
    for fact in ("useful 40%", "difficulty 1.50", "tokens 1234", "cut 25%", "gap 1.0e-07", "123,457 tokens/s"):
        assert any(fact in line for line in lines)
    rows = [line.split() for line in lines if line.startswith("repeated")]
    assert [row[1:] for row in rows[:2]] == [["396-399", "0.75", "-0.25"], ["395-398", "0.75", "-0.25"]]
    assert len(rows) == 24 - display.HEAD_ROWS
    assert lines[-1].startswith("and 5 more, 380 not drawn yet")


def test_environments_that_were_not_drawn_take_no_rows() -> None:
    shown = shown_table(80, 60, environments=8, drawn=2)
    assert sum(line.startswith("repeated") for line in shown.splitlines()) == 2
    assert "6 not drawn yet" in shown
    assert "more" not in shown


def test_a_low_terminal_shows_some_environments() -> None:
    shown = shown_table(80, 5, environments=8, drawn=8)
    assert sum(line.startswith("repeated") for line in shown.splitlines()) == display.LEAST_ROWS
    assert "and 5 more" in shown


def test_notes_stand_above_the_table() -> None:
    text = io.StringIO()
    table = display.LiveTable(Console(file=text, force_terminal=True, width=100))
    table.note("Saved [it]")
    table.close()
    assert "Saved [it]" in text.getvalue()
    assert "starting  elapsed 0:00" in text.getvalue()


def test_durations_are_clocks() -> None:
    assert [display.written(seconds) for seconds in (0.4, 7, 59.6, 750, 11_100)] == [
        "0:00", "0:07", "1:00", "12:30", "3:05:00",
    ]  # fmt: skip


def test_a_run_that_ends_says_what_to_do_with_it() -> None:
    assert "rlve train --run runs/a --resume" in display.ending("runs/a", 0, 5, 9)
    assert "stopped at step 5 of 9" in display.ending("runs/a", 0, 5, 9)
    finished = display.ending("runs/a", 5, 9, 9)
    for command in ("rlve inspect runs/a ", "rlve inspect runs/a --html report.html", "rlve eval runs/a"):
        assert command in finished
    assert "finished already, at step 9 of 9" in display.ending("runs/a", 9, 9, 9)
    assert "--resume --steps 109" in display.ending("runs/a", 9, 9, 9)
    assert "rlve eval 'my runs/a' " in display.ending("my runs/a", 0, 9, 9)


def test_sparklines() -> None:
    assert display.sparkline(deque([0.0, 1.0, 0.5])) == display.BLOCKS[0] + display.BLOCKS[7] + display.BLOCKS[4]
    assert display.sparkline(deque([2.0, 2.0])) == display.BLOCKS[0] * 2
    assert display.sparkline(deque()) == ""


def test_the_shape_of_a_local_model_is_exact(model: str) -> None:
    from transformers import AutoModelForCausalLM

    shape = shape_of(model)
    assert shape is not None
    lm = AutoModelForCausalLM.from_pretrained(model)
    matrices = sum(parameter.numel() for parameter in lm.parameters() if parameter.ndim > 1)
    assert shape.parameters == matrices


def test_the_estimate_follows_the_settings(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(
        json.dumps(
            {
                "hidden_size": 1536,
                "num_hidden_layers": 28,
                "intermediate_size": 8960,
                "num_attention_heads": 12,
                "num_key_value_heads": 2,
                "vocab_size": 151936,
                "tie_word_embeddings": True,
            }
        )
    )

    def numbers(**values: object) -> list[str]:
        _, settings = resolve("paper", None, {"model": str(tmp_path), **values})
        return report(settings)

    assert "1.54 billion parameters" in numbers()[0]
    assert "weights 2.88 GiB" in numbers()[1]
    assert "weights 0.36 GiB" in numbers(zero_stage=3)[1]
    assert "optimizer 0.00 GiB" in numbers(offload_optimizer=True)[1]
    assert numbers(tokens_per_logit_chunk=1024)[2] != numbers()[2]
    assert "weights 2.88 GiB, and room for 69 responses" in numbers()[-2]  # (56 - 2.88) / 0.766
    assert "weights 1.44 GiB, and room for 142 responses" in numbers(tensor_parallel=2)[-2]
    assert "7.91 GiB, and 0.38 GiB for each" in numbers(sampler="transformers", max_response_tokens=10240)[-2]
    assert "not known here" in report(TrainSettings(model="some/model"))[0]
    assert "7.00 billion" in report(TrainSettings(model="Qwen/Qwen2.5-7B"))[0]


def test_the_single_gpu_preset_fits_its_gpu() -> None:
    _, settings = resolve("single-gpu", None, {})
    found = estimate(settings)
    assert found
    assert found.processes == 1
    assert found.updating < 60 * 2**30
    assert found.kept + 0.45 * 80 * 2**30 < 70 * 2**30  # while vLLM is awake
