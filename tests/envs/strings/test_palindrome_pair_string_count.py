from itertools import product

from rlve.envs.strings.palindrome_pair_string_count import PalindromePairStringCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # aaaa and abaa (aba a) and aaba (a aba) and abba? no: a bba, ab ba, abb a are no pairs of palindromes
    problem = PalindromePairStringCount("a??a", "ab")
    assert reward(problem, "3") == 1.0
    assert reward(problem, "4") == reward(problem, "5") == 0.0  # aaaa in three ways
    assert reward(problem, "-1") == -0.5
    assert PalindromePairStringCount("?", "ab").solution == 0


def brute_force(problem: PalindromePairStringCount) -> int:
    choices = [problem.alphabet if letter == "?" else letter for letter in problem.pattern]
    return sum(
        any(text[:cut] == text[:cut][::-1] and text[cut:] == text[cut:][::-1] for cut in range(1, len(text)))
        for text in map("".join, product(*choices))
    )


def test_equals_trying_all_strings():
    for problem in drawn(PalindromePairStringCount, seeds=60, length=8, given=4):
        assert problem.solution == brute_force(problem)
    for length in range(1, 9):
        problem = PalindromePairStringCount("?" * length, "ab")
        assert problem.solution == brute_force(problem)


def shortcut_ways_to_cut(problem):
    """Counts a string as often as it falls into two palindromes."""
    return problem.ways()


def shortcut_all_strings(problem):
    """Counts all fillings."""
    return len(problem.alphabet) ** problem.pattern.count("?")


def shortcut_constant_strings_once(problem):
    """Counts the strings of one letter once, and all others by their ways to be cut."""
    fitting = sum(set(problem.pattern) <= {letter, "?"} for letter in problem.alphabet)
    return max(0, problem.ways() - fitting * (len(problem.pattern) - 2))
