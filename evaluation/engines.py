"""What writes the responses: vLLM on GPUs, transformers elsewhere, or a served model, each as an `LM` of lm-eval."""

import itertools
import logging
import os
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from rlve.evaluation.errors import EvaluationFailed, WrongSettings
from rlve.evaluation.served import Served, responses_in
from rlve.evaluation.settings import EngineName, EvaluationSettings

CONCURRENT_REQUESTS = 64
LONGEST_REQUEST_SECONDS = 6 * 3600
RESPONSES_AT_ONCE = {"vllm": 2_000, "api": 500, "transformers": 64}


class LanguageModel(Protocol):
    """The part of lm-eval's `LM` that is used here."""

    max_length: int

    def tok_encode(self, string: str) -> Sequence[int]: ...

    def apply_chat_template(self, chat_history: list[dict[str, str]]) -> str: ...


def engine_name(settings: EvaluationSettings) -> EngineName:
    """The engine that `auto` stands for here: vLLM where it is installed and there is a GPU, else transformers."""
    if settings.engine != "auto":
        return settings.engine
    import torch

    return "vllm" if torch.cuda.is_available() and find_spec("vllm") else "transformers"


def start(settings: EvaluationSettings, engine: EngineName, model: str) -> Any:
    """The model behind an engine, loaded once for all benchmarks. Raises EvaluationFailed in one sentence."""
    logging.getLogger("lm_eval").setLevel(logging.ERROR)
    try:
        if engine == "api":
            return served_model(settings)
        if engine == "vllm":
            return vllm_model(settings, model)
        return transformers_model(settings, model)
    except (EvaluationFailed, WrongSettings):
        raise
    except Exception as error:
        raise EvaluationFailed(f"the model {model} could not be loaded by {engine}: {first_line(error)}") from error


def transformers_model(settings: EvaluationSettings, model: str) -> Any:
    import torch
    from lm_eval.models.huggingface import HFLM

    device = "cuda" if torch.cuda.is_available() else "cpu"
    dtype = "float32" if settings.dtype == "auto" and device == "cpu" else settings.dtype
    return HFLM(pretrained=model, device=device, dtype=dtype, batch_size=settings.batch_size)


def vllm_model(settings: EvaluationSettings, model: str) -> Any:
    os.environ.setdefault("VLLM_LOGGING_STREAM", "ext://sys.stderr")
    os.environ.setdefault("VLLM_LOGGING_LEVEL", "WARNING")
    from lm_eval.models.vllm_causallms import VLLM

    return VLLM(
        pretrained=model,
        dtype=settings.dtype,
        tensor_parallel_size=settings.tensor_parallel,
        gpu_memory_utilization=settings.gpu_memory_utilization,
        seed=settings.seed,
        batch_size="auto",
    )


def served_model(settings: EvaluationSettings) -> Any:
    """lm-eval's OpenAI-compatible client with a seed of its own for each request: one for all makes repeats equal."""
    from lm_eval.models.openai_completions import LocalChatCompletion

    counter = itertools.count(settings.seed * 1_000_003)

    class SeededChatCompletion(LocalChatCompletion):  # type: ignore[misc]
        def _create_payload(self, *arguments: Any, **options: Any) -> dict[str, Any]:
            options["seed"] = next(counter) % 2**31
            payload: dict[str, Any] = super()._create_payload(*arguments, **options)
            if not payload.get("stop"):
                payload.pop("stop", None)
            return payload

        def parse_generations(self, outputs: Any, **_options: Any) -> list[str]:
            return [*responses_in(outputs)]

    if not settings.chat_template:
        raise WrongSettings("a served model applies its own chat template: leave out --no-chat-template with --api")
    assert settings.api is not None
    url = settings.api.rstrip("/")
    return SeededChatCompletion(
        model=settings.model,
        base_url=url if url.endswith("/chat/completions") else f"{url}/chat/completions",
        num_concurrent=CONCURRENT_REQUESTS,
        tokenizer_backend=None,
        tokenized_requests=False,
        timeout=LONGEST_REQUEST_SECONDS,
        max_retries=3,
    )


def has_chat_template(model: Any) -> bool:
    """Whether a local model's tokenizer has one; a served model has its own."""
    tokenizer = getattr(model, "tokenizer", None)
    return tokenizer is None or bool(getattr(tokenizer, "chat_template", None))


def prompt_tokens(model: Any, prompt: str, chat_template: bool) -> int | None:
    """The length of a prompt as the model will see it; None for a served model."""
    if getattr(model, "tokenizer", None) is None:
        return None
    text = model.apply_chat_template([{"role": "user", "content": prompt}]) if chat_template else prompt
    return len(model.tok_encode(text))


def response_tokens(model: Any, response: str) -> int | None:
    """The length of a response, by encoding it again; None for a served model."""
    if isinstance(response, Served) or getattr(model, "tokenizer", None) is None:
        return None
    return len(model.tokenizer.encode(response, add_special_tokens=False))


def response_limit(model: Any, asked: int, tokens_of_prompt: int | None) -> int:
    """How long a response to a prompt may get: what was asked for, or what the model's context leaves.

    What it leaves is rounded down to thousands, so that few different limits come up and problems can be sampled
    together. 0 where the prompt itself does not fit.
    """
    if tokens_of_prompt is None:
        return asked
    room = int(model.max_length) - tokens_of_prompt - 1
    if room >= asked:
        return asked
    return max(0, room - room % 1024 if room >= 1024 else room)


def environment_of_rank(rank: int, tensor_parallel: int, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of one of several data-parallel processes: its share of the visible GPUs."""
    visible = environment.get("CUDA_VISIBLE_DEVICES")
    devices = visible.split(",") if visible else [str(number) for number in range((rank + 1) * tensor_parallel)]
    share = devices[rank * tensor_parallel : (rank + 1) * tensor_parallel]
    return {**environment, "CUDA_VISIBLE_DEVICES": ",".join(share)}


def first_line(error: BaseException) -> str:
    """What an exception says, short enough for a sentence."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:300]}" if lines else type(error).__name__
