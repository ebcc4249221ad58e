"""What writes responses with the policy's current weights, seen from the loop: token ids in, token ids out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

import numpy
from numpy.typing import NDArray

from rlve.envs.installation import missing
from rlve.training.config import TrainSettings
from rlve.training.errors import SettingsError

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True)
class Request:
    """`count` continuations of `tokens` are wanted, of at most `max_tokens` each."""

    tokens: list[int]
    count: int
    max_tokens: int


@dataclass(frozen=True, eq=False)
class Response:
    """What was sampled: token ids (int32) with what ended them, and the log-probability of each (float32)."""

    tokens: NDArray[numpy.int32]
    logprobs: NDArray[numpy.float32]
    finished: bool  # the model ended it; otherwise it was cut


@dataclass(frozen=True)
class Decoding:
    """How tokens are chosen.

    Temperature 0 takes the likeliest one; the same seed and requests give the same responses.
    """

    temperature: float
    seed: int
    top_p: float = 1.0
    top_k: int = 0


class Sampler(Protocol):
    """An engine that holds its own copy of the policy's weights."""

    def sample(self, requests: Iterable[Request], decoding: Decoding) -> Iterator[tuple[int, list[Response]]]:
        """The responses of each request with its position, as soon as all of them are done, in any order."""

    def load(self, weights: "Iterable[tuple[str, torch.Tensor]]") -> None:
        """Take over new weights by name, all of them, and forget what was computed with the old ones."""

    def sleep(self) -> None:
        """Free what memory it can until `wake`."""

    def wake(self) -> None:
        """Get ready to sample."""

    def close(self) -> None:
        """End for good."""


def kind(settings: TrainSettings) -> str:
    """`vllm` or `transformers`, as far as this machine has it. Raises `SettingsError`."""
    wanted: str = settings.sampler
    installed = find_spec("vllm") is not None
    if wanted == "auto":
        import torch

        wanted = "vllm" if installed and torch.cuda.is_available() else "transformers"
    if wanted == "vllm" and not installed:
        raise SettingsError(f"{missing('--sampler vllm', 'vLLM', 'vllm')}, or use --sampler transformers.")
    if wanted == "transformers" and settings.tensor_parallel > 1:
        raise SettingsError("--tensor-parallel needs --sampler vllm.")
    return wanted


def choose(settings: TrainSettings, model: str, seed: int) -> Sampler:
    """The sampler of the settings for a model (folder or hub name). Raises `SettingsError` if it cannot be had."""
    if kind(settings) == "vllm":
        from rlve.training.samplers.vllm import VllmSampler

        return VllmSampler(settings, model, seed)
    from rlve.training.samplers.transformers import TransformersSampler

    return TransformersSampler(settings, model)
