from itertools import combinations, permutations
from math import comb

from rlve.envs.combinatorics import avoid_321_permutations_fixed_entry as environment
from rlve.envs.combinatorics.avoid_321_permutations_fixed_entry import Avoid321PermutationsFixedEntry
from tests.envs.drawing import drawn, reward


def good(size):
    return [p for p in permutations(range(1, size + 1)) if not any(a > b > c for a, b, c in combinations(p, 3))]


def test_worked_example():
    problem = Avoid321PermutationsFixedEntry(3, [[1, 1], [1, 3], [2, 2]])
    assert reward(problem, "2 1 1") == 1.0  # 123, 132; 312; 123
    assert reward(problem, "2 1 2") == reward(problem, "2 2 1") == 0.0  # 321 is the one that is not good
    assert reward(problem, "2 1") == reward(problem, "2 1 -1") == -0.5


def test_every_entry():
    for size in range(1, 8):
        found = good(size)
        for x in range(1, size + 1):
            for y in range(1, size + 1):
                assert environment.permutations(size, x, y) == sum(p[x - 1] == y for p in found)


def test_every_entry_in_large_permutations():
    """Each position has one value, so the counts of a row add up to the Catalan number; the tables are symmetric."""
    for size in (12, 40):
        for x in (1, 5, size // 2, size):
            counts = [environment.permutations(size, x, y) for y in range(1, size + 1)]
            assert sum(counts) == catalan(size)
            assert counts == [environment.permutations(size, y, x) for y in range(1, size + 1)]


def test_questions_differ_and_have_no_tiny_answers():
    for problem in drawn(Avoid321PermutationsFixedEntry, seeds=50, size=6):
        assert len({tuple(entry) for entry in problem.entries}) == 3
        assert min(problem.solution) >= 6


def catalan(size):
    return comb(2 * size, size) // (size + 1)


def shortcut_equal_shares(problem):
    """Takes all values to be equally frequent at a position."""
    return [catalan(problem.size) // problem.size] * 3


def shortcut_parts_by_themselves(problem):
    """Multiplies the good permutations of the entries before the position and of those behind."""
    return [catalan(x - 1) * catalan(problem.size - x) for x, _ in problem.entries]


def shortcut_free_paths(problem):
    """Counts all lattice paths through the point, also those that cross the diagonal."""
    return [comb(x + y - 2, x - 1) * comb(2 * problem.size - x - y, problem.size - x) for x, y in problem.entries]
