"""What a format is, and what several of them share."""

import re
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from rlve.envs.verdict import Infeasible, Malformed

Value = TypeVar("Value")

LONGEST = 50_000  # characters of an answer
MOST_ITEMS = 10_000  # in a line
MOST_LINES = 5_000
MOST_DIGITS = 4_000

MARKUP = " \t\r\n`*_$\"'"
MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", "\ufe63": "-", "\uff0d": "-"})
# x, x1, x_{12}, a[3], f(x), f'(x), A_n; then =
LABEL = re.compile(
    r"(?<![A-Za-z0-9_.)\]])\$?([A-Za-z][A-Za-z]{0,9})_?\{?(\d{0,6})\}?'{0,2}"
    r"(?:\[(\d{1,6})\]|\(\w{1,6}(?:, ?\w{1,6}){0,2}\))?\$? {0,2}= {0,2}",
    re.ASCII,
)


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


def require_count(got: int, wanted: int | None, what: str) -> None:
    if wanted is not None and got != wanted:
        raise Infeasible(f"{got} {what}, not {wanted}")


def excerpt(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def without_label(text: str) -> str:
    """`x = 5` without its `x =`."""
    label = LABEL.match(text)
    return text[label.end() :] if label else text


def without_labels(text: str, count: int | None) -> str:
    """`a = 1, b = 2` or `x1 = 3, x2 = 5` without the labels, which must rise: `j = 2, i = 1` says another order."""
    labels = [(name, int(below or index or 0)) for name, below, index in LABEL.findall(text)]
    if any(first >= second for first, second in zip(labels, labels[1:])):
        raise Malformed("the names in front of = are not in ascending order")
    if len(labels) > 1 and count is not None and len(labels) != count:
        raise Malformed(f"{len(labels)} names in front of = for {count} items")
    return LABEL.sub(" ", text)
