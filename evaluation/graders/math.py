"""Is a mathematical answer the right one? Structure is compared here, expressions by `math-verify` in a worker process.

An answer is taken apart first: several answers in any order, sets, tuples, intervals and their unions, equations
with a name on the left, plus-minus, percent, words. What remains are single values. Numbers are compared as exact
fractions; only other expressions are handed on, one against one, so that a part of the right answer never passes.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

from rlve.evaluation.graders.extraction import marked_answer
from rlve.evaluation.graders.notation import (
    compact,
    decimal_places,
    enclosed,
    number,
    pieces,
    tidy,
    without_condition,
    without_units,
)
from rlve.evaluation.graders.symbolic import equivalent

LONGEST_ANSWER = 2_000
MOST_PARTS = 64
MOST_SIGNS = 3
SHORTEST_ROUNDING = 6
COMMA = re.compile(
    r"\s*(?:,|;|\\\\)\s*(?:and\b|or\b|\\text\{\s*(?:and|or)\s*\})?|\s+(?:and|or)\s+|\s*\\text\{\s*,?\s*(?:and|or)\s*\}"
)
ONLY_COMMA = re.compile(r"\s*[,;]\s*")
CUP = re.compile(r"\\cup(?![A-Za-z])|\bU\b")
EQUALS = re.compile(r"(?<![<>!:])=|\\equiv(?![A-Za-z])|\\Rightarrow(?![A-Za-z])|\\implies(?![A-Za-z])")
APPROXIMATELY = re.compile(r"\\approx(?![A-Za-z])|\\simeq(?![A-Za-z])|\\sim(?![A-Za-z])")
MEMBER = re.compile(r"[A-Za-z](?:_\{?\w+\}?)?\s*\\in(?![A-Za-z])\s*")
PLUS_MINUS = re.compile(r"\\(?:pm|mp)(?![A-Za-z])")
NAME = r"(?:\\[A-Za-z]+\s*|[A-Za-z])(?:\d|'|_\{[^{}]*(?:\{[^{}]*\})?[^{}]*\}|_\w|_\\[a-z]+)*"
LABEL = re.compile(
    rf"(?:\\text\{{[^{{}}]*\}}|\\angle\s*[A-Z_{{}}\d\s]+|{NAME}(?:\([^()=]*\)|\{{\([^()]*\)\}}|!)?|\|?[A-Z]{{2,4}}\|?|[A-Za-z]{{3,}}"
    rf"|\((?:\s*{NAME}\s*,?)+\)|[a-z]{{2,4}})"
)
FUNCTION = re.compile(r"([A-Za-z](?:_\{?\w+\}?)?)\(([A-Za-z])\)")
RELATION = re.compile(r"(\\leq|\\geq|<|>)(?![A-Za-z])")
VARIABLE = re.compile(r"[A-Za-z](?:_\{?\w+\}?)?")
WORDS = re.compile(r"[A-Za-z][A-Za-z' \-]*[A-Za-z]")
FLIPPED = {"<": ">", ">": "<", r"\leq": r"\geq", r"\geq": r"\leq"}

Compare = Callable[[str, str], bool]


def grade_math(response: str, gold: str) -> bool:
    """Whether the last boxed or tagged answer of `response` equals `gold`, which may be LaTeX with or without dollars.

    Never raises on a response; ends within seconds on any text; safe in any thread.
    """
    answer = marked_answer(response)
    return answer is not None and same_answer(answer, gold)


def same_answer(answer: str, gold: str) -> bool:
    """Whether two written answers mean the same."""
    if len(answer) > LONGEST_ANSWER or not answer.strip():
        return False
    answer, gold = without_condition(tidy(answer)), without_condition(tidy(gold))
    if compact(answer) == compact(gold):
        return True
    return same_value(answer, gold) or same_collection(answer, gold)


def same_value(answer: str, gold: str) -> bool:
    """Numbers first, because `1,234` may be a number or two answers."""
    answer_number, gold_number = number(without_units(answer)), number(without_units(gold))
    return answer_number is not None and gold_number is not None and same_number(answer, gold)


def same_collection(answer: str, gold: str) -> bool:
    """Several answers in any order, sets, and what stands alone."""
    answers, golds = spread(parts(answer)), spread(parts(gold))
    if len(answers) > MOST_PARTS or len(golds) > MOST_PARTS:
        return False
    if len(golds) == 1 and len(answers) == 1:
        return same_item(answers[0], golds[0])
    if len(golds) == 1 or len(answers) == 1:
        written = answer if len(golds) == 1 else gold
        return not is_set(written) and one_against_several(answers, golds)
    labelled = all(map(label_of, golds)) and all(map(label_of, answers)) and len(set(map(label_of, golds))) > 1
    return matched(answers, golds, partial(same_item, labels_count=labelled))


def parts(text: str) -> list[str]:
    """The answers a text gives: divided by commas, semicolons, "and", "or"; a set gives its elements."""
    text = unlabelled_members(text)
    found = [part for part in pieces(text, COMMA) if part]
    if len(found) == 1 and (brackets := enclosed(found[0])) and brackets[0] == "\\{" and "|" not in brackets[1]:
        return [part for part in pieces(brackets[1], ONLY_COMMA) if part]
    return found or [text]


def is_set(text: str) -> bool:
    """Whether braces enclose the whole text: its elements have no order then."""
    brackets = enclosed(unlabelled_members(text))
    return brackets is not None and brackets[0] == "\\{"


def unlabelled_members(text: str) -> str:
    """`x \\in {1, 2}` and `x = {1, 2}` name their elements."""
    text = MEMBER.sub("", text, count=1) if MEMBER.match(text) else text
    sides = pieces(text, EQUALS)
    if len(sides) == 2 and LABEL.fullmatch(sides[0]) and enclosed(sides[1]) and sides[1].startswith("\\{"):
        return sides[1]
    return text


def spread(items: Sequence[str]) -> list[str]:
    """Write `a \\pm b` as two answers, `(\\pm a, \\pm b)` as four, `(a \\pm b, a \\mp b)` as two."""
    result: list[str] = []
    for item in items:
        signs = PLUS_MINUS.findall(item)
        if not 0 < len(signs) <= MOST_SIGNS:
            result.append(item)
            continue
        if "\\mp" in signs:  # the signs go together
            choices = [["+" if sign == first else "-" for sign in signs] for first in ("\\pm", "\\mp")]
        else:
            choices = [list(choice) for choice in product("+-", repeat=len(signs))]
        for choice in choices:
            chosen = iter(choice)
            result.append(without_plus(PLUS_MINUS.sub(lambda _, chosen=chosen: next(chosen), item)))  # type: ignore[misc]
    return result


def without_plus(text: str) -> str:
    """A plus in front says nothing."""
    return re.sub(r"(^|[=(,])\s*\+", r"\1", text).strip()


def one_against_several(answers: Sequence[str], golds: Sequence[str]) -> bool:
    """`(6, 5)` written without its brackets, or `5, 1` written as a tuple: the same values in the same order."""
    single, several = (answers[0], golds) if len(answers) == 1 else (golds[0], answers)
    labelled = pieces(single, EQUALS)
    brackets = enclosed(labelled[-1]) if len(labelled) <= 2 else None
    if brackets is None or brackets[0] + brackets[2] not in ("()", "[]") or is_interval(labelled[-1]):
        return False
    inside = [part for part in pieces(brackets[1], ONLY_COMMA) if part]
    ordered = (inside, several) if len(answers) == 1 else (several, inside)
    return len(inside) == len(several) and all(same_item(*pair) for pair in zip(*ordered))


def matched(answers: Sequence[str], golds: Sequence[str], same: Compare) -> bool:
    """Whether answers and golds can be paired one to one. Each pair is compared once at most."""
    if len(answers) != len(golds):
        return False
    partner: dict[int, int] = {}
    known: dict[tuple[int, int], bool] = {}

    def pair_up(gold: int, tried: set[int]) -> bool:
        for place, answer in enumerate(answers):
            if place in tried:
                continue
            if (place, gold) not in known:
                known[place, gold] = same(answer, golds[gold])
            if known[place, gold]:
                tried.add(place)
                if place not in partner or pair_up(partner[place], tried):
                    partner[place] = gold
                    return True
        return False

    return all(pair_up(gold, set()) for gold in range(len(golds)))


def same_item(answer: str, gold: str, labels_count: bool = False) -> bool:
    """One value, tuple, interval, union, inequality, equation or text against another."""
    if compact(answer) == compact(gold):
        return True
    answer_label, answer = label_and_value(answer)
    gold_label, gold = label_and_value(gold)
    if labels_count and bare_name(answer_label) != bare_name(gold_label):
        return False
    answer = with_argument_of(gold_label, answer_label, answer)
    if compact(answer) == compact(gold):
        return True
    answer_range, gold_range = ranges(answer), ranges(gold)
    if len(gold_range) > 1 or len(answer_range) > 1 or is_interval(gold_range[0]) or is_interval(answer_range[0]):
        return matched(answer_range, gold_range, same_brackets)
    if tuple_items(gold) or tuple_items(answer):
        return same_brackets(answer, gold)
    return same_atom(answer, gold)


def label_of(text: str) -> str:
    return bare_name(label_and_value(text)[0])


def bare_name(label: str) -> str:
    """A label without braces and blanks: `\\angle B E A_{1}` is `\\angle BEA_1`."""
    return re.sub(r"[{}\s]", "", label)


def label_and_value(text: str) -> tuple[str, str]:
    """`x = 3` is the value 3 under the label x. An equation without a plain name on its left stays whole."""
    text = MEMBER.sub("", text, count=1) if MEMBER.match(text) else text
    approximated = pieces(text, APPROXIMATELY)
    if len(approximated) > 1:  # the exact side is the answer, unless it is only a name
        text = approximated[1] if LABEL.fullmatch(approximated[0]) else approximated[0]
    sides = pieces(text, EQUALS)
    if len(sides) > 1 and LABEL.fullmatch(sides[0]) and sides[-1]:
        return sides[0], sides[-1]
    if len(sides) == 2 and VARIABLE.fullmatch(sides[1]) and number(sides[0]) is not None:
        return sides[1], sides[0]
    if len(sides) > 2 and number(sides[-1]) is not None:  # 2 + 3 = 4 + 1 = 5
        return "", sides[-1]
    if (
        len(sides) == 2
        and number(sides[1]) is not None
        and not re.search(r"[A-Za-z]", re.sub(r"\\[A-Za-z]+", "", sides[0]))
    ):
        return "", sides[1]
    if re.match(r"[a-z][\[(]", text) and enclosed(text[1:]) and len(pieces(text[2:-1], ONLY_COMMA)) == 2:
        return text[0], text[1:]  # a set known to have lost its "\in" in the public data
    return "", text


def with_argument_of(gold_label: str, answer_label: str, answer: str) -> str:
    """`f(n) = n` is the function `f(x) = x`."""
    gold_function, answer_function = FUNCTION.fullmatch(compact(gold_label)), FUNCTION.fullmatch(compact(answer_label))
    if gold_function and answer_function and gold_function.group(2) != answer_function.group(2):
        old, new = answer_function.group(2), gold_function.group(2)
        return re.sub(rf"(?<![\\A-Za-z]){old}(?![A-Za-z])", new, answer)
    return answer


def ranges(text: str) -> list[str]:
    """The parts of a union; inequalities in one unknown as intervals."""
    return [as_interval(part) for part in pieces(text, CUP) if part] or [text]


def as_interval(text: str) -> str:
    """`x > 2` as `(2,\\infty)`, `a < x \\leq b` as `(a,b]`; other texts unchanged."""
    sides = RELATION.split(text)
    if len(sides) == 3:
        left, sign, right = (side.strip() for side in sides)
        if not VARIABLE.fullmatch(left) and VARIABLE.fullmatch(right):
            left, sign, right = right, FLIPPED[sign], left
        if VARIABLE.fullmatch(left) and right:
            bracket = "" if sign in "<>" else "closed"
            if sign in (">", r"\geq"):
                return f"{'[' if bracket else '('}{right},\\infty)"
            return f"(-\\infty,{right}{']' if bracket else ')'}"
    if len(sides) == 5:
        low, first, middle, second, high = (side.strip() for side in sides)
        if VARIABLE.fullmatch(middle) and first in (">", r"\geq") and second in (">", r"\geq"):
            low, first, second, high = high, FLIPPED[second], FLIPPED[first], low
        if VARIABLE.fullmatch(middle) and first in ("<", r"\leq") and second in ("<", r"\leq") and low and high:
            return f"{'(' if first == '<' else '['}{low},{high}{')' if second == '<' else ']'}"
    return text


def is_interval(text: str) -> bool:
    """Two ends in brackets of which one shows that it is no point: `[`, `]` or infinity."""
    items = tuple_items(text)
    brackets = enclosed(text)
    return len(items) == 2 and brackets is not None and (brackets[0] + brackets[2] != "()" or "\\infty" in text)


def tuple_items(text: str) -> list[str]:
    """The entries of `(a, b, ...)` or `[a, b, ...]`; none for anything else."""
    brackets = enclosed(text)
    if brackets is None or brackets[0] == "\\{":
        return []
    items = pieces(brackets[1], ONLY_COMMA)
    return items if len(items) > 1 and all(items) else []


def same_brackets(answer: str, gold: str) -> bool:
    """Tuples and intervals: the same entries in the same order. Brackets count where there are two entries."""
    answers, golds = tuple_items(answer), tuple_items(gold)
    if not golds and not answers:
        braced_answer, braced_gold = enclosed(answer), enclosed(gold)
        if braced_answer and braced_gold and braced_answer[0] == braced_gold[0] == "\\{":
            return same_collection(answer, gold)
        return same_atom(answer, gold)
    if len(answers) != len(golds):
        return False
    if len(golds) == 2:
        answer_brackets, gold_brackets = enclosed(answer), enclosed(gold)
        if answer_brackets is None or gold_brackets is None or answer_brackets[::2] != gold_brackets[::2]:
            return False
    return all(same_item(*pair) for pair in zip(answers, golds))


def same_atom(answer: str, gold: str) -> bool:
    """Two single values: numbers exactly, words as words, anything else as expressions."""
    answer, gold = without_plus(answer), without_plus(gold)
    answer_words, gold_words = words(answer), words(gold)
    if answer_words is not None and gold_words is not None:
        return answer_words == gold_words
    if words(answer) is not None and len(str(answer_words)) > 3 and number(without_units(gold)) is not None:
        return False
    plain_answer, plain_gold = without_units(answer), without_units(gold)
    if compact(plain_answer) == compact(plain_gold):
        return True
    if number(without_percent(plain_answer)) is not None and number(without_percent(plain_gold)) is not None:
        return same_number(plain_answer, plain_gold)
    if "\\text{" in plain_answer + plain_gold:  # such as 40 \text{ million}, of which only the 40 would be read
        return False
    for brackets in (enclosed(plain_answer), enclosed(plain_gold)):
        if brackets is not None and brackets[0] == "\\{":
            return False
    return equivalent(without_percent(plain_answer), without_percent(plain_gold))


def without_percent(text: str) -> str:
    return re.sub(r"\s*(?:%|\\text\{\s*percent\s*\}|percent)$", "", text)


def same_number(answer: str, gold: str) -> bool:
    """Equal as exact fractions. A percent sign may be written on one side only, for either meaning that makes sense.

    A decimal with six places or more may be the rounded form of the right value.
    """
    answer, gold = without_units(answer), without_units(gold)
    bare_answer, bare_gold = without_percent(answer), without_percent(gold)
    value, right = number(bare_answer), number(bare_gold)
    if value is None or right is None:
        return False
    accepted = {right}
    if bare_gold != gold and bare_answer == answer:
        accepted.add(right / 100)  # gold 62.5%, answer 0.625
    elif bare_answer != answer and bare_gold == gold:
        value = value if abs(right) >= 1 else value / 100  # answer 20%, gold 20 or 0.2
    return value in accepted or any(rounded_to(bare_answer, value, exact) for exact in accepted)


def rounded_to(text: str, value: Fraction, exact: Fraction) -> bool:
    places = decimal_places(text)
    return places >= SHORTEST_ROUNDING and abs(value - exact) <= Fraction(1, 2 * 10**places)


def words(text: str) -> str | None:
    """The letters of an answer in words, or of a choice such as `(B)`; None for mathematics."""
    unwrapped = re.sub(r"\\text\{([^{}]*)\}", r" \1 ", text)
    unwrapped = re.sub(r"\s+", " ", unwrapped).strip().strip('."').strip()
    choice = re.fullmatch(r"\(?\s*([A-Z])\s*\)?", unwrapped)
    if choice:
        return choice.group(1).lower()
    if WORDS.fullmatch(unwrapped) and ("\\text{" in text or " " in unwrapped or len(unwrapped) > 3):
        return unwrapped.lower()
    if WORDS.fullmatch(unwrapped) and unwrapped.lower() in ("yes", "no"):
        return unwrapped.lower()
    return None
