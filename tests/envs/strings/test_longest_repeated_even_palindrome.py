from itertools import combinations

from rlve.envs.strings.longest_repeated_even_palindrome import LongestRepeatedEvenPalindrome
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LongestRepeatedEvenPalindrome("1111001100110001")  # 01 10 01 10 at 5..12, 10 01 10 01 at 3..10
    assert reward(problem, "3 11") == reward(problem, "5 13") == 1.0
    assert reward(problem, "0 4") == 0.0  # 1 1 1 1, the first of all
    assert reward(problem, "4 12") == -0.5  # 00 11 00 11 is no palindrome
    assert (
        reward(problem, "3 10") == reward(problem, "3 7") == reward(problem, "3 3") == reward(problem, "3 17") == -0.5
    )


def test_agrees_with_all_substrings():
    for problem in drawn(LongestRepeatedEvenPalindrome, seeds=20, length=24, decoys=1):
        text, good = problem.text, set[tuple[int, int]]()
        for left, right in combinations(range(len(text) + 1), 2):
            size = (right - left) // 4
            quarters = [text[left + i * size : left + (i + 1) * size] for i in range(4)]
            if (
                4 * size == right - left
                and quarters[::2] == [quarters[0]] * 2
                and quarters[1::2] == [quarters[0][::-1]] * 2
            ):
                good.add((left, right))
        assert {tuple(piece) for piece in problem.found()[1:]} == good
        assert problem.solution[1] - problem.solution[0] == max(right - left for left, right in good)


def shortcut_first(problem):
    """Takes the longest of those that begin first."""
    return problem.first()


def shortcut_longest_run(problem):
    """Takes equal characters."""
    run = max(size for size in range(len(problem.text)) if "0" * size in problem.text or "1" * size in problem.text)
    left = max(problem.text.find("0" * run), problem.text.find("1" * run))
    return [left, left + run // 4 * 4]


def shortcut_runner_up(problem):
    """Overlooks the longest one."""
    best = problem.solution
    others = [piece for piece in problem.found() if piece[1] - piece[0] < best[1] - best[0]]
    return max(others, key=lambda piece: piece[1] - piece[0])
