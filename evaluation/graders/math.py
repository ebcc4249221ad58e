"""Is a mathematical answer the right one? Structure is compared here, formulas and sets of numbers in a worker process.

An answer is taken apart first: words around it, several answers in any order, sets, tuples, matrices, intervals, names
on the left, plus-minus, percent, units. What remains are single values. Numbers are compared as exact fractions; only
other formulas are handed on, one against one, so that a part of the right answer never passes.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from rlve.evaluation.graders.extraction import marked_answer
from rlve.evaluation.graders.formulas import FUNCTIONS
from rlve.evaluation.graders.labels import (
    EQUALS,
    LABEL,
    MEMBER,
    bare_name,
    label_and_value,
    letters_of,
    named_alike,
    value_of_equation,
    with_argument_of,
)
from rlve.evaluation.graders.notation import (
    compact,
    decimal_places,
    digits_in_base,
    enclosed,
    matrix_rows,
    number,
    pieces,
    tidy,
    without_condition,
    without_units,
)
from rlve.evaluation.graders.phrases import unwrapped
from rlve.evaluation.graders.regions import CUP, RELATION, inequality, region
from rlve.evaluation.graders.symbolic import equivalent, same_set

LONGEST_ANSWER = 2_000
MOST_PARTS = 64
MOST_SIGNS = 3
SHORTEST_ROUNDING = 6
COMMA = re.compile(
    r"\s*(?:,|;|\\cr(?![A-Za-z]))\s*(?:and\b|or\b|\\text\{\s*(?:and|or)\s*\})?|\s+(?:and|or)\s+"
    r"|\s*\\text\{\s*(?:[,;]\s*(?:and|or)?|and|or)\s*\}"
)
ONLY_COMMA = re.compile(r"\s*[,;]\s*")
PLUS_MINUS = re.compile(r"\\(?:pm|mp)(?![A-Za-z])")
WORDS = re.compile(r"[A-Za-z][A-Za-z' \-]*[A-Za-z]")
TEXT_WORDS = re.compile(r"\\text\{\s*([^{}]*?)\s*\}")
UNIT_OR_LETTER = re.compile(r"\\text\{\s*([A-Za-z])\s*\}$")

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
    answer, gold = unwrapped(without_condition(tidy(answer))), unwrapped(without_condition(tidy(gold)))
    if not answer:
        return False
    if compact(answer) == compact(gold):
        return True
    return same_value(answer, gold) or same_region(answer, gold, same_collection)


def same_region(answer: str, gold: str, otherwise: Compare) -> bool:
    """Whether both say the same set of numbers, in whatever way; what does not describe one is compared `otherwise`."""
    described, right = region(answer), region(gold)
    if described is None or right is None or not (described.certain or right.certain):
        return otherwise(answer, gold)
    if described.unknown and right.unknown and bare_name(described.unknown) != bare_name(right.unknown):
        return False
    return otherwise(answer, gold) or same_set(described.tree, right.tree)


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
    if len(set(map(label_of, golds))) == len(golds) and not any(map(label_of, answers)):  # x and y in their order
        return len(answers) == len(golds) and all(map(same_item, answers, golds))
    return matched(answers, golds, same_item)


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


def same_item(answer: str, gold: str) -> bool:
    """One value, tuple, matrix, interval, inequality, equation or text against another."""
    if compact(answer) == compact(gold):
        return True
    answer_label, answer_value = label_and_value(answer)
    gold_label, gold_value = label_and_value(gold)
    if named_alike(answer_label, gold_label):
        value = with_argument_of(gold_label, answer_label, answer_value)
        if compact(value) == compact(gold_value) or same_structure(value, gold_value):
            return True
    if len(pieces(gold, EQUALS)) == 1:
        stated = value_of_equation(answer_value)
        return stated is not None and same_structure(stated, gold_value)
    return len(pieces(answer, EQUALS)) == len(pieces(gold, EQUALS)) == 2 and equivalent(answer, gold)


def same_structure(answer: str, gold: str) -> bool:
    """Two texts without labels: matrices, unions, tuples, single values."""
    rows, gold_rows = matrix_rows(answer), matrix_rows(gold)
    if rows is not None or gold_rows is not None:
        return same_matrix(answer, gold)
    answer_range, gold_range = ranges(answer), ranges(gold)
    if len(gold_range) > 1 or len(answer_range) > 1 or is_interval(gold_range[0]) or is_interval(answer_range[0]):
        return matched(answer_range, gold_range, same_brackets)
    if tuple_items(gold) or tuple_items(answer):
        return same_brackets(answer, gold)
    return same_atom(answer, gold)


def same_matrix(answer: str, gold: str) -> bool:
    """The same shape and entries. A single row or column is a tuple."""
    rows, gold_rows = entries(answer), entries(gold)
    return len(rows) == len(gold_rows) > 0 and all(
        len(row) == len(gold_row) and all(map(same_item, row, gold_row)) for row, gold_row in zip(rows, gold_rows)
    )


def entries(text: str) -> list[list[str]]:
    """The rows of a matrix; a tuple or a single column as one row; nothing for other texts."""
    rows = matrix_rows(text)
    if rows is None:
        items = tuple_items(text)
        return [items] if items else []
    if len(rows) > 1 and all(len(row) == 1 for row in rows):
        return [[row[0] for row in rows]]
    return rows


def label_of(text: str) -> str:
    return bare_name(label_and_value(text)[0])


def ranges(text: str) -> list[str]:
    """The parts of a union; inequalities in one unknown as intervals."""
    return [as_interval(part) for part in pieces(text, CUP) if part] or [text]


def as_interval(text: str) -> str:
    """`x > 2` as `(2,\\infty)`, `a < x \\leq b` as `(a,b]`; other texts unchanged."""
    found = inequality(text) if RELATION.search(text) else None
    if found is None:
        return text
    _, low, low_belongs, high, high_belongs = found
    return f"{'[' if low_belongs else '('}{low},{high}{']' if high_belongs else ')'}"


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
    """Two single values: numbers exactly, words as words, anything else as formulas."""
    answer, gold = without_plus(answer), without_plus(gold)
    answer_words, gold_words = words(answer), words(gold)
    if answer_words is not None and gold_words is not None:
        return answer_words == gold_words
    if answer_words is not None and len(answer_words) > 3 and number(without_units(gold)) is not None:
        return False
    in_base, gold_in_base = digits_in_base(answer), digits_in_base(gold)
    if in_base is not None or gold_in_base is not None:
        return same_digits(answer, gold)
    plain_answer, plain_gold = without_units(answer), without_units(gold)
    if UNIT_OR_LETTER.search(answer) and letters_of(plain_gold):  # 9\text{m} where m is a letter of the right answer
        plain_answer = answer
    if compact(plain_answer) == compact(plain_gold):
        return True
    if number(without_percent(plain_answer)) is not None and number(without_percent(plain_gold)) is not None:
        return same_number(plain_answer, plain_gold)
    if has_words(plain_answer) or has_words(plain_gold):  # such as 40 \text{ million}, which is not 40
        return False
    for brackets in (enclosed(plain_answer), enclosed(plain_gold)):
        if brackets is not None and brackets[0] == "\\{":
            return False
    return same_formula(plain_answer, plain_gold)


def same_formula(answer: str, gold: str) -> bool:
    """A percent sign is a hundredth, and may be left out on either side as in `same_number`."""
    bare_answer, bare_gold = without_percent(answer), without_percent(gold)
    if (bare_answer != answer) is (bare_gold != gold):
        return equivalent(bare_answer, bare_gold)
    if equivalent(bare_answer, bare_gold):
        return True
    hundredfold = f"100({bare_answer})", f"100({bare_gold})"
    return equivalent(hundredfold[0], bare_gold) if bare_gold != gold else equivalent(bare_answer, hundredfold[1])


def has_words(text: str) -> bool:
    """Whether words stand in a text that are no name of a function or a letter."""
    return any(len(word) > 1 and word not in FUNCTIONS for word in TEXT_WORDS.findall(text))


def same_digits(answer: str, gold: str) -> bool:
    """Digits in a base: the same digits, and the same base where both say one."""
    first = digits_in_base(answer) or (compact(answer).lstrip("0").upper(), "")
    second = digits_in_base(gold) or (compact(gold).lstrip("0").upper(), "")
    return first[0] == second[0] and (first[1] == second[1] or not (first[1] and second[1]))


def without_percent(text: str) -> str:
    return re.sub(r"\s*(?:%|\\text\{\s*percent\s*\}|percent)$", "", text)


def same_number(answer: str, gold: str) -> bool:
    """Equal as exact fractions. A percent sign may be written on one side only, for each meaning that makes sense:

    `62.5%` is met by 62.5 and 0.625. 20 is met by `20%` (per cent are what was asked for), but not by `2000%`;
    0.2 is met by `20%` only; 1.6, which may be either, by `160%` and `1.6%`.

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
    elif bare_answer != answer and bare_gold == gold and not (value == right and abs(right) >= 1):
        value = value if right.denominator == 1 else value / 100
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
