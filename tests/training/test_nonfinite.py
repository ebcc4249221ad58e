"""Numbers that are not finite: never into the weights, never unseen, never saved."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy
import pytest
import torch

from rlve.training import assembly, checkpoints, config, distributed, metrics, models, trainer
from rlve.training.batching import Sample
from rlve.training.clock import Clock
from rlve.training.errors import RunError, SettingsError
from rlve.training.in_flight import InFlight
from rlve.training.policy import Policy, Update
from rlve.training.samplers.transformers import TransformersSampler
from rlve.training.state import decoded, encoded
from rlve.training.stopping import Stop
from rlve.training.watch import Watch
from tests.training.conftest import write_model
from tests.training.test_checkpoints import state
from tests.training.test_policy import sampled, settings

STAGES = [(0, "float32"), (2, "float32"), (3, "float32"), (1, "bfloat16"), (2, "bfloat16"), (3, "bfloat16")]


@pytest.fixture(autouse=True)
def _group() -> None:
    distributed.start()
    models.quiet()


def samples(unknown: float = -7.0) -> list[Sample]:
    """Eight responses; the log-probability of one token of them is `unknown`."""
    random = numpy.random.default_rng(0)
    found = []
    for place in range(8):
        logprobs = numpy.full(20, -7.0, numpy.float32)
        if place == 3:
            logprobs[5] = unknown
        prompt, response = random.integers(2, 250, 10).tolist(), random.integers(2, 250, 20).astype(numpy.int32)
        found.append(Sample(prompt, response, logprobs, (-1.0) ** place))
    return found


def copied(policy: Policy) -> dict[str, torch.Tensor]:
    return {name: weight.clone() for name, weight in policy.weights()}


@pytest.mark.parametrize("unknown", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize(("stage", "dtype"), [(0, "float32"), (2, "bfloat16")])
def test_a_token_without_a_logprob_counts_with_weight_one(stage: int, dtype: str, unknown: float, model: str) -> None:
    policy = Policy(settings(model, zero_stage=stage, dtype=dtype), model)
    before = copied(policy)
    update = policy.update([samples(unknown)], 1)
    assert update is not None
    assert (update.unknown, update.dropped) == (1, 0)
    assert all(torch.isfinite(torch.tensor(update.gap)))
    after = copied(policy)
    assert all(torch.isfinite(weight).all() for weight in after.values())
    assert any(not torch.equal(weight, before[name]) for name, weight in after.items())
    numbers = metrics.of_update(update)
    assert (numbers["sampler/unknown_logprobs"], numbers["update/skipped"]) == (1, 0)


@pytest.mark.parametrize(("stage", "dtype"), STAGES)
def test_a_step_with_a_gradient_that_is_not_finite_is_dropped_and_said_to_be(
    stage: int, dtype: str, model: str
) -> None:
    policy = Policy(settings(model, zero_stage=stage, dtype=dtype), model)
    policy.update([samples()], 1)
    before = copied(policy)
    hook = policy.lm.get_output_embeddings().register_forward_hook(lambda *parts: parts[-1] * float("nan"))
    update = policy.update([samples()], 2)
    hook.remove()
    assert update is not None
    assert update.dropped == 1
    assert not update.gap[0] <= 1e9
    assert all(torch.equal(weight, before[name]) for name, weight in policy.weights())
    numbers = metrics.of_update(update)
    assert numbers["update/skipped"] == 1
    json.dumps(numbers, allow_nan=False)
    again = policy.update([samples()], 3)
    assert again is not None
    assert again.dropped == 0
    after = copied(policy)
    assert all(torch.isfinite(weight).all() for weight in after.values())
    assert any(not torch.equal(weight, before[name]) for name, weight in after.items())


def update_with(**changes: Any) -> Update:
    usual: dict[str, Any] = {"loss": 0.0, "grad_norm": 1.0, "entropy": 1.0, "clipped_low": 0.0, "clipped_high": 0.0}
    usual |= {"capped": 0.0, "gap": (1e-3, 1e-2, 1e-1), "unknown": 0, "dropped": 0, "kl": None, "tokens": 100}
    return Update(**(usual | {"fresh": 100, "learning_rate": 1e-6, "peak_memory": None} | changes))


def test_tokens_of_older_policies_are_no_gap_and_are_counted(model: str) -> None:
    """What an older policy wrote differs from this one as it should: only fresh tokens say whether weights arrive."""
    distributed.start()
    policy = Policy(config.TrainSettings(model=model, dtype="float32", zero_stage=0, learning_rate=0.0), model)

    def updated(older: int) -> Update:
        logprobs = numpy.full(6, -5.0, numpy.float32)
        logprobs[:4] = -90.0
        tokens = numpy.arange(2, 8, dtype=numpy.int32)
        done = policy.update([[Sample([5, 6], tokens, logprobs, gain, older=older) for gain in (1.0, -1.0)]], 1)
        assert done is not None
        return done

    fresh, half, stale = updated(0), updated(4), updated(6)
    assert fresh.gap[2] > 50
    assert half.gap[2] < 20
    assert metrics.of_update(half)["update/older_tokens_share"] == pytest.approx(4 / 6)
    assert (fresh.fresh, half.fresh, stale.fresh) == (12, 4, 0)
    assert "sampler/logprob_gap" not in metrics.of_update(stale)
    watch = Watch()
    for _ in range(3):
        assert list(watch.look(stale, 0.1)) == []
    assert len(list(watch.look(fresh, 0.1))) == 1


@pytest.mark.parametrize(
    ("bad", "warning", "sentence"),
    [
        ({"dropped": 1}, "the step was dropped", "Gradients were not finite twice in a row"),
        ({"gap": (0.2, 0.3, 0.4)}, r"differ by 0\.200", "Sampler and policy differ by 0.200"),
        ({"gap": (float("nan"),) * 3}, "differ by nan", "Sampler and policy differ by nan"),
        ({"gap": (float("inf"),) * 3}, "differ by inf", "Sampler and policy differ by inf"),
    ],
)
def test_two_bad_steps_in_a_row_end_a_run(bad: dict[str, Any], warning: str, sentence: str) -> None:
    watch = Watch()
    for _ in range(2):  # a good step between them forgives
        (told,) = watch.look(update_with(**bad), 0.1)
        assert told.startswith("Warning: ")
        assert list(watch.look(update_with(), 0.1)) == []
    list(watch.look(update_with(**bad), 0.1))
    assert list(watch.look(None, 0.1)) == []  # a step without groups neither forgives nor counts
    with pytest.raises(RunError, match=sentence):
        list(watch.look(update_with(**bad), 0.1))


def test_unknown_logprobs_are_told_once() -> None:
    watch = Watch()
    (told,) = watch.look(update_with(unknown=3), 0.1)
    assert "for 3 of 100 tokens" in told
    assert list(watch.look(update_with(unknown=5), 0.1)) == []


def test_broken_weights_are_not_saved_over_good_ones(model: str, tmp_path: Path) -> None:
    policy, tokenizer = Policy(settings(model), model), models.load_tokenizer(model)
    good = checkpoints.save(tmp_path, state(1), InFlight(), policy, tokenizer, keep=1, is_best=False)
    before = {path: path.read_bytes() for path in good.rglob("*") if path.is_file()}
    with torch.no_grad():
        next(policy.lm.parameters())[3, 1] = float("nan")
    with pytest.raises(RunError, match=f"not finite numbers any more.*the last whole one is {good}"):
        checkpoints.save(tmp_path, state(2), InFlight(), policy, tokenizer, keep=1, is_best=False)
    assert {path: path.read_bytes() for path in good.rglob("*") if path.is_file()} == before
    assert checkpoints.whole(tmp_path) == [good]


def test_a_broken_model_is_refused_at_the_start(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "broken")
    lm = models.load_lm(folder, torch.float32, "auto")
    with torch.no_grad():
        lm.model.norm.weight[0] = float("nan")
    lm.save_pretrained(folder)
    with pytest.raises(SettingsError, match="not finite: its weights are broken"):
        Policy(settings(folder), folder)


def test_a_sampler_of_a_broken_policy_still_answers(model: str) -> None:
    engine = TransformersSampler(settings(model), model)
    engine.load((name, weight * float("nan")) for name, weight in Policy(settings(model), model).weights())
    found = sampled(engine, 1)
    assert all(int(sample.response.min()) >= 0 and int(sample.response.max()) < 258 for sample in found)
    assert all(numpy.isnan(sample.logprobs).all() for sample in found)


def run(folder: Path, model: str, **values: Any) -> list[dict[str, float]]:
    chosen: dict[str, Any] = {"model": model, "envs": "integer_sorting", "prompts_per_step": 2, "group_size": 8}
    chosen |= {"max_response_tokens": 28, "learning_rate": 1e-3, "eval_every": 0, "save_every": 2, "keep": 1}
    _, settled = config.resolve("tiny", None, chosen | {"workers": 1, "steps": 6} | values)
    folder.mkdir()
    trainer.train(folder, settled, Stop(folder), Clock())
    return metrics.read(folder / "metrics.jsonl")


def test_a_run_goes_on_over_unknown_logprobs(spark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = TransformersSampler.sample

    def unsure(self: TransformersSampler, *arguments: Any) -> Any:
        for number, responses in original(self, *arguments):
            responses[0].logprobs[0] = numpy.nan
            yield number, responses

    monkeypatch.setattr(TransformersSampler, "sample", unsure)
    lines = run(tmp_path / "run", spark, steps=3)
    assert sum(line.get("sampler/unknown_logprobs", 0) for line in lines) > 0
    assert not any(line.get("update/dropped") for line in lines)


def test_a_run_that_cannot_learn_ends_before_it_saves(
    spark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Policy.update

    def broken(self: Policy, shares: Any, step: int) -> Any:
        if step > 2:
            self.lm.get_output_embeddings().register_forward_hook(lambda *parts: parts[-1] * float("nan"))
        return original(self, shares, step)

    monkeypatch.setattr(Policy, "update", broken)
    with pytest.raises(RunError, match="Gradients were not finite twice in a row"):
        run(tmp_path / "run", spark)
    assert [path.name for path in checkpoints.whole(tmp_path / "run")] == ["step-000002"]


def test_two_dropped_steps_around_a_resume_count(tmp_path: Path) -> None:
    """The state of a checkpoint says that the step before it was dropped."""
    written, _ = decoded(encoded(replace(state(1), dropped=1), {}))
    run = SimpleNamespace(watch=Watch())
    assembly.go_on(cast(Any, run), written)
    update = SimpleNamespace(gap=(0.0, 0.0, 0.0), dropped=1, fresh=1, unknown=0, tokens=1)
    with pytest.raises(RunError, match="not finite twice in a row"):
        list(run.watch.look(cast(Update, update), 0.1))
