"""What a run shows: lines in pipes, a table on a terminal, and an estimate of memory before it starts."""

import io
import json
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


def test_the_table_shows_the_windows_of_the_hardest_environments() -> None:
    text = io.StringIO()
    table = display.LiveTable(Console(file=text, force_terminal=True, width=100))
    progress = {f"environment_{number}": Progress(number) for number in range(40)}
    metrics = METRICS | {"accuracy/environment_39": 0.75, "reward/environment_39": 0.5}
    table.show(1, 10, metrics, {}, PaperCurriculum(progress))
    table.note("Saved it")
    table.close()
    shown = text.getvalue()
    assert "36-39" in shown
    assert "0.75" in shown
    assert "and 16 more" in shown
    assert "Saved it" in shown


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
