from itertools import combinations

from rlve.envs.strings.prefix_free_subset_counting import PrefixFreeSubsetCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = PrefixFreeSubsetCounting(["abb", "b", "a", "aa"])  # b or not, times: nothing, a, aa, abb, aa and abb
    assert reward(problem, "9") == 1.0
    assert reward(problem, "10") == reward(problem, "15") == reward(problem, "11") == 0.0
    assert reward(problem, "0") == -0.5


def test_equals_trying_all_subsets():
    for problem in drawn(PrefixFreeSubsetCounting, seeds=25, count=8):
        bad = {frozenset((a, b)) for a in problem.strings for b in problem.strings if a != b and b.startswith(a)}
        right = 0
        for size in range(1, 9):
            for subset in combinations(problem.strings, size):
                right += not any(frozenset(pair) in bad for pair in combinations(subset, 2))
        assert problem.solution == right


def shortcut_pairs_taken_away(problem):
    """Takes away the subsets of each single pair, as if no two pairs came together."""
    strings = problem.strings
    pairs = sum(a != b and b.startswith(a) for a in strings for b in strings)
    return max(1, 2 ** len(strings) - 1 - pairs * 2 ** max(0, len(strings) - 2))


def shortcut_longest_strings_only(problem):
    """Counts the subsets of the strings that are no prefixes of others."""
    strings = problem.strings
    leaves = [a for a in strings if not any(b != a and b.startswith(a) for b in strings)]
    return 2 ** len(leaves) - 1


def shortcut_neighbours_in_the_list(problem):
    """Looks only at neighbours of the given list."""
    without, last = 1, 0
    for i, string in enumerate(problem.strings):
        before = problem.strings[i - 1] if i else ""
        clash = i > 0 and (before.startswith(string) or string.startswith(before))
        without, last = without + last, without + (0 if clash else last)
    return without + last - 1
