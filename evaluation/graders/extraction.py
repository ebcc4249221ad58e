"""Where a response says its answer: in the last complete `\\boxed{...}`, `\\fbox{...}` or `<answer>...</answer>`.

A box without braces (`\\boxed 6`) counts too. Empty ones and placeholders (`\\boxed{answer}`) count only alone.
"""

import re
from dataclasses import dataclass

THINK_END = "</think>"
UNBRACED = (
    r"[-+]?\d{1,30}(?:,\d{3})*(?:\.\d{1,30})?(?:/\d{1,30})?(?:\\?%)?|[-+]?\\[dt]?frac\s*(?:\{[^{}]{1,60}\}\{[^{}]{1,60}\}|\d\d)"
    r"|[A-Z](?![A-Za-z])"
)
BOX_TOKENS = re.compile(rf"\\(?:boxed|fbox)\s{{0,20}}(?:\{{|(?P<unbraced>{UNBRACED}))|\\.|[{{}}]", re.DOTALL)
PLACEHOLDER = re.compile(
    r"(?:\\text\{)?[\s<\[{(.]*(?:(?:(?:your|my|the|final|correct|numerical)[\s_-]*)*(?:answer|result|solution|value|number|expression)"
    r"(?:[\s_-]*here)?|\\(?:l|c|d)?dots|\\cdot|\\square|\\ldots|_+|(?:\\_)+|\?+|\.+|\u2026|x{3,})?[\s>\]}).]*",
    re.IGNORECASE,
)
BETWEEN_BOXES = re.compile(r"[\s$.]*(?:,|;|and|or|\\text\{\s*(?:and|or)\s*\})[\s$.,]*", re.IGNORECASE)
DEEPEST_PEEL = 5
MOST_TAGS = 5
LONGEST_PLACEHOLDER = 60
OPEN_TAG, CLOSE_TAG = "<answer>", "</answer>"


@dataclass(frozen=True)
class Marked:
    """A marked piece of a response: its text, and where its opening marker starts and its closing marker ends."""

    start: int
    end: int
    text: str


def after_thinking(response: str) -> str:
    """The part of a response behind its last `</think>`; all of it where there is none."""
    return response.rpartition(THINK_END)[2]


def boxes(text: str) -> list[Marked]:
    """Every complete outermost box in order. One pass, so that a megabyte of open boxes stays quick."""
    found: list[tuple[int, int, int, int]] = []  # start, end, and where the text inside begins and ends
    open_braces: list[tuple[int, int] | None] = []
    for token in BOX_TOKENS.finditer(text):
        written = token.group()
        if token["unbraced"] is not None:
            found.append((*token.span(), *token.span("unbraced")))
        elif written == "}":
            opened = open_braces.pop() if open_braces else None
            if opened is not None:
                start, inner = opened
                while found and found[-1][0] > start:  # those lie inside this one
                    found.pop()
                found.append((start, token.end(), inner, token.start()))
        elif written.endswith("{") and written != "\\{":
            open_braces.append(None if written == "{" else (token.start(), token.end()))
    return [Marked(start, end, text[begin:close]) for start, end, begin, close in found]


def is_placeholder(text: str) -> bool:
    """Whether a marked text says nothing: it is empty or stands for the answer, as in a note on the format."""
    return len(text) <= LONGEST_PLACEHOLDER and PLACEHOLDER.fullmatch(text.strip().strip("$")) is not None


def without_placeholders(found: list[Marked]) -> list[Marked]:
    """The marked texts that say something; all of them where none does."""
    return [one for one in found if not is_placeholder(one.text)] or found


def last_tag(text: str) -> Marked | None:
    """The last complete `<answer>...</answer>` that says something, in any case of letters; else the last one."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters grow when lowered: offsets would no longer fit
        lowered = text
    last, end = None, len(lowered)
    for _ in range(MOST_TAGS):
        close = lowered.rfind(CLOSE_TAG, 0, end)
        start = lowered.rfind(OPEN_TAG, 0, close) if close >= 0 else -1
        if start < 0:
            break
        tag = Marked(start, close + len(CLOSE_TAG), text[start + len(OPEN_TAG) : close])
        if not is_placeholder(tag.text):
            return tag
        last, end = last or tag, start
    return last


def marked_answer(response: str) -> str | None:
    """The text of the last marked answer, nested markers peeled; None without a complete marker.

    Boxes that follow one another with nothing but a comma, `and` or `or` between them are several answers to one
    question: they are joined by commas.
    """
    text = after_thinking(response)
    found = without_placeholders(boxes(text))
    tag = last_tag(text)
    if tag is not None and found and is_placeholder(tag.text) and not is_placeholder(found[-1].text):
        tag = None
    if tag is not None and (not found or is_placeholder(found[-1].text)) and not is_placeholder(tag.text):
        found = []
    if tag is not None and (not found or tag.end >= found[-1].end):
        inner = marked_answer(tag.text)
        return bare(tag.text) if inner is None else inner
    if not found:
        return None
    joined = [found[-1]]
    for box in reversed(found[:-1]):
        between = text[box.end : joined[-1].start]
        if len(between) > 40 or not BETWEEN_BOXES.fullmatch(between):
            break
        joined.append(box)
    return ", ".join(peel(box.text) for box in reversed(joined))


def peel(text: str) -> str:
    """Take off markers that fill a marked answer, as in `\\boxed{\\boxed{3}}`."""
    for _ in range(DEEPEST_PEEL):
        inner = boxes(text)
        tag = last_tag(text)
        if tag is not None:
            text = tag.text
        elif inner:
            text = inner[-1].text
        else:
            break
    return bare(text)


def bare(text: str) -> str:
    """Drop what is left of doubled tags, and blanks."""
    return re.sub(r"</?answer>", "", text, flags=re.IGNORECASE).strip()
