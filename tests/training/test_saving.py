"""What is taken over from a model's own folder: its configuration and generation settings go out as they came in, and
what would be random while it trains is turned off."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch

from rlve.training import checkpoints, config, distributed, models, trainer
from rlve.training.clock import Clock
from rlve.training.errors import SettingsError
from rlve.training.policy import Policy
from rlve.training.samplers.transformers import TransformersSampler
from rlve.training.stopping import Stop
from tests.training.conftest import write_model
from tests.training.test_policy import sampled, settings


@pytest.fixture(autouse=True)
def _group() -> None:
    distributed.start()
    models.quiet()


GREEDY = '{"do_sample": false, "temperature": 0.6, "top_p": 0.95, "eos_token_id": [0, 1], "mine": "kept"}'


@pytest.fixture
def greedy(spark: str, tmp_path: Path) -> str:
    """A model whose generation settings transformers reads and refuses to write."""
    folder = Path(shutil.copytree(spark, tmp_path / "greedy"))
    (folder / "generation_config.json").write_text(GREEDY)
    return str(folder)


def test_transformers_would_refuse(greedy: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Fix these issues"):
        models.load_lm(greedy, torch.float32, "auto").save_pretrained(tmp_path / "refused")


def test_generation_settings_go_out_as_they_came(greedy: str, tmp_path: Path) -> None:
    values = {"model": greedy, "envs": "integer_sorting", "prompts_per_step": 2, "steps": 1, "eval_every": 0}
    _, chosen = config.resolve("tiny", None, values | {"max_response_tokens": 28, "workers": 1})
    (tmp_path / "run").mkdir()
    trainer.train(tmp_path / "run", chosen, Stop(tmp_path / "run"), Clock())
    newest = checkpoints.newest(tmp_path / "run")
    assert newest is not None
    assert (newest / "policy" / "generation_config.json").read_text() == GREEDY
    assert models.end_tokens(str(newest / "policy"), models.load_tokenizer(str(newest / "policy"))) == {0, 1}


def test_what_cannot_be_saved_is_found_out_before_training(
    spark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from transformers import LlamaConfig

    def refuse(*_: Any, **__: Any) -> None:
        raise ValueError("This configuration is odd.\nMend it.")

    _, chosen = config.resolve("tiny", None, {"model": spark, "envs": "integer_sorting", "workers": 1})
    monkeypatch.setattr(LlamaConfig, "save_pretrained", refuse)
    with pytest.raises(SettingsError, match=r"could be trained, but not saved: This configuration is odd\.$"):
        trainer.train(tmp_path, chosen, Stop(tmp_path), Clock())
    assert not (tmp_path / "metrics.jsonl").exists()


def noisy_gpt2(folder: Path) -> str:
    """A GPT-2 that drops a tenth of everything while it trains, as they all do."""
    from transformers import GPT2Config, GPT2LMHeadModel

    write_model(folder)
    torch.manual_seed(0)
    lm = GPT2LMHeadModel(
        GPT2Config(vocab_size=258, n_positions=128, n_embd=32, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0)
    )
    with torch.no_grad():
        for parameter in lm.parameters():
            if parameter.ndim > 1:
                parameter.mul_(4.0)
    assert (lm.config.resid_pdrop, lm.config.attn_pdrop, lm.config.embd_pdrop) == (0.1, 0.1, 0.1)
    lm.save_pretrained(folder)
    return str(folder)


def noisy_llama(folder: Path) -> str:
    from transformers import AutoConfig

    write_model(folder)
    odd = AutoConfig.from_pretrained(folder)
    odd.attention_dropout = 0.1
    odd.save_pretrained(folder)
    return str(folder)


@pytest.mark.parametrize("write", [noisy_gpt2, noisy_llama])
def test_no_dropout_in_training(write: Any, tmp_path: Path) -> None:
    """Gradient checkpointing needs training mode, in which transformers drop things: the gap would be 0.2 here."""
    folder = write(tmp_path / "noisy")
    chosen = settings(folder, gradient_checkpointing=True, learning_rate=0.0)
    policy, engine = Policy(chosen, folder), TransformersSampler(chosen, folder)
    assert policy.lm.training
    engine.load(policy.weights())
    update = policy.update([sampled(engine, 1)], 1)
    assert update is not None
    assert update.gap[2] < 2e-4
    policy.save(tmp_path / "saved", models.load_tokenizer(folder))
    names = ("resid_pdrop", "attn_pdrop", "embd_pdrop", "attention_dropout")
    was, now = (json.loads((place / "config.json").read_text()) for place in (Path(folder), tmp_path / "saved"))
    assert {name: now.get(name) for name in names} == {name: was.get(name) for name in names}
    again = policy.update([sampled(engine, 2)], 2)  # saving has not turned it on
    assert again is not None
    assert again.gap[2] < 2e-4


def test_everything_that_models_do_at_random_is_turned_off() -> None:
    class Router(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.jitter_noise, self.layerdrop, self.attention_dropout = 0.01, 0.1, 0.2
            self.dropout, self.channels = torch.nn.Dropout(0.3), torch.nn.Dropout2d(0.4)
            self.drops_nothing, self.scale = "text", 0.5

    lm = torch.nn.Sequential(Router())
    lm.config = type("Config", (), {})()
    lm.config.hidden_dropout_prob, lm.config.initializer_range = 0.1, 0.02
    assert models.without_dropout(lm) == {"hidden_dropout_prob": 0.1}
    router = lm[0]
    assert (router.jitter_noise, router.layerdrop, router.attention_dropout) == (0.0, 0.0, 0.0)
    assert (router.dropout.p, router.channels.p, router.scale, lm.config.initializer_range) == (0.0, 0.0, 0.5, 0.02)
    assert lm.config.hidden_dropout_prob == 0.0
