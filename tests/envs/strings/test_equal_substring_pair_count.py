from rlve.envs.strings.equal_substring_pair_count import EqualSubstringPairCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = EqualSubstringPairCount("aab", "abab")  # a: 2 * 2; b: 1 * 2; ab: 1 * 2
    assert reward(problem, "8") == 1.0
    assert reward(problem, "3") == reward(problem, "7") == 0.0  # different texts; off by one
    assert reward(problem, "-8") == -0.5
    assert EqualSubstringPairCount("aa", "b").solution == 0


def substrings(text: str) -> list[str]:
    return [text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)]


def test_equals_comparing_all_pairs():
    for problem in drawn(EqualSubstringPairCount, seeds=40, length=9):
        pieces = substrings(problem.second)
        assert problem.solution == sum(pieces.count(piece) for piece in substrings(problem.first))


def shortcut_different_texts(problem):
    """Counts each text once."""
    return len(set(substrings(problem.first[:60])) & set(substrings(problem.second[:60])))


def shortcut_single_letters(problem):
    """Counts single letters only."""
    return sum(problem.first.count(letter) * problem.second.count(letter) for letter in "ab")


def shortcut_up_to_three_letters(problem):
    """Counts texts of at most three letters only."""
    first = [piece for piece in substrings(problem.first) if len(piece) <= 3]
    second = [piece for piece in substrings(problem.second) if len(piece) <= 3]
    return sum(first.count(piece) * second.count(piece) for piece in set(first))
