from itertools import combinations

from rlve.envs.strings.antipalindromic_substring_counting import AntipalindromicSubstringCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 10, 1100; 01; 10, 0101, 001011 (around the fifth gap); 01: the other gaps lie between equal characters
    problem = AntipalindromicSubstringCounting("11001011")
    assert problem.solution == [7, 6]
    assert reward(problem, "7 6") == 1.0
    assert reward(problem, "6 6") == reward(problem, "7 8") == reward(problem, "4 2") == 0.0
    assert reward(problem, "7") == -0.5
    assert AntipalindromicSubstringCounting("0000").solution == [0, 0]


def test_equals_turning_and_inverting_every_substring():
    for length in (8, 14, 20):
        for problem in drawn(AntipalindromicSubstringCounting, seeds=40, length=length):
            pieces = [problem.text[left:right] for left, right in combinations(range(length + 1), 2)]
            found = [piece for piece in pieces if piece[::-1] == piece.translate(str.maketrans("01", "10"))]
            assert problem.solution == [len(found), max(map(len, found))]


def shortcut_two_characters(problem):
    """Counts 01 and 10 only, with the right greatest length."""
    return [sum(a != b for a, b in zip(problem.text, problem.text[1:])), problem.solution[1]]


def shortcut_up_to_four_characters(problem):
    """Counts those of two and of four characters only, with the right greatest length."""
    pieces = [problem.text[i : i + size] for size in (2, 4) for i in range(len(problem.text) - size + 1)]
    count = sum(all(a != b for a, b in zip(piece, piece[::-1])) for piece in pieces)
    return [count, problem.solution[1]]
