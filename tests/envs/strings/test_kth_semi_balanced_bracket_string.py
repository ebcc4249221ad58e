from itertools import product
from math import comb

from rlve.envs.strings.kth_semi_balanced_bracket_string import KthSemiBalancedBracketString
from tests.envs.drawing import drawn, reward


def balanced(text: str) -> bool:
    while "()" in text:
        text = text.replace("()", "")
    return not text


def listed(length: int) -> list[str]:
    texts = map("".join, product("()", repeat=length))
    return [text for text in texts if any(balanced(text[:i] + text[i + 1 :]) for i in range(length))]


def test_worked_example():
    problem = KthSemiBalancedBracketString(length=3, rank=3)  # (() ()( ()) )()
    assert reward(problem, "())") == 1.0
    assert reward(problem, "()(") == reward(problem, ")()") == 0.0
    assert reward(problem, "()") == -0.5
    assert reward(problem, "010") == -1.0


def test_equals_the_sorted_list():
    for length in (1, 3, 5, 7, 9):
        for rank, text in enumerate(listed(length), start=1):
            assert KthSemiBalancedBracketString(length, rank).solution == text


def test_ranks_are_drawn_inside_the_list():
    texts = listed(9)
    assert {problem.solution for problem in drawn(KthSemiBalancedBracketString, seeds=60, length=9)} <= set(texts[1:-1])


def shortcut_binary(problem):
    """Writes the rank, in its share of the list, as a binary number."""
    m = (problem.length + 1) // 2
    total = 2
    for i in range(m):
        total = total * 2 * (2 * i + 1) // (i + 2)
    number = (problem.rank - 1) * 2**problem.length // total
    return format(number, f"0{problem.length}b").translate(str.maketrans("01", "()"))


def shortcut_counted_from_zero(problem):
    """Takes the string before, as if the list began at 0."""
    return KthSemiBalancedBracketString(problem.length, problem.rank - 1).solution


def shortcut_one_opening_bracket_too_many(problem):
    """Lists only the strings with more ( than ), and takes the number in its share of them."""
    rank, text, height = (problem.rank + 1) // 2, "", 0
    for left in range(problem.length - 1, -1, -1):
        if (left - height) % 2 or height > left:
            opened = 0
        else:  # the ways from height + 1 to 1 that never go below 0, by the reflection principle
            opened = comb(left, (left + height) // 2) - comb(left, (left + height) // 2 + 2)
        bracket = "(" if rank <= opened or height == 0 else ")"
        rank -= 0 if bracket == "(" else opened
        height += 1 if bracket == "(" else -1
        text += bracket
    return text
