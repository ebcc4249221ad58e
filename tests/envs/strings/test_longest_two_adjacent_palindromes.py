from itertools import combinations

from rlve.envs.strings.longest_two_adjacent_palindromes import LongestTwoAdjacentPalindromes
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LongestTwoAdjacentPalindromes("0010110")  # 010 110... : 010 and 11, 1 and 0110, 00 1 01 ...
    # 0 1 0 | 1 1 from 1; 1 0 1 | 1; 0 | 0 1 0; 1 | 0 1 1 0 is no palindrome of 3: 0110 at 3..6, before it 1, or 0 0 1
    assert problem.solution[2] - problem.solution[0] == 5
    assert reward(problem, "1 4 6") == reward(problem, "2 3 7") == 1.0
    assert 0.0 <= reward(problem, "0 2 3") < 0.1
    assert reward(problem, "1 4 7") == reward(problem, "1 1 4") == reward(problem, "4 1 6") == -0.5
    assert reward(problem, "1 4 8") == reward(problem, "1 4") == -0.5


def test_agrees_with_all_triples():
    for problem in drawn(LongestTwoAdjacentPalindromes, seeds=25, length=14):
        text, best = problem.text, 0
        for a, b, c in combinations(range(len(text) + 1), 3):
            good = all(piece == piece[::-1] for piece in (text[a:b], text[b:c]))
            best = max(best, (c - a) * good)
        a, _, c = problem.solution
        assert c - a == best
        assert problem.score(problem.solution) == 1.0


def shortcut_longest_palindrome_first(problem):
    """Takes the longest palindrome and the longest neighbour of it."""
    return problem.greedy()


def shortcut_longest_palindrome_in_two(problem):
    """Takes the longest palindrome and one character more."""
    begins, _ = problem.longest()
    a = max(range(len(problem.text)), key=lambda place: begins[place] - place)
    b = begins[a]
    return [a, b, b + 1] if b < len(problem.text) else [a - 1, a, b]


def shortcut_one_pass(problem):
    """Cuts the string into longest palindromes from the left and takes the best two neighbours."""
    return problem.one_pass()
