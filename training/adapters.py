"""LoRA adapters: small trained matrices beside frozen layers.

Samplers compute them beside the frozen layers as well, and never get them merged: in bfloat16 a merged weight keeps
eight bits, and an update of a thousandth of it is rounded away (how much, `merge` says).
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from rlve.envs.installation import missing
from rlve.training.config import TrainSettings
from rlve.training.errors import SettingsError

NAME = "default"  # what peft calls an adapter that was given no name
MARK = ".lora_"
FILE = "adapter_model.safetensors"  # peft's and vLLM's name for it


def add_adapters(lm: Any, settings: TrainSettings) -> None:
    """Put LoRA adapters on every linear layer but the head, and freeze everything else.

    Raises `SettingsError`.
    """
    try:
        from peft import LoraConfig, inject_adapter_in_model
    except ImportError as error:
        raise SettingsError(f"{missing('--lora-rank', 'peft', 'train')}.") from error
    head = lm.get_output_embeddings()
    linear = [name for name, layer in lm.named_modules() if isinstance(layer, nn.Linear) and layer is not head]
    if not linear:
        raise SettingsError("--lora-rank needs a model with linear layers, and this one has none that peft knows.")
    lora = LoraConfig(r=settings.lora_rank, lora_alpha=settings.lora_alpha, lora_dropout=0.0, target_modules=linear)
    inject_adapter_in_model(lora, lm)
    for name, parameter in lm.named_parameters():
        parameter.requires_grad_(MARK in name)


@torch.no_grad()
def merge(weight: Tensor, layer: Any) -> tuple[Tensor, int, int]:
    """A frozen layer's weight with its adapter merged in, computed in float32 and rounded once.

    Also how many weights the adapter changes, and how many of them still differ after the rounding.
    """
    down, up = layer.lora_A[NAME].weight, layer.lora_B[NAME].weight
    change = (up.float() @ down.float()) * layer.scaling[NAME]
    merged = (weight.float() + change).to(weight.dtype)
    return merged, int((change != 0).sum()), int((merged != weight).sum())


def write(folder: Path, adapters: Mapping[str, Tensor], settings: TrainSettings) -> None:
    """Write adapters, by their names in the policy, as a folder that peft and vLLM read."""
    from peft import LoraConfig
    from safetensors.torch import save_file

    targets = sorted({name.partition(MARK)[0].rpartition(".")[2] for name in adapters})
    lora = LoraConfig(
        r=settings.lora_rank,
        lora_alpha=settings.lora_alpha,
        lora_dropout=0.0,
        target_modules=targets,
        task_type="CAUSAL_LM",
        base_model_name_or_path=settings.model,
        inference_mode=True,
    )
    folder.mkdir(parents=True, exist_ok=True)
    lora.save_pretrained(str(folder))
    save_file({outside(name): tensor.detach().cpu().contiguous() for name, tensor in adapters.items()}, folder / FILE)


@torch.no_grad()
def read(folder: Path, lm: Any) -> None:
    """Give a model's adapters the values that `write` wrote. Raises `SettingsError` if they are others."""
    from safetensors.torch import load_file

    try:
        written = load_file(folder / FILE)
    except Exception as error:  # safetensors has its own
        raise SettingsError(f"The adapters {folder} cannot be read: {str(error).partition(chr(10))[0]}") from error
    own = {outside(name): parameter for name, parameter in lm.named_parameters() if MARK in name}
    if {name: weight.shape for name, weight in written.items()} != {name: weight.shape for name, weight in own.items()}:
        raise SettingsError(f"The adapters {folder} are not those of this run: was --lora-rank another?")
    for name, weight in own.items():
        weight.copy_(written[name])


def outside(name: str) -> str:
    """The name that peft gives an adapter in a file."""
    return "base_model.model." + name.replace(f".{NAME}.", ".")


def copied(weights: Iterable[tuple[str, Tensor]]) -> dict[str, Tensor]:
    """The adapters among weights, each copied before the next is asked for: ZeRO 3 gathers one at a time."""
    return {name: weight.detach().cpu().clone() for name, weight in weights if MARK in name}
