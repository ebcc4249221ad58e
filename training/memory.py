"""A rough estimate of the memory a run needs, from the model's shape alone: no torch, no download."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from training.config import BUNDLED_MODEL, TrainSettings

GIB = 2**30


@dataclass(frozen=True)
class Shape:
    """Numbers that decide a transformer's memory."""

    parameters: float
    layers: int
    hidden: int
    intermediate: int
    vocabulary: int
    key_values: int  # numbers cached per token and layer


def estimate(settings: TrainSettings) -> list[str]:
    """Lines about memory per GPU, as a table; one line that says why if the model's shape is not known."""
    shape = shape_of(settings.model)
    if shape is None:
        return [f"memory: the shape of {settings.model} is not known here; give a local folder to have it estimated."]
    brain = settings.dtype != "float32"
    size = 2 if brain else 4
    ranks = settings.processes or 8
    trained = shape.parameters
    if settings.lora_rank:
        trained = settings.lora_rank * shape.layers * (8 * shape.hidden + 3 * (shape.hidden + shape.intermediate))
    masters = 4 if brain else 0
    split = [stage <= settings.zero_stage for stage in (1, 2, 3)]
    optimizer = 0.0 if settings.offload_optimizer else trained * (8 + masters) / (ranks if split[0] else 1)
    gradients = trained * 4 / (ranks if split[1] else 1)
    weights = shape.parameters * size / (ranks if split[2] else 1)
    per_token = shape.hidden * size * (2 if settings.gradient_checkpointing else 18) * shape.layers
    activations = settings.tokens_per_microbatch * (per_token + 16 * (shape.hidden + shape.intermediate) * size)
    logits = min(settings.tokens_per_logit_chunk, settings.tokens_per_microbatch) * shape.vocabulary * 4 * 4
    copy = shape.parameters * size / settings.tensor_parallel
    cache = 2 * shape.layers * shape.key_values * size * (settings.max_prompt_tokens + settings.max_response_tokens)
    update = weights + gradients + optimizer + activations + logits
    return [
        f"memory per GPU, estimated, for {ranks} processes and {shape.parameters / 1e9:.2f} billion parameters:",
        f"  weights {gib(weights)}, gradients {gib(gradients)}, optimizer {gib(optimizer)}",
        f"  activations {gib(activations)}, logits {gib(logits)}",
        f"  while updating: {gib(update)}",
        f"  sampler: weights {gib(copy)}, and {gib(cache)} for each response of full length",
    ]


def gib(size: float) -> str:
    return f"{size / GIB:.2f} GiB"


def shape_of(model: str) -> Shape | None:
    """From config.json in a folder, or else from the size in a hub name such as `Qwen2.5-1.5B`, for a usual
    proportion."""
    folder = Path(__file__).parent / "tiny" if model == BUNDLED_MODEL else Path(model)
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        return shape_from(config)
    except (OSError, ValueError, KeyError):
        pass
    named = re.search(r"(\d+(?:\.\d+)?)[Bb](?![a-z])", model)
    if not named:
        return None
    parameters = float(named.group(1)) * 1e9
    hidden = round((parameters / 4e9) ** (1 / 3) * 2560 / 128) * 128
    layers = max(1, round(parameters / (13 * hidden**2)))
    return Shape(parameters, layers, hidden, 4 * hidden, 152_000, hidden // 4)


def shape_from(config: dict[str, int]) -> Shape:
    hidden, layers, intermediate = config["hidden_size"], config["num_hidden_layers"], config["intermediate_size"]
    heads = config["num_attention_heads"]
    key_values = config.get("num_key_value_heads", heads) * config.get("head_dim", hidden // heads)
    vocabulary = config["vocab_size"]
    layer = 2 * hidden * (hidden + key_values) + 3 * hidden * intermediate
    embeddings = hidden * vocabulary * (1 if config.get("tie_word_embeddings") else 2)
    return Shape(float(layers * layer + embeddings), layers, hidden, intermediate, vocabulary, key_values)
