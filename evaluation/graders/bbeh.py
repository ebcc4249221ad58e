"""The comparison of BIG-Bench Extra Hard: equal after a few published normalisations of strings.

Source of the rules: the evaluation code of the benchmark (Kazemi et al., "BIG-Bench Extra Hard", arXiv:2502.19187):
lower case, no space after commas, options with or without brackets, equal numbers, quotes, brackets round a list, a
final question mark. Added here: the answer may stand in a box or between answer tags, without any marker nothing is
graded, and a target that ends in a full stop can be met (the published code drops the answer's stop only).
"""

import re

from rlve.evaluation.graders.extraction import after_thinking, marked_answer

ANNOUNCED = re.compile(r"\bthe (?:final |correct )?answer is\b\s*:?", re.IGNORECASE)
# What follows "the answer is" where it says something about the answer, and does not give it
COMMENT = re.compile(
    r"\s*(?:(?:now|then|indeed|thus|therefore|quite|pretty|already|very|also)\s+)*"
    r"(?:clear|obvious|unique|simple|easy|straightforward|confirmed|consistent|verified|found|given|determined"
    r"|as follows|the same as (?:before|above)|not (?:clear|obvious|simple|easy|straightforward))\b[^\n(]*",
    re.IGNORECASE,
)
# The beginning of the sentence in which "the answer is" comes again
HALF_SENTENCE = re.compile(r"(?:[.!?;\n]\s*|,\s*(?=(?:so|thus|hence|and|therefore)\b))[^.!?;\n]*$", re.IGNORECASE)
WRAPPED = re.compile(r"\\(?:text|texttt|textbf|mathrm|mathbf|boxed|fbox)\s*\{(.*)\}", re.DOTALL)
OPTION = re.compile(r"\((.)\)")
LONGEST_ANSWER = 5_000


def bbeh_answer(response: str) -> str | None:
    """The answer a response gives: its last box or tag, else what follows the last "the answer is".

    "The answer is 13, so the answer is clear" gives 13: of several, those that only comment do not count.
    """
    marked = marked_answer(response)
    if marked is not None:
        return marked
    text = after_thinking(response)
    found = list(ANNOUNCED.finditer(text))
    ends = [one.start() for one in found[1:]] + [len(text)]
    announced = [text[one.end() : end].strip() for one, end in zip(found, ends)]
    given = [place for place, one in enumerate(announced) if not COMMENT.match(one)]
    place = (given or range(len(announced)))[-1] if announced else None
    if place is None:
        return None
    return announced[place] if place == len(announced) - 1 else HALF_SENTENCE.sub("", announced[place])


def grade_bbeh(response: str, gold: str) -> bool:
    """Whether a response answers a BBEH problem whose target is `gold`."""
    answer = bbeh_answer(response)
    if answer is None or len(answer) > LONGEST_ANSWER:
        return False
    return same_answer(normalised(answer), normalised_gold(gold))


def normalised_gold(gold: str) -> str:
    """A target in lower case, no blanks round commas, no full stop at its end."""
    return re.sub(r"\s*,\s*", ",", gold.strip().lower()).removesuffix(".")


def normalised(answer: str) -> str:
    """One line in lower case without markup round it."""
    text = answer.replace("**", "").replace("`", "").strip()
    text = text.split("\n")[0].strip().removesuffix(".")
    text = unwrapped(text).lower()
    text = re.sub(r"\\([$%_&])", r"\1", text).replace("\\ ", " ").replace("\\,", " ")
    return re.sub(r"\s*,\s*", ",", text).strip().removesuffix(".")


def unwrapped(text: str) -> str:
    """Take off dollars and LaTeX commands that hold the whole text."""
    for _ in range(10):
        if len(text) >= 2 and text[0] == text[-1] == "$":
            text = text.strip("$").strip()
        elif (wrapped := WRAPPED.fullmatch(text)) and "{" not in wrapped.group(1):
            text = wrapped.group(1).strip()
        else:
            break
    # Several wrapped items, as in \text{yes}, \text{no}
    return re.sub(r"\\(?:text|texttt|textbf|mathrm|mathbf)\s*\{([^{}]*)\}", r"\1", text)


def same_answer(answer: str, gold: str) -> bool:
    """The published comparison of two normalised texts."""
    return (
        answer == gold
        or option(answer) == option(gold)
        or equal_numbers(answer, gold)
        or answer.replace("'", "").replace('"', "") == gold.replace("'", "").replace('"', "")
        or f"[{gold}]" == answer
        or f"[{answer}]" == gold
        or answer.removesuffix("?") == gold
    )


def option(text: str) -> str:
    """`(b)` and `b` are the same choice."""
    bracketed = OPTION.fullmatch(text)
    return bracketed.group(1) if bracketed else text


def equal_numbers(answer: str, gold: str) -> bool:
    try:
        return float(answer.replace("$", "")) == float(gold)
    except ValueError:
        return False
