"""What the worker process of `symbolic` does: formulas are read and compared, ends of intervals put in order.

Formulas are read by this project's own grammar and compared by their values, exactly. Only what that grammar does not
know (integrals, limits) goes to `math-verify`, which reads LaTeX through a grammar too; its other readers, which end
in `eval`, are not used.
"""

import re
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from math_verify import LatexExtractionConfig, parse, verify
from mpmath import mp

from rlve.evaluation.graders.equality import equal, proportional, same_at
from rlve.evaluation.graders.formulas import Tree, Unreadable, names, read
from rlve.evaluation.graders.notation import scan
from rlve.evaluation.graders.values import Undecided, Undefined, Value, Valuer, inexact, is_real

RELATION = re.compile(r"\\leq(?![A-Za-z])|\\geq(?![A-Za-z])|<|>|=")
BEYOND_GRAMMAR = re.compile(r"\\(?:i?int|lim|oint|frac\{d\}|partial|det|Re|Im|arg|overline|bar|vec)(?![A-Za-z])")
ROUNDED = re.compile(r"[-+]?\d*\.\d{6,}")
DIGITS = 60

Interval = tuple[Value, bool, Value, bool]  # low end, whether it belongs, high end, whether it belongs


def answer(question: list[Any]) -> bool:
    """Whether two formulas, equations or sets of numbers are the same: `[kind, a response's, the right one]`.

    Of kind "formula": texts. Of kind "set": descriptions of `regions`.
    """
    kind, written, gold = question
    return same_sets(written, gold) if kind == "set" else same_formulas(written, gold)


def same_formulas(written: str, gold: str) -> bool:
    if BEYOND_GRAMMAR.search(written + gold):
        return judged_elsewhere(written, gold)
    try:
        signs = relations(written), relations(gold)
        if signs == ([], []):
            left, right = read(written), read(gold)
            return equal(left, right) or (ROUNDED.fullmatch(written) is not None and is_rounded(written, right))
        if len(signs[0]) == len(signs[1]) == 1:
            return same_relations(written, gold)
    except Unreadable:
        pass
    return False


def is_rounded(written: str, right: Tree) -> bool:
    """Whether a decimal is the right value rounded to its places."""
    if names(right):
        return False
    try:
        with mp.workdps(DIGITS):
            exact = inexact(Valuer({})(right))
            half = mp.mpf(10) ** -len(written.partition(".")[2]) / 2
            return is_real(exact) and bool(abs(inexact(Fraction(written)) - exact) <= half)
    except (Undecided, Undefined):
        return False


def same_relations(written: str, gold: str) -> bool:
    """Equations whose sides differ by the same up to a factor; inequalities up to a positive one."""
    left, sign = one_side(written)
    right, gold_sign = one_side(gold)
    return sign == gold_sign and proportional(left, right, positive=sign != "=")


def relations(text: str) -> list[re.Match[str]]:
    """The signs of relations outside of all brackets."""
    depths = dict(scan(text))
    found, depth, outside = list(RELATION.finditer(text)), 0, set()
    for place in range(len(text)):
        depth += depths.get(place, 0)
        if depth == 0:
            outside.add(place)
    return [one for one in found if one.start() in outside]


def one_side(text: str) -> tuple[Tree, str]:
    """A relation with everything on its left: the left side minus the right one, and `=`, `<` or `\\leq`."""
    found = relations(text)[0]
    sign, left, right = found.group(), read(text[: found.start()]), read(text[found.end() :])
    if sign in (">", "\\geq"):
        left, right, sign = right, left, {">": "<", "\\geq": "\\leq"}[sign]
    return ("add", left, ("negate", right)), sign


def judged_elsewhere(written: str, gold: str) -> bool:
    answers = [
        parse(
            f"${expression}$",
            extraction_config=[LatexExtractionConfig()],
            fallback_mode="no_fallback",
            parsing_timeout=None,
        )
        for expression in (written, gold)
    ]
    return all(answers) and bool(verify(answers[1], answers[0], timeout_seconds=None))


def same_sets(written: list[Any], gold: list[Any]) -> bool:
    """Whether two descriptions give the same set of numbers. Their ends must be numbers."""
    try:
        with mp.workdps(DIGITS):
            first, second = numbers_of(written), numbers_of(gold)
            return len(first) == len(second) and all(
                one[1::2] == other[1::2] and compare(one[0], other[0]) == compare(one[2], other[2]) == 0
                for one, other in zip(first, second)
            )
    except (Unreadable, Undecided, Undefined):
        return False


def numbers_of(described: list[Any]) -> list[Interval]:
    """The sorted disjoint intervals of a description, which is a nested list: see `regions`."""
    kind, *parts = described
    if kind == "interval":
        low, low_belongs, high, high_belongs = parts
        ends = end_value(low), end_value(high)
        if compare(*ends) > 0 or (compare(*ends) == 0 and not (low_belongs and high_belongs)):
            raise Undefined("no interval")
        return merged([(ends[0], low_belongs, ends[1], high_belongs)])
    sets = [numbers_of(part) for part in parts]
    if kind == "or":
        return merged([one for each in sets for one in each])
    if kind == "not":
        return complement(sets[0])
    return complement(merged([one for each in sets for one in complement(each)]))


def complement(intervals: list[Interval]) -> list[Interval]:
    """All numbers outside of sorted disjoint intervals."""
    outside: list[Interval] = []
    begin, begin_belongs = -mp.inf, False
    for low, low_belongs, high, high_belongs in intervals:
        outside.append((begin, begin_belongs, low, not low_belongs and low != -mp.inf))
        begin, begin_belongs = high, not high_belongs and high != mp.inf
    outside.append((begin, begin_belongs, mp.inf, False))
    return merged(outside)


def end_value(text: str) -> Value:
    """The value of an end. Raises Undefined for what is no real number."""
    plain = text.replace(" ", "").removeprefix("+")
    if plain in ("\\infty", "-\\infty"):
        return mp.inf if plain == "\\infty" else -mp.inf
    tree = read(text)
    if names(tree):
        raise Undefined("no number")
    value = Valuer({})(tree)
    if not is_real(value):
        raise Undefined("no real number")
    return value


def compare(left: Value, right: Value) -> int:
    """-1, 0 or 1. What differs by less than the digits at hand is equal."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return (left > right) - (left < right)
    left, right = inexact(left), inexact(right)
    if mp.isinf(left) or mp.isinf(right):
        return int(left > right) - int(left < right)
    if same_at(lambda _: (left, right), {}):
        return 0
    return 1 if left > right else -1


def by_beginning(one: Interval, other: Interval) -> int:
    return compare(one[0], other[0]) or int(other[1]) - int(one[1])


def merged(intervals: list[Interval]) -> list[Interval]:
    """Sorted intervals, empty ones left out, overlapping and touching ones joined."""
    kept = [one for one in intervals if compare(one[0], one[2]) < int(one[1] and one[3])]
    kept.sort(key=cmp_to_key(by_beginning))
    union: list[Interval] = []
    for low, low_belongs, high, high_belongs in kept:
        if union:
            begin, begin_belongs, end, end_belongs = union[-1]
            gap = compare(low, end)
            if gap < 0 or (gap == 0 and (low_belongs or end_belongs)):
                further = compare(high, end)
                if further > 0:
                    end, end_belongs = high, high_belongs
                elif further == 0:
                    end_belongs = end_belongs or high_belongs
                union[-1] = (begin, begin_belongs, end, end_belongs)
                continue
        union.append((low, low_belongs, high, high_belongs))
    return union
