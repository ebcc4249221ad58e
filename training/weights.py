"""A policy's weights on their way out: to the sampler, and into a Hugging Face folder."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from rlve.training import adapters, distributed, models
from rlve.training.config import TrainSettings
from rlve.training.errors import RunError, SettingsError


@dataclass
class Merging:
    """How many weights adapters change, and how many of them are still changed when merged and rounded."""

    changed: int = 0
    kept: int = 0

    @property
    def share(self) -> float | None:
        return self.kept / self.changed if self.changed else None


def handed_over(lm: nn.Module, settings: TrainSettings) -> Iterator[tuple[str, Tensor]]:
    """What changes while a policy learns: all weights by their Hugging Face names, a tied head under both its names;
    with LoRA the adapters alone, since everything else stays what the sampler has loaded itself.

    With ZeRO 3 each is gathered when it is asked for, and is gone when the next one is: copy it before going on.
    """
    for name, parameter in lm.named_parameters(remove_duplicate=False):
        if settings.lora_rank and adapters.MARK not in name:
            continue
        with gathered([parameter], settings):
            yield name, parameter.detach()


def merged(lm: nn.Module, settings: TrainSettings, merging: Merging) -> Iterator[tuple[str, Tensor]]:
    """All weights by their Hugging Face names, a tied head under both, adapters merged in; as fleeting as those of
    `handed_over`. Counts in `merging`."""
    for name, parameter in lm.named_parameters(remove_duplicate=False):
        if adapters.MARK in name:
            continue
        path, adapted, rest = name.partition(".base_layer.")
        layer = lm.get_submodule(path) if adapted else None
        parts = [parameter, *(layer.parameters() if layer is not None else [])]
        with gathered(parts, settings):
            if layer is not None and rest == "weight":
                weight, changed, kept = adapters.merge(parameter, layer)
                merging.changed += changed
                merging.kept += kept
                yield f"{path}.{rest}", weight
            else:
                yield (f"{path}.{rest}" if adapted else name), parameter.detach()


def gathered(parameters: Sequence[nn.Parameter], settings: TrainSettings) -> Any:
    """A context in which ZeRO-3 parameters are whole on every rank."""
    if settings.zero_stage < 3:
        return nullcontext()
    import deepspeed

    return deepspeed.zero.GatheredParameters(list(dict.fromkeys(parameters)))


class Folder:
    """What of a model's own folder goes into every folder that is saved: its configuration and generation settings,
    as they were."""

    def __init__(self, lm: Any, model: str) -> None:
        self.lm = lm
        self.model = model
        self.generation = models.generation_file(model)
        if self.generation is not None:  # transformers refuses to write some that it reads
            lm.generation_config = type(lm.generation_config)()
        self.dropout = models.without_dropout(lm)

    def write(self, folder: Path, state: dict[str, Tensor], tokenizer: Any) -> None:
        """Write an ordinary Hugging Face folder. May raise what writing to a full disk raises."""
        zeros = models.set_dropout(self.lm, self.dropout)
        try:
            self.lm.save_pretrained(folder, state_dict=state)
        finally:
            models.set_dropout(self.lm, zeros)
        tokenizer.save_pretrained(folder)
        if self.generation is not None:
            (folder / "generation_config.json").write_bytes(self.generation)
        for path in folder.glob("*.safetensors"):
            path.chmod((folder / "config.json").stat().st_mode)  # safetensors lets only its owner read

    def try_out(self, tokenizer: Any) -> None:
        """Write one without weights and throw it away, before hours are spent on what cannot be saved.

        To be called on all ranks. Raises `SettingsError`.
        """
        fault = ""
        if distributed.is_main():
            try:
                with tempfile.TemporaryDirectory() as folder:
                    self.write(Path(folder), {}, tokenizer)
            except Exception as error:  # transformers has many of its own
                fault = models.first_line(error)
        faults = [found for found in distributed.gather(fault) if found]
        if faults:
            raise SettingsError(f"The model {self.model} could be trained, but not saved: {faults[0]}")


def save(
    lm: nn.Module, settings: TrainSettings, source: Folder, folder: Path, tokenizer: Any, *, tied: bool
) -> float | None:
    """Write a policy as a Hugging Face folder; the main rank does. Adapters are merged into it, and also written beside
    as they are, into `adapters/`.

    Returns the share of the weights that adapters change which survive the merging; None without adapters, and before
    they change any. Raises `RunError` if a weight is not a finite number, and what writing to a full disk raises.
    """
    merging = Merging()
    state = {}
    finite = True
    for name, weight in merged(lm, settings, merging):
        finite = finite and bool(torch.isfinite(weight).all())
        if distributed.is_main() and not (tied and name == "lm_head.weight"):
            state[name] = weight.detach().cpu().clone()
    own = adapters.copied(handed_over(lm, settings)) if settings.lora_rank else {}
    if not distributed.agree(not finite):
        if distributed.is_main():
            source.write(folder, state, tokenizer)
            if own:
                adapters.write(folder / "adapters", own, settings)
        return merging.share
    raise RunError("the policy's weights are not finite numbers any more")
