"""The bundled model learns within a minute; without learning, or with its sign turned, it does not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rlve.training import checks, config, metrics, trainer
from rlve.training.clock import Clock
from rlve.training.stopping import Stop

pytestmark = pytest.mark.skipif(not (checks.TINY / "config.json").exists(), reason="the bundled model is not here")

ENVIRONMENTS = "integer_sorting,minimal_cyclic_rotation"


def gain(folder: Path, **values: Any) -> float:
    """How much accuracy at difficulty 0 rises in twenty steps, by sampling 64 fixed problems of each environment."""
    chosen: dict[str, Any] = {"envs": ENVIRONMENTS, "steps": 20, "prompts_per_step": 8, "max_rounds": 2, "workers": 1}
    chosen |= {
        "eval_every": 20,
        "eval_difficulties": "0",
        "eval_problems": 64,
        "eval_temperature": 1.0,
        "save_every": 0,
    }
    _, settings = config.resolve("tiny", None, chosen | {"curriculum": "static", "static_range": "0-1"} | values)
    folder.mkdir()
    trainer.train(folder, settings, Stop(folder), Clock())
    found = [line["heldout/accuracy"] for line in metrics.read(folder / "metrics.jsonl") if "heldout/accuracy" in line]
    return found[-1] - found[0]


def test_learning_raises_accuracy(tmp_path: Path) -> None:
    assert gain(tmp_path / "run") > 0.2


def test_no_learning_rate_no_gain(tmp_path: Path) -> None:
    assert abs(gain(tmp_path / "run", learning_rate=0)) < 0.1


def test_a_turned_sign_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right: Callable[..., list[float]] = trainer.advantages
    monkeypatch.setattr(trainer, "advantages", lambda rewards: [-advantage for advantage in right(rewards)])
    assert gain(tmp_path / "run") < 0
