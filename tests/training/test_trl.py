"""Loss and gradient beside those of TRL on the same tensors, where the version whose inner function this calls is there."""

from importlib.metadata import PackageNotFoundError, version
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
import torch
from torch import Tensor

from rlve.training.config import TrainSettings
from tests.training.test_grpo import Batch, batch, fast, value_and_gradient

PINNED = "1.16.0"


def installed() -> str:
    try:
        return version("trl")
    except PackageNotFoundError:
        return ""


pytestmark = pytest.mark.skipif(installed() != PINNED, reason=f"compares with TRL {PINNED}")


def trl(logprobs: Tensor, parts: Batch, settings: TrainSettings) -> Tensor:
    """TRL's `_compute_loss` with everything around the loss replaced."""
    from trl import GRPOTrainer

    _, old, sampled, gains, mask = parts
    trainer = MagicMock()
    trainer.loss_type = {"responses": "grpo", "tokens": "dapo"}[settings.loss]
    trainer.importance_sampling_level = "token"
    trainer.epsilon_low, trainer.epsilon_high = settings.clip_low, settings.clip_high
    trainer.beta = 0.0
    trainer.top_entropy_quantile = 1.0
    trainer.off_policy_mask_threshold = None
    trainer.aux_loss_enabled = trainer._entropy_bonus_enabled = False
    trainer.use_vllm = trainer.vllm_importance_sampling_correction = True
    trainer.current_gradient_accumulation_steps = 1
    trainer.args = SimpleNamespace(delta=None, steps_per_generation=1)
    trainer.accelerator.num_processes = 1
    trainer.accelerator.reduce = lambda values, reduction: values
    trainer.accelerator.gather = lambda values: values
    trainer._get_per_token_logps_and_entropies.return_value = (logprobs, torch.zeros_like(logprobs), None)
    ids = torch.zeros_like(mask, dtype=torch.long)
    inputs: dict[str, Any] = {
        "prompt_ids": ids[:, :1],
        "prompt_mask": torch.ones_like(ids[:, :1]),
        "completion_ids": ids,
        "completion_mask": mask.long(),
        "advantages": gains,
        "old_per_token_logps": old,
        "importance_sampling_ratio": torch.exp(old - sampled).clamp(max=settings.importance_cap),
        "num_items_in_batch": mask.sum(),
    }
    loss: Tensor = GRPOTrainer._compute_loss(trainer, SimpleNamespace(training=True), inputs)
    return loss


@pytest.mark.parametrize("kind", ["responses", "tokens"])
@pytest.mark.parametrize("seed", range(3))
def test_loss_and_gradient_equal_trls(kind: Any, seed: int) -> None:
    settings = TrainSettings(loss=kind)
    value, gradient = value_and_gradient(fast, batch(seed), settings)
    expected, expected_gradient = value_and_gradient(trl, batch(seed), settings)
    torch.testing.assert_close(value, expected)
    torch.testing.assert_close(gradient, expected_gradient)
    other = settings.replace(clip_high=0.9)
    assert not torch.allclose(value_and_gradient(fast, batch(seed), other)[1], expected_gradient)
