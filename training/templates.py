"""How a problem's prompt becomes what the policy reads, and what ends a response to it.

Three kinds: the model's own chat template; nothing at all; or a text of the user's or ours for models that were never
taught to chat, see `training/texts.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rlve.training import models
from rlve.training.config import TrainSettings
from rlve.training.errors import SettingsError
from rlve.training.texts import AUTO, CHAT, MARK, PLAIN, shipped, text_template

OTHER_MARK = "a94f0d"


@dataclass(frozen=True)
class Endings:
    """What ends a response. Of `tokens` the one that does is the response's last; `texts` end it with the token that
    completes one."""

    tokens: frozenset[int]
    texts: tuple[str, ...] = ()


def template(settings: TrainSettings, tokenizer: Any) -> Callable[[str], list[int]]:
    """How a problem's prompt becomes token ids. Raises `SettingsError` if the settings' template cannot be used."""
    kind = kind_of(settings, tokenizer)
    if kind == CHAT:
        render_chat(settings, tokenizer, MARK)
        return lambda text: list(tokenizer(render_chat(settings, tokenizer, text), add_special_tokens=False).input_ids)
    if settings.system_prompt:
        raise SettingsError("--system-prompt needs a chat template: put it into the text of --prompt-template instead.")
    if kind == PLAIN:
        return lambda text: begun(tokenizer, text)
    whole, _ = text_template(kind)
    return lambda text: begun(tokenizer, whole(text))


def endings(settings: TrainSettings, model: str, tokenizer: Any) -> Endings:
    """What ends a response: the model's end tokens, with a chat template its end of a turn, with a text its `stop`.

    A base model's own end token is often not that of the template it comes with: its responses would run on into a
    dialogue of its own invention. Raises `SettingsError` if nothing would ever end a response.
    """
    kind = kind_of(settings, tokenizer)
    turn = end_of_turn(settings, tokenizer) if kind == CHAT else None
    stops = text_template(kind)[1] if kind not in (CHAT, PLAIN) else ()
    tokens = models.end_tokens(model, tokenizer) | ({turn} if turn is not None else set())
    if not tokens and not stops:
        raise SettingsError(f"The model {model} names no end token, so its responses would never end.")
    return Endings(frozenset(tokens), stops)


def description(settings: TrainSettings, model: str, tokenizer: Any) -> str:
    """What the policy reads and what ends its responses, in a sentence or two for the user."""
    kind = kind_of(settings, tokenizer)
    if kind == PLAIN:
        form = "as they are"
    elif kind != CHAT:
        form = f"through the text {kind}"
    else:
        form = f"through the model's chat template, {system_message(settings, tokenizer)}"
    found = endings(settings, model, tokenizer)
    ends = [*tokenizer.convert_ids_to_tokens(sorted(found.tokens)), *map(repr, found.texts)]
    said = f"Prompts go {form}; responses end at {' or '.join(ends)}."
    if kind == CHAT and settings.thinking != "auto" and not knows_thinking(settings, tokenizer):
        said += f" --thinking {settings.thinking} changes nothing: the chat template knows no enable_thinking."
    return said


def kind_of(settings: TrainSettings, tokenizer: Any) -> str:
    """`chat`, `plain`, or a text's name. Raises `SettingsError` if the model has no chat template and must."""
    chat = bool(getattr(tokenizer, "chat_template", None))
    if settings.prompt_template == AUTO:
        return CHAT if chat else PLAIN
    if settings.prompt_template == CHAT and not chat:
        raise SettingsError(
            f"--prompt-template chat: the model {settings.model} has no chat template; the others are plain, "
            f"{', '.join(shipped())}, or a file."
        )
    return settings.prompt_template


def render_chat(settings: TrainSettings, tokenizer: Any, prompt: str, **options: Any) -> str:
    """A prompt in the model's chat template, up to where the response begins. Raises `SettingsError`."""
    messages = [{"role": "system", "content": settings.system_prompt}] if settings.system_prompt else []
    messages.append({"role": "user", "content": prompt})
    if settings.thinking != "auto":
        options = {"enable_thinking": settings.thinking == "on"} | options
    return rendered(settings, tokenizer, messages, add_generation_prompt=True, **options)


def rendered(settings: TrainSettings, tokenizer: Any, messages: list[dict[str, str]], **options: Any) -> str:
    try:
        return str(tokenizer.apply_chat_template(messages, tokenize=False, **options))
    except Exception as error:  # templates raise what they like
        raise SettingsError(
            f"The chat template of {settings.model} cannot be used: {models.first_line(error)}"
        ) from error


def end_of_turn(settings: TrainSettings, tokenizer: Any) -> int | None:
    """The token with which the chat template ends what the assistant says; None if there is no such token."""
    messages = [{"role": "user", "content": OTHER_MARK}, {"role": "assistant", "content": MARK}]
    try:
        whole = rendered(settings, tokenizer, messages)
    except SettingsError:  # some are for prompts only
        return None
    _, written, after = whole.rpartition(MARK)
    if not written:
        return None
    special = {**tokenizer.get_added_vocab(), **dict(zip(tokenizer.all_special_tokens, tokenizer.all_special_ids))}
    begins = [text for text in special if after.lstrip().startswith(text)]
    return int(special[max(begins, key=len)]) if begins else None


def system_message(settings: TrainSettings, tokenizer: Any) -> str:
    """What stands as the system message, in words.

    A template's own shows where the settings have none and it puts something where one would stand.
    """
    if settings.system_prompt:
        return "with --system-prompt"
    before = render_chat(settings, tokenizer, MARK).partition(MARK)[0]
    try:
        spoken = render_chat(settings.replace(system_prompt=OTHER_MARK), tokenizer, MARK).partition(MARK)[0]
    except SettingsError:
        return "without a system message"
    head, _, tail = spoken.partition(OTHER_MARK)
    if not tail or not (before.startswith(head) and before.endswith(tail) and len(before) >= len(head + tail)):
        return "without a system message"
    own = before[len(head) : len(before) - len(tail)].strip()
    return f"with its own system message {shortened(own)}" if own else "with a system message of its own"


def shortened(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


def knows_thinking(settings: TrainSettings, tokenizer: Any) -> bool:
    on, off = (render_chat(settings, tokenizer, MARK, enable_thinking=value) for value in (True, False))
    return on != off


def begun(tokenizer: Any, text: str) -> list[int]:
    """Token ids of a text that a response goes on from: a tokenizer that ends every text must not end this one."""
    tokens = list(tokenizer(text).input_ids)
    own = list(tokenizer(text, add_special_tokens=False).input_ids)
    if tokens and tokens[-1] == tokenizer.eos_token_id and own[-1:] != tokens[-1:]:
        return tokens[:-1]
    return tokens
