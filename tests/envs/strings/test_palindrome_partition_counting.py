from itertools import groupby, product

from rlve.envs.strings.palindrome_partition_counting import PalindromePartitionCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 0 1 1 0; 0 11 0; 0110
    problem = PalindromePartitionCounting("0110")
    assert reward(problem, "3") == 1.0
    assert reward(problem, "2") == reward(problem, "4") == 0.0
    assert reward(problem, "0") == -0.5
    assert PalindromePartitionCounting("00000").solution == 16  # any cuts


def test_equals_trying_all_sets_of_cuts():
    for problem in drawn(PalindromePartitionCounting, seeds=60, length=9):
        right = 0
        for cuts in product((False, True), repeat=8):
            pieces, piece = [], problem.text[0]
            for cut, character in zip(cuts, problem.text[1:]):
                if cut:
                    pieces.append(piece)
                    piece = ""
                piece += character
            right += all(p == p[::-1] for p in [*pieces, piece])
        assert problem.solution == right


def shortcut_runs(problem):
    """Cuts only inside runs of equal characters."""
    count = 1
    for _, run in groupby(problem.text):
        count *= 2 ** (len(list(run)) - 1)
    return count


def shortcut_up_to_three_characters(problem):
    """Knows only palindromes of at most three characters."""
    ways = [1]
    for end in range(1, len(problem.text) + 1):
        pieces = [problem.text[end - size : end] for size in range(1, min(3, end) + 1)]
        ways.append(sum(ways[end - len(piece)] for piece in pieces if piece == piece[::-1]))
    return ways[-1]
