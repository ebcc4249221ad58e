"""Where in a response the answer stands."""

import re

from rlve.envs.answers.formats import LONGEST
from rlve.envs.verdict import Malformed

_BRACES = re.compile(r"\\[{}]|\\boxed\s*\{|[{}]")
_WRAPPINGS = [
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"```[A-Za-z]*[ \t]*\n(.*)\n[ \t]*```",
        r"`([^`\n]*)`",
        r"\$\$([^$]*)\$\$",
        r"\$([^$]*)\$",
        r"\\\((.*)\\\)",
        r"\\\[(.*)\\\]",
        r"\\(?:text|mathrm|mathbf|texttt)\{([^{}]*)\}",
    )
]
_INTRODUCTION = re.compile(r"(?:the\s+)?(?:final\s+)?answer\s*(?::|\bis\b\s*:?)\s*", re.IGNORECASE)


def extract(response: str) -> str:
    """The text of the last complete <answer>...</answer> or \\boxed{...} after all thinking, without its wrappings."""
    text = response[response.rfind("</think>") + len("</think>") :] if "</think>" in response else response
    unfinished = text.find("<think>")
    if unfinished >= 0:
        text = text[:unfinished]
    spans = [span for span in (_last_tagged(text), _last_boxed(text)) if span]
    if not spans:
        where = "before an unfinished <think>" if unfinished >= 0 else "in the response"
        raise Malformed(f"no <answer>...</answer> and no \\boxed{{...}} {where}")
    start, end = max(spans, key=lambda span: span[1])
    inner = text[start:end]
    if len(inner) > LONGEST:
        raise Malformed(f"an answer of more than {LONGEST} characters")
    nested = [span for span in (_last_tagged(inner), _last_boxed(inner)) if span]
    if nested:  # <answer>\boxed{42}</answer>
        start, end = max(nested, key=lambda span: span[1])
        inner = inner[start:end]
    answer = _unwrapped(inner.replace("\r\n", "\n"))
    if introduction := _INTRODUCTION.match(answer):
        answer = _unwrapped(answer[introduction.end() :])
    if not answer.strip("\"' "):
        raise Malformed("the answer is empty")
    return answer


def _last_tagged(text: str) -> tuple[int, int] | None:
    end = len(text)
    while (start := text.rfind("<answer>", 0, end)) >= 0:
        close = text.find("</answer>", start, end)
        if close >= 0:
            return start + len("<answer>"), close
        end = start + len("<answer>") - 1  # an unclosed tag: look before it, each part of the text once
    return None


def _last_boxed(text: str) -> tuple[int, int] | None:
    if "\\boxed" not in text:
        return None
    last: tuple[int, int] | None = None
    opened: list[int | None] = []
    for match in _BRACES.finditer(text):
        token = match.group()
        if token == "}":
            if opened and (start := opened.pop()) is not None:
                last = (start, match.start())
        elif token == "{":
            opened.append(None)
        elif token.endswith("{") and len(token) > 2:
            opened.append(match.end())
    return last


def _unwrapped(text: str) -> str:
    """The text without pairs of marks that enclose all of it, at most four deep."""
    for _ in range(4):
        text = text.strip()
        if not text or text[0] not in "`$\\":
            break
        match = next((match for wrapping in _WRAPPINGS if (match := wrapping.fullmatch(text))), None)
        if match is None:
            break
        text = match[1]
    return text.strip()
