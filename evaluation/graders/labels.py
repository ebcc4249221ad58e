"""Names on the left of an answer: `x = 3` is the value 3 under the label x, and no answer to what y is."""

import re

from rlve.evaluation.graders.notation import compact, number, pieces

EQUALS = re.compile(r"(?<![<>!:])=|\\equiv(?![A-Za-z])|\\Rightarrow(?![A-Za-z])|\\implies(?![A-Za-z])")
APPROXIMATELY = re.compile(r"\\approx(?![A-Za-z])|\\simeq(?![A-Za-z])|\\sim(?![A-Za-z])")
MEMBER = re.compile(r"[A-Za-z](?:_\{?\w+\}?)?\s*\\in(?![A-Za-z])\s*")
NAME = r"(?:\\(?!(?:frac|sqrt|binom|pi|infty)(?![a-z]))[A-Za-z]+\s*|[A-Za-z])"
NAME += r"(?:\d|'|_\{[^{}]*(?:\{[^{}]*\})?[^{}]*\}|_\w|_\\[a-z]+)*"
LABEL = re.compile(
    rf"(?:\\text\{{[^{{}}]*\}}(?:\s*{NAME})?|\\angle\s*[A-Z_{{}}\d\s]+|{NAME}(?:\([^()=]*\)|\{{\([^()]*\)\}}|!)?|\|?[A-Z]{{2,4}}\|?"
    rf"|[A-Za-z]{{3,}}|\((?:\s*{NAME}\s*,?)+\)|[a-z]{{2,4}})"
)
VARIABLE = re.compile(r"[A-Za-z](?:_\{?\w+\}?)?")
FUNCTION = re.compile(r"(?P<function>\\?[A-Za-z]+(?:_\{?\w+\}?)?)\((?P<argument>[^()]*)\)")
WORDY = re.compile(r"\\text|(?<![\\A-Za-z])[a-z]{3,}|\\(?:max|min|sup|inf|Pr)(?![A-Za-z])")
WORD_BELOW = re.compile(r"_(?:\\(?:max|min|text|sup|inf)|max|min|total|tot)(?:[a-z]*)$")


def bare_name(label: str) -> str:
    """A label without braces, bars and blanks: `\\angle B E A_{1}` is `\\angle BEA_1`."""
    return re.sub(r"[{}\s|]", "", label)


def named_alike(label: str, gold_label: str) -> bool:
    """Whether a label can stand for the other. Words (`Area = 7`) and no label at all can stand for any."""
    if not label or not gold_label or WORDY.search(WORD_BELOW.sub("", bare_name(label))):
        return True
    if WORDY.search(WORD_BELOW.sub("", bare_name(gold_label))):
        return True
    name, gold_name = (WORD_BELOW.sub("", bare_name(one)) for one in (label, gold_label))
    if name == gold_name or is_turned_round(name, gold_name):
        return True
    function, gold_function = FUNCTION.fullmatch(name), FUNCTION.fullmatch(gold_name)
    if function and gold_function:
        arguments = function["argument"], gold_function["argument"]
        return function["function"] == gold_function["function"] and all(len(one) == 1 for one in arguments)
    if function or gold_function:
        found = function or gold_function
        assert found is not None
        return (gold_name if function else name) in (found["function"], "y")
    return False


def is_turned_round(name: str, other: str) -> bool:
    """`AB` is `BA`, `\\angle ABC` is `\\angle CBA`."""
    letters, other_letters = name.removeprefix("\\angle"), other.removeprefix("\\angle")
    return letters.isupper() and letters.isalpha() and 2 <= len(letters) <= 3 and letters == other_letters[::-1]


def label_and_value(text: str) -> tuple[str, str]:
    """`x = 3` and `3 = x` are the value 3 under the label x. An equation without a plain name stays whole."""
    text = MEMBER.sub("", text, count=1) if MEMBER.match(text) else text
    approximated = pieces(text, APPROXIMATELY)
    if len(approximated) > 1 and approximated[1]:  # the exact side is the answer, unless it is only a name or not there
        only_name = not approximated[0] or LABEL.fullmatch(approximated[0])
        label = approximated[0] if only_name else ""
        if label:
            return label, approximated[1]
        text = approximated[1] if only_name else approximated[0]
    sides = pieces(text, EQUALS)
    if len(sides) > 1 and not sides[0] and sides[-1]:  # = 3
        return "", sides[-1]
    if len(sides) > 1 and is_label(sides[0]) and sides[-1]:
        return sides[0], sides[-1]
    if len(sides) == 2 and sides[0] and is_name_for(sides[1], sides[0]):
        return sides[1], sides[0]
    if len(sides) > 2 and number(sides[-1]) is not None:  # 2 + 3 = 4 + 1 = 5
        return "", sides[-1]
    return "", text


def is_label(text: str) -> bool:
    """Whether a text is a name such as `x` and `f(x)`; `n(n-1)` is a product."""
    function = FUNCTION.fullmatch(text)
    return LABEL.fullmatch(text) is not None and not (function and function["function"] in function["argument"])


def is_name_for(text: str, value: str) -> bool:
    """Whether a text behind an equals sign names the value before it."""
    letters = letters_of(value)
    return bool(VARIABLE.fullmatch(text) and text not in letters) or (is_label(text) and not letters)


def letters_of(text: str) -> set[str]:
    """The letters of a text outside of its commands."""
    return set(re.findall(r"[A-Za-z]", re.sub(r"\\[A-Za-z]+", "", text)))


def value_of_equation(text: str) -> str | None:
    """What a formula is said to be: `s + t = 204` says 204. None for what only sets something to zero, or is untrue."""
    sides = pieces(text, EQUALS)
    if len(sides) < 2 or not all(sides):
        return None
    stated, value = number(sides[0]), number(sides[-1])
    if (stated is not None and stated != value) or (value == 0 and letters_of(sides[0])):
        return None
    return sides[-1]


def with_argument_of(gold_label: str, answer_label: str, answer: str) -> str:
    """`f(n) = n` is the function `f(x) = x`."""
    gold_function, answer_function = FUNCTION.fullmatch(compact(gold_label)), FUNCTION.fullmatch(compact(answer_label))
    if gold_function and answer_function:
        old, new = answer_function["argument"], gold_function["argument"]
        if old != new and len(old) == len(new) == 1 and old.isalpha() and new.isalpha():
            return re.sub(rf"(?<![\\A-Za-z]){old}(?![A-Za-z])", new, answer)
    return answer
