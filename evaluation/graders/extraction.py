"""Where a response says its answer: in the last complete `\\boxed{...}`, `\\fbox{...}` or `<answer>...</answer>`."""

import re
from dataclasses import dataclass

THINK_END = "</think>"
BOX_TOKENS = re.compile(r"\\(?:boxed|fbox)\s*\{|\\.|[{}]", re.DOTALL)
BETWEEN_BOXES = re.compile(r"[\s$.]*(?:,|;|and|or|\\text\{\s*(?:and|or)\s*\})[\s$.,]*", re.IGNORECASE)
DEEPEST_PEEL = 5
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
    found: list[Marked] = []
    open_braces: list[tuple[int, int] | None] = []
    for token in BOX_TOKENS.finditer(text):
        written = token.group()
        if written == "}":
            opened = open_braces.pop() if open_braces else None
            if opened is not None:
                start, inner = opened
                while found and found[-1].start > start:  # those lie inside this one
                    found.pop()
                found.append(Marked(start, token.end(), text[inner : token.start()]))
        elif written.endswith("{") and written != "\\{":
            open_braces.append(None if written == "{" else (token.start(), token.end()))
    return found


def last_tag(text: str) -> Marked | None:
    """The last complete `<answer>...</answer>`, in any case of letters."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters grow when lowered: offsets would no longer fit
        lowered = text
    close = lowered.rfind(CLOSE_TAG)
    start = lowered.rfind(OPEN_TAG, 0, close) if close >= 0 else -1
    if start < 0:
        return None
    return Marked(start, close + len(CLOSE_TAG), text[start + len(OPEN_TAG) : close])


def marked_answer(response: str) -> str | None:
    """The text of the last marked answer, nested markers peeled; None without a complete marker.

    Boxes that follow one another with nothing but a comma, `and` or `or` between them are several answers to one
    question: they are joined by commas.
    """
    text = after_thinking(response)
    found = boxes(text)
    tag = last_tag(text)
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
