"""Single values: numbers, words, strings over an alphabet."""

import math
import re
from dataclasses import dataclass
from fractions import Fraction

from rlve.envs.answers.formats import MARKUP, MINUS, MOST_DIGITS, Token, excerpt, require_count, without_label
from rlve.envs.verdict import Infeasible, Malformed

_INTEGER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)", re.ASCII)
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:(?:,|\{,\})[0-9]{3})+", re.ASCII)
_REAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?", re.ASCII)
_RATIONAL = re.compile(r"([+-]?[0-9]+)(?:\s*/\s*([0-9]+))?", re.ASCII)
_FRACTION = re.compile(r"([+-]?)\\[dt]?frac\{(-?[0-9]+)\}\{([0-9]+)\}", re.ASCII)
_DECIMAL = re.compile(r"[+-]?[0-9]+\.[0-9]+", re.ASCII)


@dataclass(frozen=True)
class Integer(Token[int]):
    """A whole number, in low..high where they are given; no leading zeros, at most 4,000 digits."""

    low: int | None = None
    high: int | None = None

    @property
    def instruction(self) -> str:
        return f"one integer{_range_text(self.low, self.high)}"

    @property
    def plural(self) -> str:
        return f"integers{_range_text(self.low, self.high)}"

    @property
    def notation(self) -> tuple[str, str]:
        low = (2 if self.high is None else self.high - 9) if self.low is None else self.low
        return str(low + 9 if self.high is None else self.high), str(low)

    def parse(self, text: str) -> int:
        token = _number(text)
        if not _INTEGER.fullmatch(token):
            if not _GROUPED.fullmatch(token):
                raise Malformed(f"expected an integer, not {excerpt(token)}")
            token = token.replace("{,}", "").replace(",", "")
        if len(token) > MOST_DIGITS:
            raise Malformed(f"an integer of more than {MOST_DIGITS} digits")
        value = int(token)
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise Infeasible(f"{excerpt(token)} is not an integer{_range_text(self.low, self.high)}")
        return value

    def render(self, value: int) -> str:
        return str(value)


@dataclass(frozen=True)
class Rational(Token[Fraction]):
    """An exact number, reduced or not: 6/4, \\frac{6}{4}, 1.5 and 3/2 are one value."""

    instruction = "one exact number, an integer or a fraction p/q"
    plural = "exact numbers, each an integer or a fraction p/q,"
    notation = ("-22/7", "3")

    def parse(self, text: str) -> Fraction:
        token = _number(text)
        if len(token) <= MOST_DIGITS:
            if match := _RATIONAL.fullmatch(token):
                return _fraction(int(match[1]), int(match[2] or 1))
            if match := _FRACTION.fullmatch(token):
                return _fraction(int(match[1] + "1") * int(match[2]), int(match[3]))
            if _DECIMAL.fullmatch(token):
                return Fraction(token)
        raise Malformed(f"expected an integer or a fraction p/q, not {excerpt(token)}")

    def render(self, value: Fraction) -> str:
        return str(Fraction(value))


@dataclass(frozen=True)
class Real(Token[float]):
    """A finite number in decimal notation; the statement says how large an error is tolerated."""

    instruction = "one decimal number"
    plural = "decimal numbers"
    notation = ("12.5", "-3")

    def parse(self, text: str) -> float:
        token = _number(text)
        if len(token) > MOST_DIGITS or not _REAL.fullmatch(token) or not math.isfinite(value := float(token)):
            raise Malformed(f"expected a decimal number, not {excerpt(token)}")
        return value

    def render(self, value: float) -> str:
        return repr(value)


@dataclass(frozen=True)
class Word(Token[str]):
    """One of the given words, in upper or lower case."""

    choices: tuple[str, ...]

    @property
    def instruction(self) -> str:
        return f"one of the words {', '.join(self.choices)}"

    @property
    def plural(self) -> str:
        return f"words, each of them one of {', '.join(self.choices)},"

    @property
    def notation(self) -> tuple[str, str]:
        return self.choices[-1], self.choices[0]

    def parse(self, text: str) -> str:
        token = text.strip(MARKUP).removesuffix(".").strip(MARKUP + "()").lower()
        for choice in self.choices:
            if choice.lower() == token:
                return choice
        raise Malformed(f"expected one of {', '.join(self.choices)}, not {excerpt(text)}")

    def render(self, value: str) -> str:
        return value


@dataclass(frozen=True)
class Letters(Token[str]):
    """A string over an alphabet without blanks, upper and lower case told apart; blanks in an answer do not count."""

    alphabet: str
    length: int | None = None

    @property
    def instruction(self) -> str:
        return f"one string{self._of_length()} over the characters {self._alphabet()} without separators"

    @property
    def plural(self) -> str:
        return f"strings{self._of_length()} over the characters {self._alphabet()}"

    def _alphabet(self) -> str:
        """`abcdefgh` as `a..h`, `.#*` as it is."""
        codes = [ord(character) for character in self.alphabet]
        if len(codes) > 6 and self.alphabet.isalnum() and codes == list(range(codes[0], codes[0] + len(codes))):
            return f"{self.alphabet[0]}..{self.alphabet[-1]}"
        return self.alphabet

    def _of_length(self) -> str:
        return "" if self.length is None else f" of {self.length} characters"

    @property
    def notation(self) -> tuple[str, str]:
        size = 4 if self.length != 4 else 3
        return (self.alphabet * size)[:size], (self.alphabet[::-1] * size)[:size]

    def parse(self, text: str) -> str:
        marks = "".join(mark for mark in MARKUP if mark not in self.alphabet)
        token = text.strip(marks)
        if "." not in self.alphabet:
            token = token.removesuffix(".").strip(marks)
        value = "".join(token.split())
        if not value:
            raise Malformed("the answer is empty")
        for character in value:
            if character not in self.alphabet:
                raise Malformed(f"expected only the characters {self._alphabet()}, not {character!r}")
        require_count(len(value), self.length, "characters")
        return value

    def render(self, value: str) -> str:
        return value


def _number(text: str) -> str:
    """A number without markup around it and without a name in front of it."""
    token = text.translate(MINUS).strip(MARKUP)
    token = token.removesuffix(".").rstrip(MARKUP) if token.endswith(".") else token
    return without_label(token) if "=" in token else token


def _fraction(numerator: int, denominator: int) -> Fraction:
    if denominator == 0:
        raise Malformed("the denominator is 0")
    return Fraction(numerator, denominator)


def _range_text(low: int | None, high: int | None) -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return f" of at least {low}"
    return f" of at most {high}" if low is None else f" in {low}..{high}"
