"""The sampler for GPUs: vLLM in the trainer's own process, asleep while the policy learns.

One engine per rank, or one per `--tensor-parallel` ranks, which then all sample the same requests. The only module that
imports vllm. What it must respect, each found the hard way: the process group exists before the engine is made; the
engine reseeds every global random generator; per-request seeds are slow on GPUs and can end the engine on CPUs, so the
global seed is set before each round; log-probabilities are those after the temperature only if asked for; weights go in
through `reload_weights` on CPUs and GPUs alike, a tied head under both its names.
"""

import os
from collections.abc import Iterable, Iterator
from typing import Any

import numpy
import torch

from rlve.training import distributed, models
from rlve.training.config import TrainSettings
from rlve.training.errors import SettingsError
from rlve.training.samplers import Decoding, Request, Response


class VllmSampler:
    """Samples with vLLM. Raises `SettingsError` if the engine does not start."""

    def __init__(self, settings: TrainSettings, model: str, seed: int) -> None:
        os.environ["VLLM_ENABLE_V1_MULTIPROCESSING"] = "0"
        os.environ.setdefault("VLLM_LOGGING_STREAM", "ext://sys.stderr")
        os.environ.setdefault("VLLM_LOGGING_LEVEL", "ERROR")
        import vllm

        self.on_gpu = torch.cuda.is_available()
        self.asleep = False
        self.ends = sorted(models.end_tokens(model, models.load_tokenizer(model)))
        dtype = models.number_format(settings)
        try:
            self.engine: Any = vllm.LLM(
                model=model,
                dtype=str(dtype).removeprefix("torch."),
                tensor_parallel_size=settings.tensor_parallel,
                distributed_executor_backend="external_launcher",
                max_model_len=settings.max_prompt_tokens + settings.max_response_tokens,
                gpu_memory_utilization=settings.gpu_memory_utilization,
                enable_sleep_mode=self.on_gpu,
                enforce_eager=not self.on_gpu,  # compiling takes longer on a CPU than it can win back here
                logprobs_mode="processed_logprobs",
                seed=seed % 2**31,
                disable_log_stats=True,
            )
        except (ValueError, RuntimeError) as error:
            raise SettingsError(f"vLLM does not start: {models.first_line(error)}") from error
        if distributed.size() != int(os.environ.get("WORLD_SIZE", "1")):
            raise RuntimeError("vLLM has replaced the process group")

    def sample(self, requests: Iterable[Request], decoding: Decoding) -> Iterator[tuple[int, list[Response]]]:
        from vllm import SamplingParams
        from vllm.sampling_params import RequestOutputKind

        torch.manual_seed(decoding.seed)
        engine = self.engine.llm_engine
        for number, request in enumerate(requests):
            parameters = SamplingParams(
                n=request.count,
                temperature=decoding.temperature,
                top_p=decoding.top_p,
                top_k=decoding.top_k or -1,
                max_tokens=request.max_tokens,
                stop_token_ids=self.ends,
                logprobs=0,
                detokenize=False,
                output_kind=RequestOutputKind.FINAL_ONLY,
            )
            engine.add_request(str(number), {"prompt_token_ids": request.tokens}, parameters)
        while engine.has_unfinished_requests():
            for output in engine.step():
                if output.finished:
                    yield int(output.request_id), [response_of(written) for written in output.outputs]

    def load(self, weights: Iterable[tuple[str, torch.Tensor]]) -> None:
        self.engine.collective_rpc("reload_weights", kwargs={"weights_iterator": weights})
        if self.asleep:
            self.engine.wake_up(tags=["kv_cache"])
            self.asleep = False
        self.engine.reset_prefix_cache()

    def sleep(self) -> None:
        """Give all GPU memory back, weights included: `load` brings new ones."""
        if self.on_gpu and not self.asleep:
            self.engine.sleep(level=2)
            self.asleep = True

    def wake(self) -> None:
        """Take the memory for weights; that for the cache is taken after `load`, when the policy's copies are gone."""
        if self.asleep:
            self.engine.wake_up(tags=["weights"])

    def close(self) -> None:
        """End the engine, and with it the process group: nothing distributed can follow."""
        if self.engine is not None:
            self.engine.llm_engine.engine_core.shutdown()
            self.engine = None


def response_of(written: Any) -> Response:
    """The sampled token's log-probability is looked up by its id: the likeliest token may stand beside it."""
    tokens = list(written.token_ids)
    logprobs = [entry[token].logprob for token, entry in zip(tokens, written.logprobs)]
    finished = written.finish_reason == "stop"
    return Response(numpy.array(tokens, numpy.int32), numpy.array(logprobs, numpy.float32), finished)
