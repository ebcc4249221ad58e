"""Words around an answer that say nothing: `roughly 36`, `36, altogether`, `\\text{Answer: } 36`."""

import re

LEADING = (
    "so|thus|hence|therefore|then|we (?:get|have|find|obtain)|it is|there (?:are|is)|the|my|our|final|correct|exact"
    "|required|desired|answer|result|solution|value|total|in total|is|are|equals|equal to|approximately|approx\\.?"
    "|roughly|about|around|exactly|precisely|simply|just|only|i\\.e\\.|ans\\.?"
)
TRAILING = (
    "altogether|in total|total|overall|in all|exactly|approximately|approx\\.?|roughly|only|as required|as desired"
)
BEFORE = re.compile(rf"(?:(?:{LEADING})(?![A-Za-z])[\s:,]*)+(?=\S)", re.IGNORECASE)
BEFORE_TEXT = re.compile(rf"\\text\{{\s*(?:(?:{LEADING})(?![A-Za-z])[\s:,=]*)+\}}[\s:,=]*(?=\S)", re.IGNORECASE)
BEHIND = re.compile(rf"(?<=\S)[\s,(]+(?:{TRAILING})[\s.!)]*$", re.IGNORECASE)
BEHIND_TEXT = re.compile(rf"(?<=\S)[\s,]*\\text\{{[\s,(]*(?:{TRAILING})[\s.!)]*\}}$", re.IGNORECASE)
ONLY_TEXT = re.compile(r"\\text\{([^{}]*)\}")
MOST = 4


def unwrapped(text: str) -> str:
    """A tidy answer without such words. What would be nothing without them stays."""
    whole = ONLY_TEXT.fullmatch(text)
    if whole and (found := BEFORE.match(whole[1].strip())) and re.search(r"\d", whole[1]):
        text = whole[1].strip()[found.end() :]
    for _ in range(MOST):
        before = text
        for pattern in (BEFORE, BEFORE_TEXT):
            if (found := pattern.match(text)) and found.end() < len(text):
                text = text[found.end() :]
        for pattern in (BEHIND, BEHIND_TEXT):
            if (found := pattern.search(text)) and found.start() > 0:
                text = text[: found.start()]
        text = text.strip().lstrip(":").strip()
        if text == before:
            break
    return text
