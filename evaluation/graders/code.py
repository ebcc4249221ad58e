"""Does a program pass a problem's tests? The grader of LiveCodeBench: standard input, or calls of a function.

The expected outputs never enter the sandbox: a program that writes to the grader's own channel can only write a wrong
answer there. Outputs are compared as the benchmark does: line by line without blanks at the ends, and where a line
differs, number by number.
"""

import base64
import json
import pickletools
import re
import zlib
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from rlve.evaluation.graders.extraction import after_thinking
from rlve.evaluation.graders.sandbox import Limits, run

FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[^`\n]*$", re.MULTILINE)
LONGEST_PROGRAM = 200_000
LARGEST_TESTS = 1 << 30
STRING_OPCODES = {"PROTO", "FRAME", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8", "MEMOIZE", "BINPUT", "STOP"}

# What the benchmark lets programs use without an import, because the sites the problems come from do
PRELUDE = """
from string import *
from re import *
from datetime import *
from collections import *
from heapq import *
from bisect import *
from copy import *
from math import *
from random import *
from statistics import *
from itertools import *
from functools import *
from operator import *
from io import *
from sys import *
from json import *
from builtins import *
from typing import *
import string, re, datetime, collections, heapq, bisect, copy, math, random, statistics, itertools, functools, operator
import io, sys, json
sys.setrecursionlimit(50_000)
sys.set_int_max_str_digits(0)
import os as _os
_os.cpu_count = _os.process_cpu_count = lambda: 2  # as many as the limit of processes leaves room for
del _os
"""
STDIN_DRIVER = """
exec({prelude!r}, globals())
try:
    exec(compile({program!r}, "solution.py", "exec"), globals())
except SystemExit:
    pass
"""
CALL_DRIVER = """
import json as _json, os as _os, sys as _sys
_channel = _os.dup(1)
_os.dup2(2, 1)
_arguments = [_json.loads(line) for line in _sys.stdin.read().split("\\n") if line.strip()]
exec({prelude!r}, globals())
exec(compile({program!r}, "solution.py", "exec"), globals())
_name = {name!r}
_result = getattr(Solution(), _name)(*_arguments) if "Solution" in globals() else globals()[_name](*_arguments)
_written = _json.dumps(_result, default=lambda value: value.tolist())
with open(_channel, "w") as _file:
    _file.write(_written)
"""


@dataclass(frozen=True)
class CodeTest:
    """One test: what is given, what must come out. `stdin`: texts; `functional`: JSON, an argument a line."""

    input: str
    output: str
    kind: Literal["stdin", "functional"] = "stdin"


@dataclass(frozen=True)
class Failure:
    """The first test that a program fails, and why."""

    test: int
    reason: str


def last_fenced_block(response: str) -> str | None:
    """The last complete fenced block after the thinking: the program a response hands in."""
    text = after_thinking(response)
    block, opened = None, None
    for fence in FENCE.finditer(text):
        closes = opened is not None and fence.group().strip() == opened.group(1)
        if opened is None or (not closes and fence.group().strip() != fence.group(1)):
            opened = fence  # also where a block was never closed and another one begins
        elif closes:
            block, opened = text[opened.end() + 1 : fence.start()], None
    return block


def grade_code(
    response: str,
    tests: list[CodeTest],
    function_name: str | None = None,
    limits: Limits | None = None,
    allow_weak_isolation: bool = False,
) -> bool:
    """Whether the last fenced block of a response passes every test. Runs it in the sandbox; safe in any thread.

    Raises SandboxError where no program can be run at all, or only with weak isolation that is not allowed, and
    ValueError for functional tests without a name.
    """
    return first_failure(response, tests, function_name, limits, allow_weak_isolation) is None


def first_failure(
    response: str,
    tests: list[CodeTest],
    function_name: str | None = None,
    limits: Limits | None = None,
    allow_weak_isolation: bool = False,
) -> Failure | None:
    """The first failed test of a response, or None when all pass."""
    program = last_fenced_block(response)
    if program is None or not program.strip():
        return Failure(0, "no fenced block")
    if len(program) > LONGEST_PROGRAM:
        return Failure(0, "the program is too long")
    if not tests:
        raise ValueError("a problem without tests cannot be graded")
    for number, test in enumerate(tests):
        reason = why_failed(program, test, function_name, limits or Limits(), allow_weak_isolation)
        if reason:
            return Failure(number, reason)
    return None


def why_failed(
    program: str, test: CodeTest, function_name: str | None, limits: Limits, allow_weak_isolation: bool = False
) -> str:
    """What is wrong with a program on one test; empty when nothing is."""
    if test.kind == "functional":
        if not function_name:
            raise ValueError("functional tests need the name of the function")
        driver = CALL_DRIVER.format(prelude=PRELUDE, program=program, name=function_name)
    else:
        driver = STDIN_DRIVER.format(prelude=PRELUDE, program=program)
    finished = run(driver, test.input.encode(errors="surrogatepass"), limits, allow_weak_isolation=allow_weak_isolation)
    if finished.stopped:
        return finished.stopped
    if not finished.succeeded:
        last_line = finished.errors.strip().rpartition("\n")[2]
        return last_line[:200] or f"exit status {finished.exit_status}"
    output = finished.output.decode(errors="replace")
    same = same_result(output, test.output) if test.kind == "functional" else same_output(output, test.output)
    return "" if same else "wrong output"


def same_output(output: str, expected: str) -> bool:
    """Equal lines without blanks at their ends, or lines of equal decimal numbers."""
    lines, expected_lines = ([line.strip() for line in text.strip().split("\n")] for text in (output, expected))
    return len(lines) == len(expected_lines) and all(
        line == expected_line or equal_decimals(line, expected_line)
        for line, expected_line in zip(lines, expected_lines)
    )


def equal_decimals(line: str, expected: str) -> bool:
    words, expected_words = line.split(), expected.split()
    if len(words) != len(expected_words):
        return False
    try:
        return all(Decimal(word) == Decimal(other) for word, other in zip(words, expected_words))
    except (InvalidOperation, ValueError):
        return False


def same_result(output: str, expected: str) -> bool:
    """Equal JSON values. Tuples were written as lists."""
    try:
        return bool(json.loads(output) == json.loads(expected))
    except (ValueError, RecursionError):
        return False


def decoded_tests(text: str) -> list[CodeTest]:
    """Tests as the public data set has them: JSON, or JSON in a pickled string, compressed, in base 64."""
    if not text.lstrip().startswith("["):
        text = decompressed_string(text)
    return [test_of(row) for row in json.loads(text)]


def test_of(row: dict[str, Any]) -> CodeTest:
    return CodeTest(row["input"], row["output"], "functional" if row.get("testtype") == "functional" else "stdin")


def decompressed_string(text: str) -> str:
    """The one string in a compressed pickle. Nothing is unpickled: only opcodes of a plain string are accepted.

    Raises ValueError for any other content, and for more than LARGEST_TESTS bytes.
    """
    try:
        decompressor = zlib.decompressobj()
        content = decompressor.decompress(base64.b64decode(text, validate=True), LARGEST_TESTS)
        if decompressor.unconsumed_tail or not decompressor.eof:
            raise ValueError("cut off or too large")
        strings = []
        for opcode, argument, _ in pickletools.genops(content):
            if opcode.name not in STRING_OPCODES:
                raise ValueError(f"a pickle of more than a string ({opcode.name})")
            if isinstance(argument, str):
                strings.append(argument)
        (string,) = strings
    except (ValueError, zlib.error) as error:
        raise ValueError(f"hidden tests cannot be decoded: {error}") from None
    return string
