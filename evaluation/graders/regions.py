"""Sets of numbers in all the ways they are written: intervals, inequalities, unions, complements, set builders.

A region is a nested list: `["interval", low, low belongs, high, high belongs]` with the ends as texts, `["or", ...]`,
`["and", ...]` and `["not", region]` over regions. `symbolic.same_set` compares two of them by the numbers they hold.
"""

import re
from dataclasses import dataclass
from typing import Any

from rlve.evaluation.graders.notation import enclosed, pieces

VARIABLE = re.compile(r"[A-Za-z](?:_\{?\w+\}?)?")
RELATION = re.compile(r"(\\leq(?![A-Za-z])|\\geq(?![A-Za-z])|<|>)")
UNEQUAL = re.compile(r"\\neq(?![A-Za-z])")
CUP = re.compile(r"\\cup(?![A-Za-z])|\bU\b")
CAP = re.compile(r"\\cap(?![A-Za-z])")
MINUS = re.compile(r"\\setminus(?![A-Za-z])|-(?=\s*\\\{)")
OR = re.compile(r"\\text\{[\s,]*or\s*\}|\bor\b")
AND = re.compile(r"\\text\{[\s,]*and\s*\}|\band\b|,|;|\\cr(?![A-Za-z])")
COMMA = re.compile(r"\s*[,;]\s*")
MEMBER = re.compile(r"(?P<name>[A-Za-z](?:_\{?\w+\}?)?)\s*\\(?P<sign>in|notin)(?![A-Za-z])\s*")
SUCH_THAT = re.compile(r"[|:]|\\text\{\s*such that\s*\}")
REALS = r"\mathbb{R}"
FLIPPED = {"<": ">", ">": "<", r"\leq": r"\geq", r"\geq": r"\leq"}
MOST_PARTS = 24
DEEPEST = 6


@dataclass(frozen=True)
class Region:
    """A set of numbers; `certain` unless it may be a point or a list as well; the letter for its numbers."""

    tree: list[Any]
    certain: bool
    unknown: str = ""


EVERYTHING = Region(["interval", r"-\infty", False, r"\infty", False], True)


def region(text: str, depth: int = 0) -> Region | None:
    """The set of numbers that a tidy text describes, None where it describes none."""
    text = text.strip()
    if not text or depth > DEEPEST:
        return None
    for separator, kind in ((OR, "or"), (CUP, "or"), (AND, "and"), (CAP, "and")):
        parts = pieces(text, separator)
        if len(parts) > 1:
            if separator is AND:
                parts = [part for part in parts if part]
            return joined(kind, parts, separator is AND, depth)
    without = pieces(text, MINUS)
    if len(without) == 2 and without[0]:
        whole, taken = region(without[0], depth + 1), region(without[1], depth + 1)
        if whole is None or taken is None:
            return None
        return Region(["and", whole.tree, ["not", taken.tree]], True, whole.unknown)
    return membership(text, depth) or builder(text, depth) or condition(text) or plain(text)


def joined(kind: str, parts: list[str], conditions: bool, depth: int) -> Region | None:
    """A union or intersection. Where commas divide (`conditions`), each part must be one: else it is a list."""
    if not 0 < len(parts) <= MOST_PARTS:
        return None
    if conditions and UNEQUAL.search(parts[0]):  # x \neq 1, 2
        name = UNEQUAL.split(parts[0])[0].strip()
        parts = [part if RELATION.search(part) or UNEQUAL.search(part) else f"{name} \\neq {part}" for part in parts]
    if conditions and not all(RELATION.search(part) or UNEQUAL.search(part) or MEMBER.match(part) for part in parts):
        return None
    regions = [region(part, depth + 1) for part in parts]
    found = [one for one in regions if one is not None]
    unknowns = {one.unknown for one in found} - {""}
    if len(found) < len(parts) or len(unknowns) > 1:
        return None
    return Region([kind, *(one.tree for one in found)], True, "".join(unknowns))


def membership(text: str, depth: int) -> Region | None:
    """`x \\in A`, `x \\notin A`."""
    found = MEMBER.match(text)
    inside = region(text[found.end() :], depth + 1) if found else None
    if found is None or inside is None:
        return None
    if found["sign"] == "notin":
        return Region(["not", inside.tree], True, found["name"])
    return Region(inside.tree, inside.certain, found["name"])


def builder(text: str, depth: int) -> Region | None:
    """`\\{x : x < 4\\}`, `\\{x \\in \\mathbb{R} \\mid x \\neq 1\\}`."""
    brackets = enclosed(text)
    if brackets is None or brackets[0] != "\\{":
        return None
    sides = pieces(brackets[1], SUCH_THAT)
    if len(sides) != 2:
        return None
    member = MEMBER.match(sides[0])
    universe = region(sides[0][member.end() :], depth + 1) if member else EVERYTHING
    name = member["name"] if member else sides[0].strip()
    inside = region(sides[1], depth + 1)
    if universe is None or inside is None or not VARIABLE.fullmatch(name) or inside.unknown not in ("", name):
        return None
    return Region(["and", universe.tree, inside.tree], True)  # the letter is bound: any other means the same


def condition(text: str) -> Region | None:
    """One relation or a chain of two about one unknown."""
    unequal = [side.strip() for side in UNEQUAL.split(text)]
    if len(unequal) == 2 and all(unequal):
        name, value = unequal if VARIABLE.fullmatch(unequal[0]) else unequal[::-1]
        if VARIABLE.fullmatch(name) and not RELATION.search(value):
            return Region(["not", point(value)], True, name)
        return None
    chain = inequality(text)
    if chain is None:
        return None
    name, low, low_belongs, high, high_belongs = chain
    return Region(["interval", low, low_belongs, high, high_belongs], True, name)


def inequality(text: str) -> tuple[str, str, bool, str, bool] | None:
    """`x > 2` or `a < x \\leq b` as its unknown and the ends with whether they belong."""
    sides = [side.strip() for side in RELATION.split(text)]
    if not all(sides):
        return None
    if len(sides) == 3:
        left, sign, right = sides
        if not VARIABLE.fullmatch(left) and VARIABLE.fullmatch(right):
            left, sign, right = right, FLIPPED[sign], left
        if not VARIABLE.fullmatch(left):
            return None
        belongs = sign not in "<>"
        if sign in (">", r"\geq"):
            return left, right, belongs, r"\infty", False
        return left, r"-\infty", False, right, belongs
    if len(sides) == 5:
        low, first, middle, second, high = sides
        if {first, second} <= {">", r"\geq"}:
            low, first, second, high = high, FLIPPED[second], FLIPPED[first], low
        if VARIABLE.fullmatch(middle) and {first, second} <= {"<", r"\leq"}:
            infinite = low.lstrip("+-").strip() == r"\infty", high.lstrip("+-").strip() == r"\infty"
            return middle, low, first != "<" and not infinite[0], high, second != "<" and not infinite[1]
    return None


def plain(text: str) -> Region | None:
    """An interval, a finite set, all real numbers, no numbers."""
    if text == REALS:
        return EVERYTHING
    if text.replace(" ", "") in ("\\emptyset", "\\{\\}"):
        return Region(["not", EVERYTHING.tree], True)
    brackets = enclosed(text)
    if brackets is None:
        return None
    items = pieces(brackets[1], COMMA)
    if not all(items) or len(items) > MOST_PARTS:
        return None
    if brackets[0] == "\\{":
        return Region(["or", *map(point, items)], False)
    if len(items) != 2:
        return None
    certain = brackets[0] + brackets[2] != "()" or "\\infty" in text
    return Region(["interval", items[0], brackets[0] == "[", items[1], brackets[2] == "]"], certain)


def point(value: str) -> list[Any]:
    return ["interval", value, True, value, True]
