"""The transformers sampler: its tokens are the model's, its log-probabilities the policy's, its ends all ends."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy
import pytest
import torch

from rlve.training import models
from rlve.training.config import TrainSettings
from rlve.training.samplers import Decoding, Request, Response
from rlve.training.samplers.transformers import TransformersSampler, drawn, truncated
from tests.training.conftest import write_model

PROMPTS = [[10, 11, 12], [20, 21, 22, 23, 24, 25], [30], [40, 41, 42, 43]]


def sampler(model: str, **settings: Any) -> TransformersSampler:
    return TransformersSampler(TrainSettings(model=model, dtype="float32", **settings), model)


def sample(engine: TransformersSampler, decoding: Decoding, count: int = 4, tokens: int = 12) -> list[list[Response]]:
    found = dict(engine.sample([Request(prompt, count, tokens) for prompt in PROMPTS], decoding))
    return [found[number] for number in range(len(PROMPTS))]


def logprobs_of(lm: Any, prompt: list[int], response: Response, temperature: float) -> torch.Tensor:
    """By one forward pass over the unpadded sequence."""
    tokens = torch.tensor([[*prompt, *response.tokens.tolist()]])
    with torch.no_grad():
        logits = lm(input_ids=tokens).logits[0, len(prompt) - 1 : -1] / temperature
    return torch.log_softmax(logits, dim=-1).gather(1, tokens[0, len(prompt) :, None])[:, 0]


@pytest.mark.parametrize("temperature", [1.0, 0.6])
@pytest.mark.parametrize("rows", [256, 5])
def test_logprobs_are_the_models_under_the_temperature(model: str, temperature: float, rows: int) -> None:
    engine = sampler(model, sampler_rows=rows)
    for prompt, group in zip(PROMPTS, sample(engine, Decoding(temperature, seed=1))):
        assert len(group) == 4
        for response in group:
            expected = logprobs_of(engine.lm, prompt, response, temperature)
            torch.testing.assert_close(torch.from_numpy(response.logprobs), expected, atol=2e-5, rtol=0)
            raw = logprobs_of(engine.lm, prompt, response, 1.0)
            assert temperature == 1.0 or (raw - expected).abs().max() > 1e-2  # logprobs without temperature are seen


def test_a_seed_gives_the_same_responses_and_another_gives_others(model: str) -> None:
    engine = sampler(model)

    def tokens(seed: int) -> list[list[int]]:
        torch.manual_seed(seed + 99)  # the global generator has no part in it
        return [response.tokens.tolist() for group in sample(engine, Decoding(1.0, seed)) for response in group]

    assert tokens(1) == tokens(1)
    assert tokens(1) != tokens(2)
    assert len({tuple(found) for found in tokens(1)}) > 12  # a group's responses differ


def test_every_end_token_ends_and_belongs_to_the_response(model: str) -> None:
    responses = [r for seed in range(40) for group in sample(sampler(model), Decoding(1.0, seed)) for r in group]
    ends = Counter(int(response.tokens[-1]) for response in responses if response.finished)
    assert set(ends) == {0, 1}
    for response in responses:
        inner = response.tokens[:-1] if response.finished else response.tokens
        assert not set(inner.tolist()) & {0, 1}
        assert response.finished or len(response.tokens) == 12
        assert len(response.tokens) == len(response.logprobs)


def test_only_the_tokenizers_end_would_miss_some(tmp_path: Path) -> None:
    folder = write_model(tmp_path)
    assert models.end_tokens(folder, models.load_tokenizer(folder)) == {0, 1}
    (tmp_path / "generation_config.json").unlink()
    assert models.end_tokens(folder, models.load_tokenizer(folder)) == {0}


def test_temperature_zero_takes_the_likeliest_tokens(model: str) -> None:
    engine = sampler(model)
    for prompt, (response,) in zip(PROMPTS, sample(engine, Decoding(0.0, 0), count=1)):
        tokens = torch.tensor([prompt])
        expected = engine.lm.generate(
            input_ids=tokens, attention_mask=torch.ones_like(tokens), do_sample=False, max_new_tokens=12
        )
        assert response.tokens.tolist() == expected[0, len(prompt) :].tolist()


def test_sampled_frequencies_are_the_models_probabilities(model: str) -> None:
    engine = sampler(model, sampler_rows=4000)
    (group,) = dict(engine.sample([Request([10, 11], 4000, 1)], Decoding(0.5, 3))).values()
    with torch.no_grad():
        expected = torch.softmax(engine.lm(input_ids=torch.tensor([[10, 11]])).logits[0, -1] / 0.5, dim=-1)
    counts = torch.bincount(torch.tensor([int(r.tokens[0]) for r in group]), minlength=len(expected))
    assert (counts / 4000 - expected).abs().max() < 0.03


def test_tokens_are_drawn_by_their_share_however_small() -> None:
    """A tail of 400,000 tokens of 2.5e-8 each: next to 1, float32 cannot tell any of them from nothing."""
    row = torch.full((400_000,), 2.5e-8)
    row[7], row[100:200], row[-5:] = 1.0 - float(row.sum()), 0.0, 0.0
    tail = int((drawn(row.expand(1000, -1), torch.Generator().manual_seed(1)) != 7).sum())
    assert 3 <= tail <= 20  # ten are expected
    few = torch.tensor([[0.0, 0.25, 0.0, 0.5, 0.25, 0.0]])
    counts = torch.bincount(drawn(few.expand(40_000, -1), torch.Generator().manual_seed(2))[:, 0], minlength=6)
    assert counts[[0, 2, 5]].tolist() == [0, 0, 0]
    assert (counts / 40_000 - few[0]).abs().max() < 0.01


def test_limits_belong_to_requests(model: str) -> None:
    engine = sampler(model)
    requests = [Request([10, 11], 3, 2), Request([12], 1, 7)]
    found = dict(engine.sample(requests, Decoding(1.0, 0)))
    assert all(len(response.tokens) <= 2 for response in found[0])
    assert len(found[0]) == 3
    assert len(found[1]) == 1
    assert dict(engine.sample([], Decoding(1.0, 0))) == {}


def test_a_group_comes_out_as_soon_as_it_is_done(model: str) -> None:
    stream = sampler(model).sample([Request([10, 11], 2, 40), Request([12, 13], 2, 1)], Decoding(1.0, 0))
    assert next(stream)[0] == 1


def test_top_k_and_top_p_by_hand() -> None:
    probabilities = torch.tensor([[0.1, 0.4, 0.2, 0.3]])
    assert truncated(probabilities, 2, 1.0)[0].tolist() == pytest.approx([0, 4 / 7, 0, 3 / 7])
    assert truncated(probabilities, 0, 0.6)[0].tolist() == pytest.approx([0, 4 / 7, 0, 3 / 7])
    assert truncated(probabilities, 0, 0.3)[0].tolist() == pytest.approx([0, 1, 0, 0])


def test_loading_takes_all_weights_and_nothing_else(model: str) -> None:
    engine = sampler(model)
    weights = {name: weight.clone() for name, weight in engine.lm.named_parameters(remove_duplicate=False)}
    before = sample(engine, Decoding(0.0, 0), count=1)
    engine.load({name: weight + torch.randn(weight.shape) for name, weight in weights.items()}.items())
    changed = sample(engine, Decoding(0.0, 0), count=1)
    engine.load(weights.items())
    after = sample(engine, Decoding(0.0, 0), count=1)
    assert [r.tokens.tolist() for (r,) in before] == [r.tokens.tolist() for (r,) in after]
    assert any(not numpy.array_equal(a.tokens, b.tokens) for (a,), (b,) in zip(before, changed))
    with pytest.raises(RuntimeError, match="was not given the weight"):
        engine.load(list(weights.items())[:-1])
    empty = dict(weights) | {"model.norm.weight": torch.empty(0)}
    with pytest.raises(RuntimeError, match=r"model.norm.weight of shape \(0,\) has no place"):
        engine.load(empty.items())
