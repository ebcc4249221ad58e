from itertools import count, product

from rlve.envs.strings.shortest_absent_substring import ShortestAbsentSubstring
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = ShortestAbsentSubstring("abbab", "ab", 3)  # aa aaa aab abb occurs; aba does not: aa aaa aab aba
    assert reward(problem, "aab") == 1.0
    assert reward(problem, "aba") == reward(problem, "aaa") == reward(problem, "bb") == 0.0
    assert reward(problem, "abc") == -1.0
    assert ShortestAbsentSubstring("a", "ab", 1).solution == "b"
    assert ShortestAbsentSubstring("a", "ab", 2).solution == "aa"


def test_equals_the_list_in_order():
    for problem in drawn(ShortestAbsentSubstring, seeds=60, length=12, rank=9):
        strings = ("".join(letters) for length in count(1) for letters in product(problem.alphabet, repeat=length))
        absent = (string for string in strings if string not in problem.text)
        assert problem.solution == [next(absent) for _ in range(problem.rank)][-1]


def shortcut_first(problem):
    """Takes the first string that is absent."""
    return ShortestAbsentSubstring(problem.text, problem.alphabet, 1).solution


def shortcut_one_before(problem):
    """Counts from 0."""
    return ShortestAbsentSubstring(problem.text, problem.alphabet, problem.rank - 1).solution


def shortcut_overlooks_longer_ones_of_absent_ones(problem):
    """Does not list what contains an absent string."""
    minimal: list[str] = []
    for length in range(1, len(problem.text) + 2):
        for string in map("".join, product(problem.alphabet, repeat=min(length, 9))):
            if string not in problem.text and not any(short in string for short in minimal):
                minimal.append(string)
                if len(minimal) == problem.rank:
                    return string
        if length == 9:
            break
    return minimal[-1]
