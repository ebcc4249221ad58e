"""The vLLM sampler, for real, on a CPU: its log-probabilities are the policy's after every hand-over."""

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy
import pytest

from rlve.training import distributed, models
from rlve.training.batching import Sample
from rlve.training.config import TrainSettings
from rlve.training.samplers import Decoding, Request
from tests.training.conftest import run_ranks, write_model

pytestmark = pytest.mark.skipif(find_spec("vllm") is None, reason="vLLM is not installed")

PROMPTS = [[10, 11, 12], [20, 21, 22, 23, 24, 25], [30] * 40]


@pytest.fixture(scope="module")
def wide_model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Tied, with two end tokens, and heads as wide as vLLM needs them."""
    return write_model(tmp_path_factory.mktemp("wide"), width=64)


def settings(model: str, **values: Any) -> TrainSettings:
    chosen = {"model": model, "dtype": "float32", "sampler": "vllm", "learning_rate": 1e-2, "zero_stage": 0}
    return TrainSettings(**(chosen | {"max_prompt_tokens": 64, "max_response_tokens": 24} | values))


def learn(model: str, faults: bool, tokens: int, **values: Any) -> dict[str, Any]:
    """Three updates with a hand-over after each; largest gaps before each update, and with planted faults."""
    import torch

    from rlve.training import samplers
    from rlve.training.policy import Policy

    os.environ.setdefault("VLLM_CPU_KVCACHE_SPACE", "1")
    models.quiet()
    torch.set_num_threads(1)
    chosen = settings(model, **values)
    engine = samplers.choose(chosen, model, seed=0)
    engine.sleep()
    policy = Policy(chosen, model)
    requests = [Request(prompt, 4, tokens) for prompt in PROMPTS]
    share, place_in_engine = divmod(distributed.rank(), chosen.tensor_parallel)

    def sample(seed: int) -> list[list[Any]]:
        decoding = Decoding(chosen.temperature, 10 * seed + share)
        found = dict(engine.sample(requests, decoding))
        return [found[number] for number in range(len(PROMPTS))]

    def update(step: int, seed: int) -> float:
        own = [
            Sample(prompt, response.tokens, response.logprobs, (-1.0) ** place)
            for prompt, group in zip(PROMPTS, sample(seed))
            for place, response in enumerate(group)
        ]
        done = policy.update(distributed.gather(own if place_in_engine == 0 else []), step)
        assert done is not None
        return done.gap[2]

    found: dict[str, Any] = {"gaps": []}
    for step in (1, 2, 3):
        engine.wake()
        engine.load(policy.weights())
        found["gaps"].append(update(step, seed=step))
    if faults:
        found["not handed over"] = update(4, seed=4)
    if faults and not chosen.lora_rank:
        weights = [(name, weight.clone()) for name, weight in policy.weights() if name != "lm_head.weight"]
        engine.load(iter(weights))
        found["without the head"] = update(5, seed=5)
        engine.load(policy.weights())
    found["noise"] = []  # on GPUs vLLM takes it from numpy's global state
    for name, seed in (("responses", 7), ("again", 7), ("other", 8)):
        found[name] = [[(r.tokens.tolist(), r.finished) for r in group] for group in sample(seed)]
        found["noise"].append(float(numpy.random.random()))
    found["world"] = (distributed.size(), torch.distributed.get_world_size())
    found["sum"] = float(sum(weight.double().abs().sum() for _, weight in policy.weights()))
    return found


def alone(model: str) -> dict[str, Any]:
    return learn(model, True, 24)


@pytest.fixture(scope="module")
def scene(wide_model: str) -> dict[str, Any]:
    (found,) = run_ranks(alone, wide_model, ranks=1)
    return found


def test_the_engine_agrees_after_every_hand_over(scene: dict[str, Any]) -> None:
    assert max(scene["gaps"]) < 2e-4


@pytest.mark.parametrize("fault", ["not handed over", "without the head"])
def test_planted_faults_are_seen(fault: str, scene: dict[str, Any]) -> None:
    assert scene[fault] > 1e-2


def test_a_seed_gives_the_same_responses(scene: dict[str, Any]) -> None:
    assert scene["responses"] == scene["again"] != scene["other"]
    first, again, other = scene["noise"]
    assert first == again != other


def test_ends_and_limits(scene: dict[str, Any]) -> None:
    responses = [response for group in scene["responses"] + scene["other"] for response in group]
    assert len({tuple(tokens) for tokens, _ in responses}) > 12
    assert {len(group) for group in scene["responses"]} == {4}
    for tokens, finished in responses:
        inner = tokens[:-1] if finished else tokens
        assert not {0, 1} & set(inner)
        assert tokens[-1] in (0, 1) if finished else len(tokens) == 24


def two(model: str) -> dict[str, Any]:
    return learn(model, False, 12, zero_stage=3, temperature=0.6, lora_rank=0)


def test_two_ranks_with_split_weights_and_another_temperature(wide_model: str) -> None:
    first, second = run_ranks(two, wide_model)
    assert first["world"] == second["world"] == (2, 2)
    assert first["sum"] == second["sum"]
    assert first["gaps"] == second["gaps"]
    assert max(first["gaps"]) < 2e-4
    assert first["responses"] != second["responses"]


def shared(model: str) -> dict[str, Any]:
    return learn(model, True, 12, zero_stage=2, tensor_parallel=2)


@pytest.fixture
def shared_memory() -> Iterator[None]:
    """vLLM on CPUs leaves the memory that its ranks share behind, and cannot start while it is there."""

    def clean() -> None:
        for path in Path("/dev/shm").glob("*-tp:0-*-cpushm_*"):
            path.unlink()

    clean()
    yield
    clean()


def test_two_ranks_that_share_an_engine(wide_model: str, shared_memory: None) -> None:
    first, second = run_ranks(shared, wide_model)
    assert first["gaps"] == second["gaps"]
    assert max(first["gaps"]) < 2e-4
    assert first["not handed over"] > 1e-2
    assert first["responses"] == second["responses"] == first["again"] != first["other"]


def adapted(model: str, text: str) -> dict[str, Any]:
    return learn(model, True, 24, lora_rank=4, learning_rate=0.05, prompt_template=text)


def test_adapters_unmerged_and_texts_that_end_responses(wide_model: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text('{% set stop = ["e", "ab", "7"] %}{{ prompt }}')
    (found,) = run_ranks(adapted, wide_model, str(tmp_path / "text"), ranks=1)
    assert max(found["gaps"]) < 2e-4
    assert found["not handed over"] > 1e-2
    tokenizer = models.load_tokenizer(wide_model)
    stopped = 0
    for tokens, finished in (response for group in found["responses"] + found["other"] for response in group):
        text = tokenizer.decode(tokens, skip_special_tokens=True)
        assert not set("e7") & set(text[:-1])
        assert finished == (tokens[-1] < 2 or text.endswith(("e", "ab", "7")))
        assert finished or len(tokens) == 24
        stopped += text.endswith(("e", "7"))
    assert stopped


def real(model: str) -> dict[str, Any]:
    return learn(model, True, 8, learning_rate=1e-4)


def test_a_real_model_with_tied_embeddings(smollm2: Path) -> None:
    (found,) = run_ranks(real, str(smollm2), ranks=1)
    assert max(found["gaps"]) < 2e-4
    assert found["not handed over"] > 1e-2
    assert found["without the head"] > 1e-2
