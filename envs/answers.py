"""Formats in which answers are written, and where in a response the answer stands.

A format reads hostile text: every `parse` takes time linear in a text of at most `LONGEST` characters. It raises
`Malformed` when the text is not of its kind ("not an integer"), and `Infeasible` when it is, but of another size or
range than this problem's ("5 items, not 4"): so `score` is only ever handed values of the right shape.

`instruction` is a noun phrase ("one integer"). Its notation shows how to write, never what: it is a constant, and of
another size than the answer wherever the size is known.

What is tolerated, and nothing else:
- around the whole answer: white space, a code fence, backticks, $, \\( \\), \\[ \\], \\text{}; nested answer markers;
- around a token: * _ ` $ " ' and one final full stop, unless the alphabet has them; any minus sign;
- in a single number: thousands separators as in 1,234,567 (in a list a comma separates);
- in a list: commas and brackets; in lines of lists: [[1, 2], [3, 4]] and (1, 2), (3, 4) in one line; empty lines.
"""

import math
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from rlve.envs.toolkit.expressions import Expression, ExpressionError, parse_expression, render_expression
from rlve.envs.verdict import Infeasible, Malformed

Value = TypeVar("Value")
Monomials = dict[tuple[int, ...], int]

LONGEST = 50_000
MOST_DIGITS = 4_000
MOST_MONOMIALS = 500

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
_INTEGER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)", re.ASCII)
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:(?:,|\{,\})[0-9]{3})+", re.ASCII)
_REAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?", re.ASCII)
_RATIONAL = re.compile(r"([+-]?[0-9]+)(?:\s*/\s*([0-9]+))?", re.ASCII)
_FRACTION = re.compile(r"([+-]?)\\[dt]?frac\{(-?[0-9]+)\}\{([0-9]+)\}", re.ASCII)
_DECIMAL = re.compile(r"[+-]?[0-9]+\.[0-9]+", re.ASCII)
_MONOMIAL = re.compile(r"([+-])([0-9]*)((?:\*?[a-z](?:(?:\^|\*\*)(?:[0-9]+|\{[0-9]+\}))?)*)", re.ASCII)
_FACTOR = re.compile(r"([a-z])(?:(?:\^|\*\*)\{?([0-9]+)\}?)?", re.ASCII)
_BETWEEN_LISTS = re.compile(r"[\])]\s*,\s*(?=[\[(])")
_MARKUP = " \t\r\n`*_$\"'"
_BRACKETS = "[](){} \t\r\n"
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", "\ufe63": "-", "\uff0d": "-"})


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
    if not answer:
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


class AnswerFormat(ABC, Generic[Value]):
    """A way to write values: `parse(render(value)) == value`."""

    @property
    @abstractmethod
    def instruction(self) -> str:
        """What is to be written, as a noun phrase."""

    @abstractmethod
    def parse(self, text: str) -> Value:
        """Raises `Malformed` and `Infeasible`."""

    @abstractmethod
    def render(self, value: Value) -> str: ...


class Token(AnswerFormat[Value]):
    """A format without blanks, of which `Items` can stand in one line."""

    @property
    @abstractmethod
    def plural(self) -> str:
        """`instruction` for several of them."""

    @property
    @abstractmethod
    def notation(self) -> tuple[str, str]:
        """Two specimens, of constant form."""


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
                raise Malformed(f"expected an integer, not {_excerpt(token)}")
            token = token.replace("{,}", "").replace(",", "")
        if len(token) > MOST_DIGITS:
            raise Malformed(f"an integer of more than {MOST_DIGITS} digits")
        value = int(token)
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise Infeasible(f"{_excerpt(token)} is not an integer{_range_text(self.low, self.high)}")
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
        raise Malformed(f"expected an integer or a fraction p/q, not {_excerpt(token)}")

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
            raise Malformed(f"expected a decimal number, not {_excerpt(token)}")
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
        token = text.strip(_MARKUP).removesuffix(".").strip(_MARKUP + "()").lower()
        for choice in self.choices:
            if choice.lower() == token:
                return choice
        raise Malformed(f"expected one of {', '.join(self.choices)}, not {_excerpt(text)}")

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
        marks = "".join(mark for mark in _MARKUP if mark not in self.alphabet)
        token = text.strip(marks)
        if "." not in self.alphabet:
            token = token.removesuffix(".").strip(marks)
        value = "".join(token.split())
        if not value:
            raise Malformed("the answer is empty")
        for character in value:
            if character not in self.alphabet:
                raise Malformed(f"expected only the characters {self._alphabet()}, not {character!r}")
        _require_count(len(value), self.length, "characters")
        return value

    def render(self, value: str) -> str:
        return value


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
        notation = " ".join([first, second, second, first][: 4 if self.count == 3 else 3])
        none = "" if self.empty is None else f", or the word {self.empty} if there are none"
        return f"{count}{self.element.plural} separated by spaces (notation: {notation}){none}"

    def parse(self, text: str) -> list[Value]:
        brackets = "".join(mark for mark in _BRACKETS if mark not in getattr(self.element, "alphabet", ""))
        text = text.strip(" \t\r\n`$").removeprefix("\\{").removesuffix("\\}")
        text = text.removesuffix(".").strip(brackets) if text.endswith(("].", ").")) else text.strip(brackets)
        if self.empty is not None and text.strip(_MARKUP + ".").lower() == self.empty:
            return []
        tokens = text.replace(",", " ").split()
        if not tokens:
            raise Malformed("the answer is empty")
        value = [self.element.parse(token) for token in tokens]
        if "" in value:  # quotes around nothing
            raise Malformed("an item is empty")
        _require_count(len(value), self.count, "items")
        return value

    def render(self, value: list[Value]) -> str:
        return " ".join(map(self.element.render, value)) if value or self.empty is None else self.empty


@dataclass(frozen=True)
class Permutation(AnswerFormat[list[int]]):
    """The integers base..base + size - 1 in some order, each once."""

    size: int
    base: int = 0

    @property
    def instruction(self) -> str:
        size = 3 if self.size != 3 else 4
        notation = " ".join(str(self.base + i) for i in (1, 3, 0, 2) if i < size)
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
        lines = [line for line in text.split("\n") if line.strip(_BRACKETS if isinstance(self.row, Items) else None)]
        value = [self.row.parse(line.strip(", ")) for line in lines]
        _require_count(len(value), self.count, "lines")
        return value

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
        _require_count(len(lines), len(self.formats), "lines")
        return [part.parse(line) for part, line in zip(self.formats, lines)]

    def render(self, value: list[Any]) -> str:
        return "\n".join(part.render(item) for part, item in zip(self.formats, value))


@dataclass(frozen=True)
class Formula(AnswerFormat[Expression]):
    """An expression in the project's own small grammar (envs/toolkit/expressions.py)."""

    operators: tuple[str, ...] = ("+", "-", "*", "/", "**")
    variables: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    negation: bool = True

    @property
    def instruction(self) -> str:
        parts = ["integers", *self.variables, *(f"{name}(...)" for name in self.functions), "parentheses"]
        return f"one expression made of {', '.join(parts)} and the operators {' '.join(self.operators)}"

    def parse(self, text: str) -> Expression:
        try:
            return parse_expression(
                text.translate(_MINUS).strip(" \t\r\n`$"), self.operators, self.variables, self.functions, self.negation
            )
        except ExpressionError as error:
            raise Malformed(f"expected an expression: {error}") from None

    def render(self, value: Expression) -> str:
        return render_expression(value)


@dataclass(frozen=True)
class Polynomial(AnswerFormat[Monomials]):
    """An expanded polynomial with integer coefficients: exponents of the variables -> coefficient, which is not 0.

    `3*x^2*y - x + 5` is `{(2, 1): 3, (1, 0): -1, (0, 0): 5}`. Products of sums and like terms that were not collected
    are malformed, so that an unevaluated form is no answer.
    """

    variables: tuple[str, ...] = ("x",)

    @property
    def instruction(self) -> str:
        example = "7*{0}^3 - {0} + 2" if len(self.variables) == 1 else "7*{0}^3*{1} - {1} + 2"
        return (
            f"one polynomial in {', '.join(self.variables)}, expanded, like terms collected "
            f"(notation: {example.format(*self.variables)})"
        )

    def parse(self, text: str) -> Monomials:
        compact = "".join(text.translate(_MINUS).strip(" \t\r\n`$").replace("\\cdot", "*").split())
        compact = compact if compact[:1] in ("+", "-") else "+" + compact
        position, value = 0, Monomials()
        while position < len(compact):
            match = _MONOMIAL.match(compact, position)
            if match is None or match.end() == match.start() + 1 or match[3].startswith("*") > bool(match[2]):
                raise Malformed(f"expected a monomial, not {_excerpt(compact[position:])}")
            if len(value) >= MOST_MONOMIALS or len(match[2]) > MOST_DIGITS:
                raise Malformed("the polynomial is too long")
            exponents = self._exponents(match[3])
            if exponents in value:
                raise Malformed("like terms are not collected")
            value[exponents] = int(match[1] + (match[2] or "1"))
            position = match.end()
        if not value or (0 in value.values() and len(value) > 1):
            raise Malformed("a term is 0" if value else "the answer is empty")
        return {exponents: coefficient for exponents, coefficient in value.items() if coefficient}

    def _exponents(self, text: str) -> tuple[int, ...]:
        exponents = dict.fromkeys(self.variables, 0)
        for variable, power in _FACTOR.findall(text):
            if variable not in exponents or len(power) > 6:
                raise Malformed(f"expected powers of {', '.join(self.variables)}, not {_excerpt(text)}")
            exponents[variable] += int(power or 1)
        return tuple(exponents.values())

    def render(self, value: Monomials) -> str:
        terms = []
        for exponents, coefficient in sorted(value.items(), reverse=True):
            powers = [
                variable if power == 1 else f"{variable}^{power}"
                for variable, power in zip(self.variables, exponents)
                if power
            ]
            size = [] if abs(coefficient) == 1 and powers else [str(abs(coefficient))]
            terms.append(("- " if coefficient < 0 else "+ ") + "*".join(size + powers))
        text = " ".join(terms) or "+ 0"
        return text.removeprefix("+ ") if text.startswith("+") else "-" + text.removeprefix("- ")


def _number(text: str) -> str:
    """A number without markup around it."""
    token = text.translate(_MINUS).strip(_MARKUP)
    return token.removesuffix(".").rstrip(_MARKUP) if token.endswith(".") else token


def _fraction(numerator: int, denominator: int) -> Fraction:
    if denominator == 0:
        raise Malformed("the denominator is 0")
    return Fraction(numerator, denominator)


def _require_count(got: int, wanted: int | None, what: str) -> None:
    if wanted is not None and got != wanted:
        raise Infeasible(f"{got} {what}, not {wanted}")


def _range_text(low: int | None, high: int | None) -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return f" of at least {low}"
    return f" of at most {high}" if low is None else f" in {low}..{high}"


def _excerpt(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
