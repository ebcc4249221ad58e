"""Answers that nobody should be paid for: hostile texts, and right answers that were spoilt."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from rlve.envs.problem import Problem

TEXTS = [
    "",
    " ",
    "\x00",
    "\x00" * 1000,
    "-",
    "+",
    "0",
    "1",
    "-1",
    "2",
    "x",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "1e-999",
    "1/0",
    "0/0",
    "9" * 1_000_000,
    "-" + "9" * 3_999,
    "9**9**9",
    "9^9^9^9",
    "(" * 3_000,
    "(" * 3_000 + "1" + ")" * 3_000,
    "[" * 3_000,
    "1 " * 20_000,
    "1\n" * 10_000,
    "\n" * 10_000,
    "1,2,3",
    "[1, 2, 3]",
    "[[1, 2], [3]]",
    "{}",
    "{'a': 1}",
    "None",
    "True",
    "\u0663",
    "\u00b2",
    "1_000",
    "0x10",
    "\uff11",
    "\ud800",
    "\u202e1",
    "1\u00a02",
    "\u22121",
    "1.0",
    "1.5",
    "1e3",
    "+-1",
    "--1",
    "e",
    "a b c",
    "empty",
    "<answer>",
    "</answer>",
    "<answer></answer>",
    "\\boxed{",
    "\\boxed{}",
    "{" * 5_000,
    "}" * 5_000,
    "<think>" * 100,
    "__import__('os').system('true')",
    "lambda: 0",
    "x.__class__",
    "integrate(x)",
    "diff(x, x)",
    "Derivative(x, x)",
    "%s" * 50,
    "{0}" * 50,
    "\\" * 999,
    "-" * 3_000 + "1",
    "1" + "+1" * 10_000,
    "1" + "-1" * 240,
    "sin(" * 90 + "x" + ")" * 90,
    "x**" * 200 + "x",
    "\\frac{" * 200,
    "*" * 500,
    "." * 500,
    "x^999999 + y",
    "$" * 9_000,
]


def spoilt(rng: Random, text: str) -> str:
    """A right answer with one to three small changes."""
    tokens = re.findall(rng.choice([r"\s+|[0-9]+|[A-Za-z]+|.", r"\s+|."]), text) or [""]
    for _ in range(rng.randint(1, 3)):
        i, j = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        match rng.randrange(7):
            case 0:
                tokens[i] = ""
            case 1:
                tokens[i], tokens[j] = tokens[j], tokens[i]
            case 2:
                tokens[i] = rng.choice(["-1", "0", "1", "999999999999", "7" * 3000, "-", "x", ".", "nan", " ", "\n"])
            case 3:
                tokens.insert(i, tokens[j])
            case 4:
                tokens = tokens[: i + 1]
            case 5:
                tokens = [*tokens, " ", *tokens]
            case 6 if tokens[i].isdigit():
                tokens[i] = str(int(tokens[i]) + rng.choice([-1, 1]))
    return "".join(tokens)


def hedged(text: str, other: str) -> list[str]:
    """A right answer that is pasted twice, listed among others, or accompanied by a foreign number."""
    return [f"{text} {text}", f"{text}\n{text}", f"{text}, {other}", f"{other}\n{text}", f"{text} or {other}",
            f"{text} 7", f"7\n{text}"]  # fmt: skip


def fields_as_answers(problem: Problem[Any]) -> Iterator[str]:
    """The data themselves and the plainest lists of their length, written as answers."""
    for name, value in problem.instance().items():
        if name.startswith("planted"):
            continue
        try:
            yield str(problem.answer_format().render(value))
        except Exception:  # the field is no value of the format
            yield str(value)
        if isinstance(value, list):
            yield " ".join(str(part) for part in value)
            yield " ".join(str(i) for i in range(len(value)))
            yield " ".join(str(i + 1) for i in range(len(value)))
            yield " ".join("0" for _ in value)
