"""The settings of the DeepSpeed engine, and of the optimizer in it."""

from typing import Any

import torch
from torch import nn

from rlve.training import models
from rlve.training.config import TrainSettings


def engine_config(settings: TrainSettings) -> dict[str, Any]:
    """DeepSpeed's settings. Clipping is always named, for its default of 1 would act silently."""
    brain = models.number_format(settings) is torch.bfloat16
    zero: dict[str, Any] = {"stage": settings.zero_stage}
    if settings.offload_optimizer:
        zero["offload_optimizer"] = {"device": "cpu", "pin_memory": torch.cuda.is_available()}
    return {
        "train_micro_batch_size_per_gpu": 1,
        "gradient_accumulation_steps": 1,
        "managed_gradient_accumulation": False,
        "gradient_clipping": settings.max_grad_norm if settings.zero_stage else 0.0,
        "zero_optimization": zero,
        "zero_allow_untested_optimizer": True,
        "zero_force_ds_cpu_optimizer": False,
        "bf16": {"enabled": brain},
        "data_types": {"grad_accum_dtype": "fp32"},
        "steps_per_print": None,
    }


def parameter_groups(lm: nn.Module, weight_decay: float) -> list[dict[str, Any]]:
    """Trained parameters: matrices decay, gains and biases do not."""
    trained = [parameter for parameter in lm.parameters() if parameter.requires_grad]
    groups = [
        {"params": [p for p in trained if p.ndim > 1], "weight_decay": weight_decay},
        {"params": [p for p in trained if p.ndim <= 1], "weight_decay": 0.0},
    ]
    return [group for group in groups if group["params"]]
