from itertools import combinations

from rlve.envs.strings.kth_distinct_subsequence import KthDistinctSubsequence
from tests.envs.drawing import drawn, reward


def subsequences(text: str) -> list[str]:
    """One for each set of places."""
    return ["".join(chosen) for size in range(1, len(text) + 1) for chosen in combinations(text, size)]


def test_worked_example():
    problem = KthDistinctSubsequence("abba", 6)  # a aa ab aba abb abba b ba bb bba
    assert reward(problem, "abba") == 1.0
    assert reward(problem, "abb") == reward(problem, "b") == 0.0
    assert reward(problem, "abc") == -1.0


def test_equals_the_sorted_set():
    for problem in drawn(KthDistinctSubsequence, seeds=15, length=9):
        for rank, text in enumerate(sorted(set(subsequences(problem.text))), start=1):
            assert KthDistinctSubsequence(problem.text, rank).solution == text


def shortcut_with_repetitions(problem):
    """Lists a string as often as it arises."""
    text, places, rank = "", [0], problem.rank
    while rank > 0:
        for letter in "ab":
            after = [i + 1 for place in places for i in range(place, len(problem.text)) if problem.text[i] == letter]
            after = after[:2000]
            count = sum(2 ** (len(problem.text) - place) for place in after)
            if rank <= count:
                text, places = text + letter, after
                rank -= len(after)
                break
            rank -= count
        else:
            break
    return text


def shortcut_shorter_strings_first(problem):
    """Sorts by length first, as far as strings of five characters go."""
    short = {"".join(c) for size in range(1, 6) for c in combinations(problem.text[:16], size)}
    ordered = sorted(short, key=lambda text: (len(text), text))
    return ordered[min(problem.rank, len(ordered)) - 1]
