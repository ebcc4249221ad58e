"""The policy: log-probabilities in chunks, weights handed over again and again, and what it refuses."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy
import pytest
import torch
from torch import Tensor

from rlve.training import distributed, models
from rlve.training.batching import Sample, assemble
from rlve.training.config import TrainSettings
from rlve.training.errors import RunError, SettingsError
from rlve.training.logprobs import TokenLogprobs
from rlve.training.policy import Policy
from rlve.training.samplers import Decoding, Request
from rlve.training.samplers.transformers import TransformersSampler
from tests.training.conftest import write_model

PROMPTS = [[10, 11, 12], [20, 21, 22, 23, 24, 25]]


def settings(model: str, **values: Any) -> TrainSettings:
    return TrainSettings(**{"model": model, "dtype": "float32", "zero_stage": 0, "learning_rate": 1e-2} | values)


@pytest.fixture(autouse=True)
def _group() -> None:
    distributed.start()
    models.quiet()


def sampled(engine: TransformersSampler, seed: int, temperature: float = 1.0) -> list[Sample]:
    """Responses with arbitrary advantages."""
    found = dict(engine.sample([Request(prompt, 4, 10) for prompt in PROMPTS], Decoding(temperature, seed)))
    return [
        Sample(prompt, response.tokens, response.logprobs, (-1.0) ** place)
        for number, prompt in enumerate(PROMPTS)
        for place, response in enumerate(found[number])
    ]


def gap(policy: Policy, samples: list[Sample]) -> float:
    batch = assemble(samples, policy.device)
    with torch.no_grad():
        return float((policy.logprobs(batch)[0] - batch.logprobs).abs()[batch.mask].max())


@pytest.mark.parametrize("temperature", [1.0, 0.6])
@pytest.mark.parametrize("tied", [True, False])
def test_the_sampler_agrees_after_every_hand_over(
    tied: bool, temperature: float, model: str, untied_model: str
) -> None:
    folder = model if tied else untied_model
    policy = Policy(settings(folder, temperature=temperature), folder)
    engine = TransformersSampler(settings(folder), folder)
    for step in (1, 2, 3):
        samples = sampled(engine, step, temperature)
        assert gap(policy, samples) < 2e-4
        policy.update([samples], step)
        assert gap(policy, samples) > 1e-2  # a missing hand-over is seen, the first as well as the second
        engine.load(policy.weights())


def test_a_hand_over_without_the_head_is_refused(model: str) -> None:
    policy, engine = Policy(settings(model), model), TransformersSampler(settings(model), model)

    def without_head(weights: Iterable[tuple[str, Tensor]]) -> list[tuple[str, Tensor]]:
        return [(name, weight) for name, weight in weights if name != "lm_head.weight"]

    with pytest.raises(RuntimeError, match=r"lm_head\.weight"):
        engine.load(without_head(policy.weights()))


def test_chunks_and_checkpointing_change_no_gradient(model: str) -> None:
    gradients = []
    for chunk, checkpointing in ((10_000, False), (3, False), (3, True)):
        lm = models.load_lm(model, torch.float32, "auto")
        if checkpointing:
            lm.train()
            lm.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        tokens = torch.arange(2, 26).reshape(2, 12)
        rows = torch.tensor([0] * 5 + [1] * 5)
        places = torch.tensor([*range(3, 8), *range(6, 11)])
        logprobs, entropy = TokenLogprobs(lm, 0.7, chunk)(tokens, rows, places, tokens[rows, places + 1])
        (logprobs * torch.arange(10)).sum().backward()
        parts = [parameter.grad.flatten() for parameter in lm.parameters()]
        gradients.append(torch.cat([*parts, logprobs.detach(), entropy]))
    for other in gradients[1:]:
        torch.testing.assert_close(other, gradients[0], atol=1e-5, rtol=1e-4)


def test_entropy_and_logprobs_by_the_definition(model: str) -> None:
    lm = models.load_lm(model, torch.float32, "auto")
    tokens = torch.arange(5, 15)[None]
    with torch.no_grad():
        places = torch.arange(9)
        found, entropy = TokenLogprobs(lm, 0.5, 4)(tokens, torch.zeros_like(places), places, tokens[0, 1:])
        whole = torch.distributions.Categorical(logits=lm(input_ids=tokens).logits[0, :-1] / 0.5)
    torch.testing.assert_close(found, whole.log_prob(tokens[0, 1:]))
    torch.testing.assert_close(entropy, whole.entropy())


def test_the_end_token_is_learned_though_it_is_also_the_padding(model: str) -> None:
    policy = Policy(settings(model), model)
    end = Sample([10, 11], numpy.array([0], numpy.int32), numpy.array([-5.0], numpy.float32), 1.0)
    beside = Sample([10] * 9, numpy.array([7, 8, 9], numpy.int32), numpy.array([-5.0] * 3, numpy.float32), 0.0)

    def logprob() -> float:
        with torch.no_grad():
            return float(policy.logprobs(assemble([end, beside], policy.device))[0][0, 0])

    before = logprob()
    policy.update([[end, beside]], 1)
    assert logprob() > before + 1e-2


def test_padding_changes_nothing(model: str) -> None:
    policy = Policy(settings(model), model)
    short = Sample([10, 11], numpy.array([7, 8], numpy.int32), numpy.zeros(2, numpy.float32), 1.0)
    longer = Sample([10] * 30, numpy.array([9] * 20, numpy.int32), numpy.zeros(20, numpy.float32), 1.0)
    with torch.no_grad():
        alone = policy.logprobs(assemble([short], policy.device))[0][0]
        beside = policy.logprobs(assemble([short, longer], policy.device))[0][0, :2]
    torch.testing.assert_close(alone, beside, atol=1e-5, rtol=0)


def test_all_masked_is_no_step(model: str) -> None:
    policy, engine = Policy(settings(model), model), TransformersSampler(settings(model), model)
    masked = [Sample(s.prompt, s.response, s.logprobs, s.advantage, counts=False) for s in sampled(engine, 1)]
    before = {name: weight.clone() for name, weight in policy.weights()}
    assert policy.update([masked], 1) is None
    assert all(torch.equal(weight, before[name]) for name, weight in policy.weights())


def test_gradients_are_clipped_only_as_the_settings_say(model: str) -> None:
    engine = TransformersSampler(settings(model), model)
    norms = {}
    for limit in (0.0, 0.01):
        policy = Policy(settings(model, max_grad_norm=limit), model)
        update = policy.update([sampled(engine, 1)], 1)
        assert update is not None
        total = sum(
            float(parameter.grad.norm() ** 2) for parameter in policy.lm.parameters() if parameter.grad is not None
        )
        norms[limit] = (update.grad_norm, total)
    assert norms[0.0][0] == pytest.approx(norms[0.01][0])  # what is reported is the norm before clipping
    assert norms[0.0][0] > 0.1


def test_warm_up(model: str) -> None:
    policy, engine = Policy(settings(model, warmup_steps=4), model), TransformersSampler(settings(model), model)
    updates = [policy.update([sampled(engine, 1)], step) for step in (1, 2, 4, 9)]
    assert [update.learning_rate for update in updates if update] == pytest.approx([0.0025, 0.005, 0.01, 0.01])


def test_clipping_acts_from_the_second_update_on(model: str) -> None:
    engine = TransformersSampler(settings(model), model)
    shares = {}
    for updates in (1, 4):
        policy = Policy(settings(model, updates_per_batch=updates, learning_rate=0.05), model)
        update = policy.update([sampled(engine, 1)], 1)
        assert update is not None
        shares[updates] = update.clipped_low + update.clipped_high
    assert shares[1] == 0.0 < shares[4]


def test_kl_to_the_start(model: str) -> None:
    engine = TransformersSampler(settings(model), model)
    policy = Policy(settings(model, kl_every=1), model)
    found = [policy.update([sampled(engine, 1)], step) for step in (1, 2, 3)]
    kls = [update.kl for update in found if update is not None]
    assert kls[0] == pytest.approx(0.0, abs=1e-6)
    assert kls[2] is not None
    assert kls[2] > 1e-4


def test_the_kl_is_to_the_model_that_the_run_began_with(model: str, tmp_path: Path) -> None:
    """Not to the checkpoint that `--resume --fresh-optimizer` goes on from."""
    later = write_model(tmp_path / "later", seed=1)
    samples = sampled(TransformersSampler(settings(model), model), 1)
    found = [
        Policy(settings(model, kl_every=1, learning_rate=0.0), later, start=start).update([samples], 1)
        for start in (None, model)
    ]
    kls = [update.kl for update in found if update is not None]
    assert kls[0] == pytest.approx(0.0, abs=1e-6)
    assert kls[1] is not None
    assert kls[1] > 0.1


@pytest.mark.parametrize("tied", [True, False])
def test_a_saved_policy_is_an_ordinary_folder(tied: bool, model: str, untied_model: str, tmp_path: Path) -> None:
    from safetensors import safe_open
    from transformers import AutoModelForCausalLM, AutoTokenizer

    folder = model if tied else untied_model
    policy, engine = Policy(settings(folder), folder), TransformersSampler(settings(folder), folder)
    policy.update([sampled(engine, 1)], 1)
    policy.save(tmp_path / "saved", models.load_tokenizer(folder))
    loaded = AutoModelForCausalLM.from_pretrained(tmp_path / "saved")
    weights = dict(policy.weights())
    for name, parameter in loaded.named_parameters(remove_duplicate=False):
        assert torch.equal(parameter, weights[name]), name
    with safe_open(tmp_path / "saved" / "model.safetensors", "pt") as file:
        assert ("lm_head.weight" in file.keys()) is not tied  # noqa: SIM118
    assert AutoTokenizer.from_pretrained(tmp_path / "saved").decode([12, 13]) == models.load_tokenizer(folder).decode(
        [12, 13]
    )
    assert loaded.generation_config.eos_token_id == [0, 1]


def test_models_that_change_their_logits_after_the_head_are_refused(
    model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = models.load_lm

    def capped(*arguments: Any) -> Any:
        lm = original(*arguments)
        forward = lm.forward
        lm.forward = lambda **inputs: _capped(forward(**inputs))
        return lm

    monkeypatch.setattr(models, "load_lm", capped)
    with pytest.raises(SettingsError, match="changes its logits after the head"):
        Policy(settings(model), model)


def _capped(output: Any) -> Any:
    output.logits = 2.0 * torch.tanh(output.logits / 2.0)
    return output


def test_what_cannot_be_loaded_is_named(tmp_path: Path, model: str) -> None:
    with pytest.raises(SettingsError, match="cannot be loaded"):
        models.load_lm(str(tmp_path / "nothing"), torch.float32, "auto")
    broken = write_model(tmp_path / "broken")
    weights = tmp_path / "broken" / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:1000])
    with pytest.raises(SettingsError, match="broken cannot be loaded"):
        models.load_lm(broken, torch.float32, "auto")
    with pytest.raises(RunError, match="cannot be loaded"):
        Policy(settings(model), model).load_optimizer(tmp_path / "trainer")
