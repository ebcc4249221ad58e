"""LoRA: what samplers compute is what the policy trains, also where merging would round it away."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from rlve.training import assembly, checkpoints, config, distributed, models, trainer
from rlve.training.clock import Clock
from rlve.training.config import TrainSettings
from rlve.training.errors import SettingsError
from rlve.training.policy import Policy
from rlve.training.samplers.transformers import TransformersSampler
from rlve.training.stopping import Stop
from tests.training.test_policy import gap, sampled, settings


@pytest.fixture(autouse=True)
def _group() -> None:
    distributed.start()
    models.quiet()


def learned(model: str, steps: int = 2, **values: Any) -> tuple[TrainSettings, Policy, TransformersSampler]:
    """A policy and a sampler after some updates, each handed over."""
    chosen = settings(model, lora_rank=4, **values)
    policy, engine = Policy(chosen, model), TransformersSampler(chosen, model)
    engine.load(policy.weights())
    for step in range(1, steps + 1):
        policy.update([sampled(engine, step)], step)
        engine.load(policy.weights())
    return chosen, policy, engine


def test_adapters_alone_learn_and_are_handed_over(model: str, tmp_path: Path) -> None:
    chosen = settings(model, lora_rank=4, learning_rate=0.05)
    policy, engine = Policy(chosen, model), TransformersSampler(chosen, model)
    trained = {name for name, parameter in policy.lm.named_parameters() if parameter.requires_grad}
    assert trained
    assert all(".lora_" in name for name in trained)
    assert {name for name, _ in policy.weights()} == trained
    engine.load(policy.weights())
    for step in (1, 2):
        samples = sampled(engine, step)
        assert gap(policy, samples) < 2e-4
        policy.update([samples], step)
        assert gap(policy, samples) > 1e-3  # a missing hand-over is seen
        engine.load(policy.weights())
    policy.save(tmp_path / "merged", models.load_tokenizer(model))
    merged = TransformersSampler(settings(str(tmp_path / "merged")), str(tmp_path / "merged"))
    assert gap(policy, sampled(merged, 5)) < 2e-4
    assert policy.merging_kept == pytest.approx(1.0, abs=1e-3)


def test_small_updates_reach_the_sampler_in_bfloat16(model: str, tmp_path: Path) -> None:
    """At a rate at which merging loses nearly all of them."""
    _, policy, engine = learned(model, steps=3, dtype="bfloat16", zero_stage=1, learning_rate=2e-6)
    own = dict(engine.lm.named_parameters())
    for name, weight in policy.weights():
        assert torch.equal(own[name], weight), name
    ups = [weight for name, weight in policy.weights() if ".lora_B." in name]
    assert sum(int((weight != 0).sum()) for weight in ups) > 0.9 * sum(weight.numel() for weight in ups)
    policy.save(tmp_path / "saved", models.load_tokenizer(model))
    assert policy.merging_kept is not None
    assert policy.merging_kept < 0.1


def test_what_merging_rounds_away_is_saved_beside_it(model: str, tmp_path: Path) -> None:
    from peft import PeftModel

    _, policy, engine = learned(model, learning_rate=0.05)
    policy.save(tmp_path / "saved", models.load_tokenizer(model))
    folder = tmp_path / "saved" / "adapters"
    assert json.loads((folder / "adapter_config.json").read_text())["r"] == 4
    base = models.load_lm(model, torch.float32, "auto")
    adapted = PeftModel.from_pretrained(base, str(folder))
    tokens = torch.arange(5, 25)[None]
    with torch.no_grad():
        expected = engine.lm(input_ids=tokens).logits
        torch.testing.assert_close(adapted(input_ids=tokens).logits, expected, atol=1e-5, rtol=1e-5)


def test_adapters_go_on_from_where_they_were(model: str, tmp_path: Path) -> None:
    chosen, policy, engine = learned(model, learning_rate=0.05)
    policy.save(tmp_path / "saved", models.load_tokenizer(model))
    again = Policy(chosen, model, adapters=tmp_path / "saved" / "adapters")
    weights = dict(again.weights())
    assert all(torch.equal(weight, weights[name]) for name, weight in policy.weights())
    assert gap(again, sampled(engine, 7)) < 2e-4
    with pytest.raises(SettingsError, match="are not those of this run: was --lora-rank another"):
        Policy(chosen.replace(lora_rank=2), model, adapters=tmp_path / "saved" / "adapters")
    (tmp_path / "saved" / "adapters" / "adapter_model.safetensors").write_bytes(b"short")
    with pytest.raises(SettingsError, match="cannot be read"):
        Policy(chosen, model, adapters=tmp_path / "saved" / "adapters")


def test_a_fresh_optimizer_keeps_adapters_and_reference(
    spark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = {"model": spark, "envs": "integer_sorting", "prompts_per_step": 2, "eval_every": 0, "workers": 1}
    _, chosen = config.resolve("tiny", None, values | {"max_response_tokens": 28, "lora_rank": 4, "steps": 1})
    began: list[dict[str, Any]] = []

    class Watched(Policy):
        def __init__(self, settings: TrainSettings, model: str, **others: Any) -> None:
            super().__init__(settings, model, **others)
            began.append({"model": model, **others, "first": next(iter(self.weights()))[1].clone()})

    monkeypatch.setattr(assembly, "Policy", Watched)
    trainer.train(tmp_path, chosen, Stop(tmp_path), Clock())
    newest = checkpoints.newest(tmp_path)
    assert newest is not None
    trainer.train(tmp_path, chosen, Stop(tmp_path), Clock(), resume=True, fresh_optimizer=True)
    assert [scene["model"] for scene in began] == [scene["start"] for scene in began] == [spark, spark]
    assert [scene["adapters"] for scene in began] == [None, newest / "policy" / "adapters"]
    whole = chosen.replace(lora_rank=0, steps=2)
    trainer.train(tmp_path, whole, Stop(tmp_path), Clock(), resume=True, fresh_optimizer=True)
    assert (began[-1]["model"], began[-1]["start"]) == (str(newest / "policy"), spark)


def test_a_sampler_without_adapters_refuses_them(model: str) -> None:
    policy = Policy(settings(model, lora_rank=4), model)
    with pytest.raises(RuntimeError, match="has no place in the sampler"):
        TransformersSampler(settings(model), model).load(policy.weights())
