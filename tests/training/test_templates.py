"""What the policy reads and what ends its responses: chat templates as they are found, and texts for models without."""

from pathlib import Path
from typing import Any

import pytest

from rlve.training import models, texts
from rlve.training.config import TrainSettings
from rlve.training.errors import SettingsError
from rlve.training.rollouts import text_of
from rlve.training.samplers import Decoding, Request
from rlve.training.samplers.transformers import Row, TransformersSampler
from rlve.training.templates import Endings, description, end_of_turn, endings, template
from tests.training.conftest import write_model

TURNS = "{% for m in messages %}<{{ m.role }}>{{ m.content }}<stop>\n{% endfor %}"
OPEN = "{% if add_generation_prompt %}<assistant>{% endif %}"
OWN_SYSTEM = "{% if messages[0].role != 'system' %}<system>You are helpful.<stop>\n{% endif %}"
TEMPLATES = {
    "plain turns": (TURNS + OPEN, "without a system message", 1),
    "its own system message": (OWN_SYSTEM + TURNS + OPEN, "with its own system message 'You are helpful.'", 1),
    "a system turn whatever comes": (
        "<system>It is Monday. {% if messages[0].role == 'system' %}{{ messages[0].content }}"
        "{% set messages = messages[1:] %}{% endif %}<stop>\n" + TURNS + OPEN,
        "with a system message of its own",
        1,
    ),
    "system into user": (
        "{% if messages[0].role == 'system' %}{% set ns = messages[0].content + '\n\n' %}{% set messages = messages[1:] %}"
        "{% else %}{% set ns = '' %}{% endif %}{% for m in messages %}{% if m.role == 'user' %}[INST] {{ ns }}"
        "{{ m.content }} [/INST]{% else %} {{ m.content }} <end>{% endif %}{% endfor %}",
        "without a system message",
        0,
    ),
    "no end of a turn": ("{% for m in messages %}{{ m.content }}\n{% endfor %}", "without a system message", None),
    "for prompts only": (
        "{% for m in messages %}{% if m.role != 'user' %}{{ raise_exception('users only') }}{% endif %}"
        "{{ m.content }}{% endfor %}",
        "without a system message",
        None,
    ),
}


def settings(**values: Any) -> TrainSettings:
    return TrainSettings(**({"dtype": "float32"} | values))


@pytest.fixture
def base(tmp_path: Path) -> str:
    """A base model: its generation settings know `<end>` only, its chat template ends turns by `<stop>`."""
    folder = write_model(tmp_path / "base")
    (tmp_path / "base" / "generation_config.json").write_text('{"eos_token_id": 0}')
    return folder


@pytest.mark.parametrize("name", TEMPLATES)
def test_what_a_chat_template_does_is_seen(name: str, base: str) -> None:
    source, system, end = TEMPLATES[name]
    tokenizer = models.load_tokenizer(base)
    tokenizer.chat_template = source
    chosen = settings(model=base)
    assert end_of_turn(chosen, tokenizer) == end
    said = description(chosen, base, tokenizer)
    assert said.startswith(f"Prompts go through the model's chat template, {system}; responses end at <end>")
    assert ("or <stop>" in said) == (end == 1)
    assert endings(chosen, base, tokenizer) == Endings(frozenset({0} | ({end} if end is not None else set())))


def test_both_ways_of_ending_end_and_are_learned(base: str) -> None:
    """Without the template's end of turn responses would run on, into turns of their own invention."""

    def found(**values: Any) -> tuple[set[int], bool]:
        """The tokens that ended responses, and whether one of `<stop>` was gone past."""
        engine = TransformersSampler(settings(model=base, **values), base)
        ((_, responses),) = engine.sample([Request([10, 11, 12], 256, 12)], Decoding(1.0, 0))
        ended = {int(response.tokens[-1]) for response in responses if response.finished}
        return ended, any(1 in response.tokens[:-1] for response in responses)

    assert found(prompt_template="plain") == ({0}, True)
    tokenizer = models.load_tokenizer(base)
    tokenizer.chat_template = TURNS + OPEN
    tokenizer.save_pretrained(base)
    assert found() == ({0, 1}, False)


def test_a_real_tokenizer_as_of_a_base_model(smollm2: Path, tmp_path: Path) -> None:
    tokenizer = models.load_tokenizer(str(smollm2))
    tokenizer.eos_token = "<|endoftext|>"
    tokenizer.save_pretrained(tmp_path)
    (tmp_path / "generation_config.json").write_text('{"eos_token_id": 0}')
    tokenizer = models.load_tokenizer(str(tmp_path))
    chosen = settings(model=str(tmp_path))
    ends = endings(chosen, str(tmp_path), tokenizer).tokens
    assert set(tokenizer.convert_ids_to_tokens(sorted(ends))) == {"<|endoftext|>", "<|im_end|>"}
    said = description(chosen, str(tmp_path), tokenizer)
    assert "with its own system message 'You are a helpful AI assistant named SmolLM" in said
    spoken = tokenizer.decode(template(chosen.replace(system_prompt="Be brief."), tokenizer)("Hi"))
    assert spoken == "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    text = tokenizer.decode(template(chosen.replace(prompt_template="reasoning"), tokenizer)("What is 1 + 1?"))
    assert text.endswith("User: What is 1 + 1?\n\nAssistant: <think>")
    assert "im_start" not in text


def test_templates(model: str) -> None:
    tokenizer = models.load_tokenizer(model)
    assert tokenizer.decode(template(settings(), tokenizer)("Hello")) == "Hello"
    tokenizer.chat_template = (
        "{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}"
        "{% if enable_thinking is defined %}({{ enable_thinking }}){% endif %}{% if add_generation_prompt %}>{% endif %}"
    )
    assert tokenizer.decode(template(settings(), tokenizer)("Hi")) == "[user]Hi>"
    assert tokenizer.decode(template(settings(prompt_template="plain"), tokenizer)("Hi")) == "Hi"
    spoken = settings(system_prompt="Think.", thinking="off")
    assert tokenizer.decode(template(spoken, tokenizer)("Hi")) == "[system]Think.[user]Hi(False)>"
    assert "changes nothing" not in description(spoken, model, tokenizer)
    tokenizer.chat_template = TURNS + OPEN
    assert "--thinking off changes nothing" in description(spoken, model, tokenizer)


def test_what_cannot_be_templated_is_told_in_a_sentence(model: str) -> None:
    tokenizer = models.load_tokenizer(model)
    with pytest.raises(SettingsError, match="has no chat template; the others are plain, reasoning, or a file"):
        template(settings(prompt_template="chat"), tokenizer)
    with pytest.raises(SettingsError, match="--system-prompt needs a chat template"):
        template(settings(system_prompt="Think."), tokenizer)
    tokenizer.chat_template = "{% if messages[0].role == 'system' %}{{ raise_exception('No system role.') }}{% endif %}"
    with pytest.raises(SettingsError, match=r"The chat template of .* cannot be used: No system role\."):
        template(settings(system_prompt="Think."), tokenizer)


def test_a_tokenizer_that_ends_every_text_does_not_end_prompts(model: str) -> None:
    from tokenizers.processors import TemplateProcessing

    tokenizer = models.load_tokenizer(model)
    tokenizer.backend_tokenizer.post_processor = TemplateProcessing(single="$A <end>", special_tokens=[("<end>", 0)])
    assert tokenizer("Hi").input_ids[-1] == 0
    assert template(settings(), tokenizer)("Hi") == tokenizer("Hi").input_ids[:-1]
    assert template(settings(), tokenizer)("Hi<end>")[-1] == 0


def written(folder: Path, text: str) -> str:
    file = folder / "mine.txt"
    file.write_text(text)
    return str(file)


def test_a_text_of_the_users(model: str, tmp_path: Path) -> None:
    name = written(tmp_path, '{% set stop = ["\\nQ:", "done"] %}\nQ: {{ prompt }}\nA:\n')
    chosen, tokenizer = settings(prompt_template=name), models.load_tokenizer(model)
    prompt = 'A "problem" with {{ braces }}, {% signs %} & <tags>\n'
    assert tokenizer.decode(template(chosen, tokenizer)(prompt)) == f"Q: {prompt}\nA:"
    assert endings(chosen, model, tokenizer) == Endings(frozenset({0, 1}), ("\nQ:", "done"))
    said = description(chosen, model, tokenizer)
    assert said == f"Prompts go through the text {name}; responses end at <end> or <stop> or '\\nQ:' or 'done'."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Solve this:", "must show the problem once"),
        ("{{ prompt }} {{ prompt }}", "must show the problem once"),
        ("{{ prompt }", "cannot be used: unexpected '}'"),
        ("{{ prompt }}{{ answer }}", "cannot be used: 'answer' is undefined"),
        ("{{ prompt }}{{ ''.__class__.__mro__ }}", "cannot be used: access to attribute '__class__'"),
        ("{{ prompt }}{{ 1 / 0 }}", "cannot be used: division by zero"),
        ("{% set stop = 3 %}{{ prompt }}", "stop must be a list of texts"),
        ("{% set stop = [''] %}{{ prompt }}", "stop must be a list of texts"),
    ],
)
def test_texts_that_cannot_be_used_are_told_in_a_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        texts.check(written(tmp_path, text))
    assert str(raised.value).startswith("--prompt-template ")
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)


def test_texts_that_are_not_there(tmp_path: Path) -> None:
    for name in (str(tmp_path / "none.txt"), str(tmp_path), "reasonning"):
        with pytest.raises(SettingsError, match="give auto, chat, plain, reasoning, or a text file"):
            texts.check(name)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00{{ prompt }}")
    with pytest.raises(SettingsError, match="it is not UTF-8 text"):
        texts.check(str(tmp_path / "binary"))
    for name in ("auto", "chat", "plain", "reasoning"):
        texts.check(name)


def test_a_stop_text_ends_a_response_and_stays_in_it(model: str, tmp_path: Path) -> None:
    name = written(tmp_path, '{% set stop = ["e", "ab", "\\nUser:", "né!"] %}{{ prompt }}')
    engine = TransformersSampler(settings(model=model, prompt_template=name), model)
    tokenizer = engine.tokenizer
    stopped = 0
    for _, group in engine.sample([Request([10, 11, 12], 64, 40)], Decoding(1.0, 0)):
        for response in group:
            text = text_of(response, tokenizer)
            assert "e" not in text[:-1]
            assert response.finished == (int(response.tokens[-1]) < 2 or text.endswith(("e", "ab")))
            stopped += text.endswith("e")
    assert stopped > 3
    for said, ends in (
        ("x ab", True),
        ("a b", False),
        ("?\nUser:", True),
        ("\nUs:r", False),
        ("né!", True),
        ("n!", False),
    ):
        assert engine.stopped(Row(0, 40, tokens=tokenizer(said).input_ids)) == ends, said


def test_our_texts_show_the_problem_and_stop_at_the_next_turn() -> None:
    assert texts.shipped() == ["reasoning"]
    for name in texts.shipped():
        whole, stops = texts.text_template(name)
        assert "PROBLEM" in whole("PROBLEM")
        assert stops == ("\nUser:",)
        assert not any(stop in "\n" + whole("PROBLEM").rpartition("PROBLEM")[2] for stop in stops)
