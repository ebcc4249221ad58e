from itertools import combinations

from rlve.envs.strings.count_common_subsequences_three_strings import CountCommonSubsequencesThreeStrings
from tests.envs.drawing import drawn, reward


def subsequences(text: str) -> set[str]:
    return {"".join(chosen) for size in range(1, len(text) + 1) for chosen in combinations(text, size)}


def test_worked_example():
    problem = CountCommonSubsequencesThreeStrings(["aabb", "abab", "abba"])
    assert subsequences("aabb") & subsequences("abab") & subsequences("abba") == {"a", "b", "aa", "ab", "bb", "abb"}
    assert reward(problem, "6") == 1.0
    assert reward(problem, "7") == reward(problem, "5") == 0.0
    assert reward(problem, "-1") == -0.5
    assert CountCommonSubsequencesThreeStrings(["a", "b", "ab"]).solution == 0


def test_equals_the_intersection_of_the_sets():
    for problem in drawn(CountCommonSubsequencesThreeStrings, seeds=25, length=9):
        first, second, third = map(subsequences, problem.texts)
        assert problem.solution == len(first & second & third)


def shortcut_first_two(problem):
    """Forgets the third string."""
    return CountCommonSubsequencesThreeStrings([*problem.texts[:2], problem.texts[0]]).solution


def shortcut_up_to_three_letters(problem):
    """Counts those of at most three letters only."""
    short = [{"".join(c) for size in (1, 2, 3) for c in combinations(text[:20], size)} for text in problem.texts]
    return len(short[0] & short[1] & short[2])


def shortcut_longest_and_its_parts(problem):
    """Counts the subsequences of one that cannot be continued."""
    text, rest = "", list(problem.texts)
    while letters := [c for c in "ab" if all(c in part for part in rest)]:
        letter = min(letters, key=lambda c: max(part.index(c) for part in rest))
        text, rest = text + letter, [part[part.index(letter) + 1 :] for part in rest]
    return CountCommonSubsequencesThreeStrings([text] * 3).solution
