"""Loading what is found in a Hugging Face model folder: weights, tokenizer, end tokens."""

from pathlib import Path
from typing import Any

import torch

from rlve.training.config import TrainSettings
from rlve.training.errors import SettingsError


def quiet() -> None:
    """No progress bars and no advice from transformers; errors still show."""
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()


def number_format(settings: TrainSettings) -> torch.dtype:
    if settings.dtype == "auto":
        return torch.bfloat16 if torch.cuda.is_available() and settings.zero_stage else torch.float32
    return torch.bfloat16 if settings.dtype == "bfloat16" else torch.float32


def load_tokenizer(model: str) -> Any:
    """Raises `SettingsError`."""
    from transformers import AutoTokenizer

    try:
        return AutoTokenizer.from_pretrained(model)
    except Exception as error:
        raise SettingsError(f"The tokenizer of {model} cannot be loaded: {first_line(error)}") from error


def load_lm(model: str, dtype: torch.dtype, attention: str) -> Any:
    """A causal language model on the CPU, in evaluation mode. Raises `SettingsError`."""
    from transformers import AutoModelForCausalLM

    implementation = "sdpa" if attention == "auto" else attention
    try:
        lm = AutoModelForCausalLM.from_pretrained(model, dtype=dtype, attn_implementation=implementation)
    except Exception as error:
        raise SettingsError(f"The model {model} cannot be loaded: {first_line(error)}") from error
    return lm.eval()


def end_tokens(model: str, tokenizer: Any) -> set[int]:
    """All token ids that the model names as ends: its generation config may list several, the tokenizer one more."""
    from transformers import AutoConfig, GenerationConfig

    found: set[int] = set()
    try:
        source = GenerationConfig.from_pretrained(model)
    except OSError:
        source = AutoConfig.from_pretrained(model)
    for tokens in (source.eos_token_id, tokenizer.eos_token_id):
        found.update([tokens] if isinstance(tokens, int) else tokens or [])
    return found


def context_length(lm: Any) -> int:
    """Tokens that a prompt and its response may have together."""
    return int(getattr(lm.config, "max_position_embeddings", 0) or 2**31)


def first_line(error: BaseException) -> str:
    """An exception's message as one line, without the multi-line advice that libraries append."""
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__


def generation_file(model: str) -> bytes | None:
    """A model's `generation_config.json` as it is; None if it has none."""
    from transformers.utils import cached_file

    try:
        path = cached_file(model, "generation_config.json", _raise_exceptions_for_missing_entries=False)
    except OSError:
        return None
    return Path(path).read_bytes() if path else None


Dropout = dict[str, float]


def without_dropout(lm: Any) -> Dropout:
    """Turn off everything that a model does at random while it trains (dropout, dropped layers, noisy routers), and say
    what its configuration had.

    A policy whose log-probabilities are noisy is not the one that sampled. Evaluation mode is no way out: transformers
    computes activations again, to save memory, in training mode only.
    """
    for module in lm.modules():
        if isinstance(module, torch.nn.modules.dropout._DropoutNd):
            module.p = 0.0
        for name, value in list(vars(module).items()):
            if is_noise(name, value):
                setattr(module, name, 0.0)
    found = {name: value for name, value in vars(lm.config).items() if is_noise(name, value)}
    set_dropout(lm, dict.fromkeys(found, 0.0))
    return found


def is_noise(name: str, value: Any) -> bool:
    return ("drop" in name or "jitter" in name) and isinstance(value, float) and value > 0.0


def set_dropout(lm: Any, values: Dropout) -> Dropout:
    """Put values into a model's configuration; returns those that were there."""
    before = {name: getattr(lm.config, name) for name in values}
    for name, value in values.items():
        setattr(lm.config, name, value)
    return before
