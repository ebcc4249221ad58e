"""A rough estimate of the memory a run needs, from the model's shape alone: no torch, no download."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from rlve.training.config import BUNDLED_MODEL, TrainSettings

GIB = 2**30
CARD = 80 * GIB  # the GPU that shares are told of
GPUS = 8  # where the settings leave the number of processes to the machine
BUCKET = 500_000_000  # numbers that DeepSpeed gathers before it reduces them


@dataclass(frozen=True)
class Shape:
    """Numbers that decide a transformer's memory."""

    parameters: float
    layers: int
    hidden: int
    intermediate: int
    vocabulary: int
    key_values: int  # numbers cached per token and layer


@dataclass(frozen=True)
class Estimate:
    """Bytes on each GPU. What the policy keeps: `weights` and `optimizer`; the rest comes and goes."""

    parameters: float
    processes: int
    weights: float
    optimizer: float
    gradients: float
    activations: float
    logits: float
    sampler_weights: float
    response: float  # the sampler's cache for one of full length

    @property
    def kept(self) -> float:
        return self.weights + self.optimizer

    @property
    def updating(self) -> float:
        return self.kept + self.gradients + self.activations + self.logits


def estimate(settings: TrainSettings) -> Estimate | None:
    """None if the model's shape is not known."""
    shape = shape_of(settings.model)
    if shape is None:
        return None
    mixed = settings.dtype != "float32"
    size = 2 if mixed else 4
    ranks = settings.processes or GPUS
    trained = shape.parameters
    if settings.lora_rank:
        trained = settings.lora_rank * shape.layers * (8 * shape.hidden + 3 * (shape.hidden + shape.intermediate))
    split = [ranks if stage <= settings.zero_stage else 1 for stage in (1, 2, 3)]
    moments_and_masters = 12 if mixed else 8
    bucket = min(trained, BUCKET) * size if settings.zero_stage else 0.0
    per_token = shape.hidden * size * (2 if settings.gradient_checkpointing else 18) * shape.layers
    context = settings.max_prompt_tokens + settings.max_response_tokens
    return Estimate(
        parameters=shape.parameters,
        processes=ranks,
        weights=shape.parameters * size / split[2],
        optimizer=0.0 if settings.offload_optimizer else trained * moments_and_masters / split[0],
        gradients=trained * 4 / split[1] + bucket,
        activations=settings.tokens_per_microbatch * (per_token + 16 * (shape.hidden + shape.intermediate) * size),
        logits=min(settings.tokens_per_logit_chunk, settings.tokens_per_microbatch) * shape.vocabulary * 4 * 4,
        sampler_weights=shape.parameters * size / settings.tensor_parallel,
        response=2 * shape.layers * shape.key_values * size * context / settings.tensor_parallel,
    )


def report(settings: TrainSettings) -> list[str]:
    """The estimate as lines for people; one line that says why if there is none."""
    found = estimate(settings)
    if found is None:
        return [f"memory: the shape of {settings.model} is not known here; give a local folder to have it estimated."]
    counted = f"{found.processes} process" + ("es" if found.processes > 1 else "")
    size = f"{found.parameters / 1e9:.2f} b" if found.parameters > 1e8 else f"{found.parameters / 1e6:.2f} m"
    lines = [
        f"memory per GPU, estimated, for {counted} and {size}illion parameters:",
        f"  weights {gib(found.weights)}, optimizer {gib(found.optimizer)}, gradients {gib(found.gradients)}",
        f"  activations {gib(found.activations)}, logits {gib(found.logits)}",
        f"  while updating: {gib(found.updating)}",
    ]
    if settings.sampler == "transformers" or (settings.sampler == "auto" and settings.dtype == "float32"):
        taken = found.kept + found.sampler_weights
        return [*lines, f"  while sampling: {gib(taken)}, and {gib(found.response)} for each response of full length"]
    share = settings.gpu_memory_utilization
    room = max(0, int((CARD * share - found.sampler_weights) / found.response))
    of_card = f"of {CARD / GIB:.0f} GiB that is {gib(CARD * share)}"
    return [
        *lines,
        f"  while sampling: {gib(found.kept)}, and {share:.0%} of the GPU for vLLM; {of_card}:",
        f"    weights {gib(found.sampler_weights)}, and room for {room} responses of full length "
        f"({gib(found.response)} each)",
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
