"""How a problem's prompt becomes what the policy reads."""

from collections.abc import Callable
from typing import Any

from rlve.training.config import TrainSettings


def template(settings: TrainSettings, tokenizer: Any) -> Callable[[str], list[int]]:
    """How a problem's prompt becomes token ids: through the model's chat template, or as it is."""
    chat = settings.prompt_template == "chat" or (
        settings.prompt_template == "auto" and getattr(tokenizer, "chat_template", None)
    )

    def plain(text: str) -> list[int]:
        return list(tokenizer(text).input_ids)

    def templated(text: str) -> list[int]:
        messages = [{"role": "system", "content": settings.system_prompt}] if settings.system_prompt else []
        messages.append({"role": "user", "content": text})
        options = {} if settings.thinking == "auto" else {"enable_thinking": settings.thinking == "on"}
        whole = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True, **options)
        return list(tokenizer(whole, add_special_tokens=False).input_ids)

    return templated if chat else plain
