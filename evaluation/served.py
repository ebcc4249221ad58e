"""What an OpenAI-compatible server answers: a text, and why it stopped, how long it was, how much it kept to itself."""

from collections.abc import Mapping, Sequence
from typing import Any


class Served(str):
    """The text of a response, with what the server says of it; all of that may be missing.

    A text, because lm-eval hands on nothing else. `tokens`: of the whole response, thoughts included. `finish`:
    `stop`, `length`, `content_filter`, ... `thought`: characters of reasoning that are no part of the text.
    """

    tokens: int | None
    finish: str | None
    thought: int

    def __new__(cls, text: str, tokens: int | None = None, finish: str | None = None, thought: int = 0) -> "Served":
        response = super().__new__(cls, text)
        response.tokens, response.finish, response.thought = tokens, finish, thought
        return response


def responses_in(outputs: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> list[Served]:
    """The responses of one or several answers of a server, in order; empty ones where it sent no content."""
    answers = [outputs] if isinstance(outputs, Mapping) else outputs
    found = []
    for answer in answers:
        choices = answer.get("choices") or []
        usage = answer.get("usage") or {}
        tokens = usage.get("completion_tokens") if len(choices) == 1 else None
        ordered = sorted(choices, key=lambda choice: choice.get("index") or 0)
        found += [response_in(choice, tokens) for choice in ordered] or [Served("", finish="no choice")]
    return found


def response_in(choice: Mapping[str, Any], tokens: object) -> Served:
    message = choice.get("message") or {}
    thought = text_in(message.get("reasoning_content")) or text_in(message.get("reasoning"))
    finish = choice.get("finish_reason")
    return Served(
        text_in(message.get("content")),
        tokens if isinstance(tokens, int) else None,
        finish if isinstance(finish, str) else None,
        len(thought),
    )


def text_in(content: object) -> str:
    """A text, or the texts of a list of parts."""
    if isinstance(content, list):
        return "".join(text_in(part.get("text")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""
