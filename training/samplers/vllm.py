"""The sampler for GPUs: vLLM in the trainer's own process, asleep while the policy learns.

One engine per rank, or one per `--tensor-parallel` ranks, which then all sample the same requests. The only module that
imports vllm. What it must respect, each found the hard way: the process group exists before the engine is made; the
engine reseeds every global random generator; per-request seeds are slow on GPUs and can end the engine on CPUs, so the
global seeds are set before each round, numpy's too, which the sampler on GPUs draws from; log-probabilities are those
after the temperature only if asked for; weights go in through `reload_weights` on CPUs and GPUs alike, a tied head
under both its names. LoRA adapters go in as adapters, by a folder: merged into bfloat16 they would be rounded away.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy
import torch

from rlve.training import adapters, distributed, models, templates
from rlve.training.config import TrainSettings
from rlve.training.errors import SettingsError
from rlve.training.samplers import Decoding, Request, Response

ADAPTER_RANKS = (1, 8, 16, 32, 64, 128, 256, 320, 512)  # sizes that vLLM reserves room for


class VllmSampler:
    """Samples with vLLM. Raises `SettingsError` if the engine does not start."""

    def __init__(self, settings: TrainSettings, model: str, seed: int) -> None:
        os.environ["VLLM_ENABLE_V1_MULTIPROCESSING"] = "0"
        os.environ.setdefault("VLLM_LOGGING_STREAM", "ext://sys.stderr")
        os.environ.setdefault("VLLM_LOGGING_LEVEL", "ERROR")
        import vllm

        self.settings = settings
        self.on_gpu = torch.cuda.is_available()
        self.asleep = False
        self.adapter: Any = None
        self.folder = tempfile.TemporaryDirectory(prefix="rlve-adapters-")
        self.ends = templates.endings(settings, model, models.load_tokenizer(model))
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
                **adapter_options(settings),
            )
        except (ValueError, RuntimeError) as error:
            raise SettingsError(f"vLLM does not start: {models.first_line(error)}") from error
        if distributed.size() != int(os.environ.get("WORLD_SIZE", "1")):
            raise RuntimeError("vLLM has replaced the process group")

    def sample(self, requests: Iterable[Request], decoding: Decoding) -> Iterator[tuple[int, list[Response]]]:
        from vllm import SamplingParams
        from vllm.sampling_params import RequestOutputKind

        torch.manual_seed(decoding.seed)
        numpy.random.seed(decoding.seed % 2**32)
        engine = self.engine.llm_engine
        for number, request in enumerate(requests):
            parameters = SamplingParams(
                n=request.count,
                temperature=decoding.temperature,
                top_p=decoding.top_p,
                top_k=decoding.top_k or -1,
                max_tokens=request.max_tokens,
                stop=list(self.ends.texts),
                stop_token_ids=sorted(self.ends.tokens),
                logprobs=0,
                detokenize=bool(self.ends.texts),
                output_kind=RequestOutputKind.FINAL_ONLY,
            )
            prompt = {"prompt_token_ids": request.tokens}
            engine.add_request(str(number), prompt, parameters, lora_request=self.adapter)
        while engine.has_unfinished_requests():
            for output in engine.step():
                if output.finished:
                    yield int(output.request_id), [response_of(written) for written in output.outputs]

    def load(self, weights: Iterable[tuple[str, torch.Tensor]]) -> None:
        if self.settings.lora_rank:
            self.load_adapters(adapters.copied(weights))
        else:
            self.engine.collective_rpc("reload_weights", kwargs={"weights_iterator": weights})
        if self.asleep:
            self.engine.wake_up(tags=["kv_cache"])
            self.asleep = False
        self.engine.reset_prefix_cache()

    def load_adapters(self, trained: Mapping[str, torch.Tensor]) -> None:
        """Replace the adapters, under a new number: what was cached by the old one's is then never taken for theirs."""
        from vllm.lora.request import LoRARequest

        before = self.adapter
        number = before.lora_int_id + 1 if before else 1
        adapters.write(Path(self.folder.name), trained, self.settings)
        self.adapter = LoRARequest(f"step-{number}", number, self.folder.name)
        if before:
            self.engine.llm_engine.remove_lora(before.lora_int_id)
        if not self.engine.llm_engine.add_lora(self.adapter):
            raise RuntimeError("vLLM did not take the adapters")

    def sleep(self) -> None:
        """Give all GPU memory back, weights included: `load` brings new ones. Frozen ones, which adapters belong to,
        wait in CPU memory."""
        if self.on_gpu and not self.asleep:
            self.engine.sleep(level=1 if self.settings.lora_rank else 2)
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
        self.folder.cleanup()


def adapter_options(settings: TrainSettings) -> dict[str, Any]:
    """What the engine must be told about LoRA. Raises `SettingsError` if there are more ranks than it can do."""
    if not settings.lora_rank:
        return {}
    room = next((rank for rank in ADAPTER_RANKS if rank >= settings.lora_rank), None)
    if room is None:
        raise SettingsError(f"vLLM takes adapters up to rank {ADAPTER_RANKS[-1]}: lower --lora-rank.")
    return {"enable_lora": True, "max_lora_rank": room, "max_loras": 1, "max_cpu_loras": 1}


def response_of(written: Any) -> Response:
    """The sampled token's log-probability is looked up by its id: the likeliest token may stand beside it."""
    tokens = list(written.token_ids)
    logprobs = [entry[token].logprob for token, entry in zip(tokens, written.logprobs)]
    finished = written.finish_reason == "stop"
    return Response(numpy.array(tokens, numpy.int32), numpy.array(logprobs, numpy.float32), finished)
