"""A rough estimate of the memory a run needs, from the model's shape alone: no torch, no download."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rlve.training.checks import TINY
from rlve.training.config import BUNDLED_MODEL, TrainSettings

GIB = 2**30
CARD = 80 * GIB  # the GPU of which is told where there is none
GPUS = 8  # processes where neither the settings nor the machine say how many
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
    ranks = settings.processes or len(cards()) or GPUS
    trained = shape.parameters
    if settings.lora_rank:
        trained = settings.lora_rank * shape.layers * (8 * shape.hidden + 3 * (shape.hidden + shape.intermediate))
    split = [ranks if stage <= settings.zero_stage else 1 for stage in (1, 2, 3)]
    moments_and_masters = 12 if mixed else 8
    bucket = min(trained, BUCKET) * size if settings.zero_stage else 0.0
    per_token = shape.hidden * size * (2 if settings.gradient_checkpointing else 18) * shape.layers
    context = settings.max_prompt_tokens + settings.max_response_tokens
    tokens = max(settings.tokens_per_microbatch, context)  # a sequence is never split
    return Estimate(
        parameters=shape.parameters,
        processes=ranks,
        weights=shape.parameters * size / split[2],
        optimizer=0.0 if settings.offload_optimizer else trained * moments_and_masters / split[0],
        gradients=trained * 4 / split[1] + bucket,
        activations=tokens * (per_token + 16 * (shape.hidden + shape.intermediate) * size),
        logits=min(settings.tokens_per_logit_chunk, tokens) * shape.vocabulary * 4 * 4,
        sampler_weights=shape.parameters * size / settings.tensor_parallel,
        response=2 * shape.layers * shape.key_values * size * context / settings.tensor_parallel,
    )


def report(settings: TrainSettings) -> list[str]:
    """The estimate as lines for people, the last of which says whether it fits; or why there is none."""
    found = estimate(settings)
    if found is None:
        return [
            f"memory: the shape of {settings.model} is not known here, so nobody knows whether it fits; give a local "
            "folder to have it estimated."
        ]
    place = room(settings)
    counted = f"{found.processes} process" + ("es" if found.processes > 1 else "")
    size = f"{found.parameters / 1e9:.2f} b" if found.parameters > 1e8 else f"{found.parameters / 1e6:.2f} m"
    lines = [
        f"memory per {place.what}, estimated, for {counted} and {size}illion parameters:",
        f"  weights {gib(found.weights)}, optimizer {gib(found.optimizer)}, gradients {gib(found.gradients)}",
        f"  activations {gib(found.activations)}, logits {gib(found.logits)}",
        f"  while updating: {gib(found.updating)}",
    ]
    if by_transformers(settings):
        taken = found.kept + found.sampler_weights
        lines += [f"  while sampling: {gib(taken)}, and {gib(found.response)} for each response of full length"]
    else:
        share = settings.gpu_memory_utilization
        responses = max(0, int((place.size * share - found.sampler_weights) / found.response))
        lines += [
            f"  while sampling: {gib(found.kept)}, and {share:.0%} of the GPU for vLLM; of {place.size / GIB:.0f} GiB "
            f"that is {gib(place.size * share)}:",
            f"    weights {gib(found.sampler_weights)}, and room for {responses} responses of full length "
            f"({gib(found.response)} each)",
        ]
    return [*lines, verdict(settings, found, place)]


@dataclass(frozen=True)
class Room:
    """Bytes that one process may take, and of what."""

    size: float
    what: str
    named: str


def room(settings: TrainSettings) -> Room:
    """A GPU of this machine; of an assumed one if it has none, unless the settings are for a CPU."""
    found = cards()
    if found:
        return Room(min(found), "GPU", f"the {min(found) / GIB:.0f} GiB of a GPU here")
    if settings.dtype == "float32" and by_transformers(settings):
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        part = whole / (settings.processes or 1)
        return Room(part, "process", f"a process's part of this machine's memory, {part / GIB:.1f} GiB")
    return Room(CARD, "GPU", f"a GPU of {CARD / GIB:.0f} GiB")


def verdict(settings: TrainSettings, found: Estimate, place: Room) -> str:
    """Whether it fits, in a sentence, and what to change if it does not."""
    if not found.updating <= place.size:
        return (
            f"does not fit: updating needs {gib(found.updating)}, more than {place.named}; lower "
            "--tokens-per-microbatch, add --gradient-checkpointing, raise --zero-stage, or train with --lora-rank."
        )
    if by_transformers(settings):
        sampling = found.kept + found.sampler_weights + found.response
        advice = "lower --max-response-tokens, or raise --zero-stage."
    else:
        share = place.size * settings.gpu_memory_utilization
        sampling, advice = found.kept + share, "lower --gpu-memory-utilization, or raise --zero-stage."
        if not found.sampler_weights + found.response <= share:
            return (
                f"does not fit: vLLM's share, {gib(share)}, has no room for the weights and one response of full "
                "length; raise --gpu-memory-utilization or --tensor-parallel, or lower --max-response-tokens."
            )
    if not sampling <= place.size:
        return f"does not fit: sampling needs {gib(sampling)}, more than {place.named}; {advice}"
    return f"fits, by this estimate: at most {gib(max(sampling, found.updating))} of {place.named}."


def by_transformers(settings: TrainSettings) -> bool:
    return settings.sampler == "transformers" or (settings.sampler == "auto" and settings.dtype == "float32")


@cache
def cards() -> list[float]:
    """Bytes of each GPU that a run here would see; none where there is no driver."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return []
    query = [program, "--query-gpu=memory.total", "--format=csv,noheader,nounits"]
    try:
        told = subprocess.run(query, capture_output=True, text=True, check=True, timeout=20).stdout
        found = [float(line) * 2**20 for line in told.split()]
    except (OSError, ValueError, subprocess.SubprocessError):
        return []
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    return found if visible is None else found[: len([name for name in visible.split(",") if name.strip()])]


def gib(size: float) -> str:
    return f"{size / GIB:.2f} GiB"


def shape_of(model: str) -> Shape | None:
    """From config.json in a folder, or else from the size in a hub name such as `Qwen2.5-1.5B`, for a usual
    proportion."""
    folder = TINY if model == BUNDLED_MODEL else Path(model).expanduser()
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
