"""Several values: in a line, or in several lines."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rlve.envs.answers.formats import (
    MARKUP,
    MOST_ITEMS,
    MOST_LINES,
    AnswerFormat,
    Token,
    Value,
    require_count,
    without_labels,
)
from rlve.envs.answers.tokens import Integer, Letters, Rational, Real, Word
from rlve.envs.verdict import Infeasible, Malformed

SURPLUS = 500  # items or lines beyond the right count that are still read one by one

_BETWEEN_LISTS = re.compile(r"[\])]\s*,\s*(?=[\[(])")
_BRACKETS = "[](){} \t\r\n"
_ARROWS = re.compile(r"-{1,3}>|={1,2}>|\u2192|\\(?:to|rightarrow|Rightarrow)(?![A-Za-z])")
_TEXTS = re.compile(r"""\[\s*(?:"[^"\n]*"|'[^'\n]*')(?:\s*,\s*(?:"[^"\n]*"|'[^'\n]*'))*\s*,?\s*\]""")
_TEXT = re.compile(r""""([^"\n]*)"|'([^'\n]*)'""")
_BULLET = re.compile(r"[ \t]*[-*\u2022][ \t]+")
_NUMBER = re.compile(r"[ \t]*([0-9]{1,5})[.)][ \t]+")


@dataclass(frozen=True)
class Items(AnswerFormat[list[Value]]):
    """Tokens in one line, separated by blanks or commas; `empty` is the word for a list without items."""

    element: Token[Value]
    count: int | None = None
    empty: str | None = None

    @property
    def instruction(self) -> str:
        count = "" if self.count is None else f"{self.count} "
        first, second = self.element.notation
        notation = "" if self.count in (1, 2) else f" (notation: {first} {second} ...)"
        none = "" if self.empty is None else f", or the word {self.empty} if there are none"
        return f"{count}{self.element.plural} separated by spaces{notation}{none}"

    def parse(self, text: str) -> list[Value]:
        brackets = "".join(mark for mark in _BRACKETS if mark not in getattr(self.element, "alphabet", ""))
        text = text.strip(" \t\r\n`$").removeprefix("\\{").removesuffix("\\}")
        text = text.removesuffix(".").strip(brackets) if text.endswith(("].", ").")) else text.strip(brackets)
        if self.empty is not None and text.strip(MARKUP + ".").lower() == self.empty:
            return []
        if "=" in text and isinstance(self.element, Integer | Rational | Real):
            text = without_labels(text, self.count).strip(brackets)
        if (">" in text or "\\" in text or "\u2192" in text) and not set("->=") & set(_alphabet(self.element)):
            text = _ARROWS.sub(" ", text)
        tokens = text.replace(",", " ").split()
        if not tokens:
            raise Malformed("the answer is empty")
        if self.count is None and len(tokens) > MOST_ITEMS:
            raise Malformed(f"more than {MOST_ITEMS} items")
        return _read(self.element.parse, tokens, self.count, "items")

    def render(self, value: list[Value]) -> str:
        return " ".join(map(self.element.render, value)) if value or self.empty is None else self.empty


@dataclass(frozen=True)
class Permutation(AnswerFormat[list[int]]):
    """The integers base..base + size - 1 in some order, each once."""

    size: int
    base: int = 0

    @property
    def instruction(self) -> str:
        notation = f"{self.base + self.size - 1} {self.base} ..."
        return f"the integers {self._range()} in some order, each once, separated by spaces (notation: {notation})"

    def _range(self) -> str:
        return f"{self.base}..{self.base + self.size - 1}"

    def parse(self, text: str) -> list[int]:
        value = Items(Integer(), self.size).parse(text)
        if sorted(value) != list(range(self.base, self.base + self.size)):
            raise Infeasible(f"not each of {self._range()} once")
        return value

    def render(self, value: list[int]) -> str:
        return " ".join(map(str, value))


@dataclass(frozen=True)
class Rows(AnswerFormat[list[Value]]):
    """Lines of one format: grids, edges, ragged lists. Empty lines do not count."""

    row: AnswerFormat[Value]
    count: int | None = None

    @property
    def instruction(self) -> str:
        return f"{'lines' if self.count is None else f'{self.count} lines'}, each with {self.row.instruction}"

    def parse(self, text: str) -> list[Value]:
        if isinstance(self.row, Items | Permutation) and text.lstrip()[:1] in ("[", "("):
            text = _BETWEEN_LISTS.sub("\n", text)
        quoted = isinstance(self.row, Letters | Word) and not set("[]\"'") & set(_alphabet(self.row))
        if quoted and _TEXTS.fullmatch(text):
            text = "\n".join(double or single for double, single in _TEXT.findall(text))
        lines = [line for line in text.split("\n") if line.strip(_BRACKETS if isinstance(self.row, Items) else None)]
        lines = self._from_one_line(lines[0]) if len(lines) == 1 else _without_bullets(lines, _alphabet(self.row))
        if self.count is None and len(lines) > MOST_LINES:
            raise Malformed(f"more than {MOST_LINES} lines")
        return _read(lambda line: self.row.parse(line.strip(", ")), lines, self.count, "lines")

    def _from_one_line(self, line: str) -> list[str]:
        """Words, or groups of as many items as a line has, that commas or semicolons or arrows separate in one line."""
        if isinstance(self.row, Word):
            words = _ARROWS.sub(",", line.strip("[](){}")).replace(";", ",").split(",")
            single = len(words) == 1 and not any(" " in choice for choice in self.row.choices)
            return line.split() if single else [word for word in words if word.strip()]
        groups = line.replace(";", ",").split(",")
        size = self.row.count if isinstance(self.row, Items) else None
        if size is not None and size > 1 and all(len(group.split()) == size for group in groups):
            return groups
        return [line]

    def render(self, value: list[Value]) -> str:
        return "\n".join(map(self.row.render, value))


@dataclass(frozen=True)
class Lines(AnswerFormat[list[Any]]):
    """A line in each of several formats, the last of which may be `Rows` and take all further lines."""

    formats: tuple[AnswerFormat[Any], ...]

    @property
    def instruction(self) -> str:
        texts = [part.instruction for part in self.formats]
        numbered = [f"line {number}: {text}" for number, text in enumerate(texts, start=1)]
        if isinstance(self.formats[-1], Rows):
            return f"several lines ({'; '.join(numbered[:-1])}; then {texts[-1]})"
        return f"{len(texts)} lines ({'; '.join(numbered)})"

    def parse(self, text: str) -> list[Any]:
        lines = [line for line in text.split("\n") if line.strip()]
        if isinstance(self.formats[-1], Rows):
            single = len(self.formats) - 1
            if len(lines) < single:
                raise Infeasible(f"{len(lines)} lines, not at least {single}")
            lines = [*lines[:single], "\n".join(lines[single:])]
        require_count(len(lines), len(self.formats), "lines")
        return [part.parse(line) for part, line in zip(self.formats, lines)]

    def render(self, value: list[Any]) -> str:
        return "\n".join(part.render(item) for part, item in zip(self.formats, value))


def _alphabet(part: object) -> str:
    """The characters that can stand in a value besides digits and names."""
    inner = getattr(part, "element", part)
    return getattr(inner, "alphabet", "") or "".join(getattr(inner, "choices", ()))


def _without_bullets(lines: list[str], alphabet: str) -> list[str]:
    """Lines of which each begins with a bullet, or with its number, without them."""
    if not set("-*") & set(alphabet) and all(_BULLET.match(line) for line in lines):
        return [_BULLET.sub("", line, count=1) for line in lines]
    if "." in alphabet or ")" in alphabet:
        return lines
    numbers = [_NUMBER.match(line) for line in lines]
    if all(number and int(number[1]) == place for place, number in enumerate(numbers, start=1)):
        return [_NUMBER.sub("", line, count=1) for line in lines]
    return lines


def _read(parse: Callable[[str], Value], texts: list[str], count: int | None, what: str) -> list[Value]:
    """All values; of a text that is far too long only the beginning is read, to tell its kind."""
    if count is not None and len(texts) > count + SURPLUS:
        for text in texts[: count + SURPLUS]:
            parse(text)
    else:
        value = [parse(text) for text in texts]
    require_count(len(texts), count, what)
    return value
