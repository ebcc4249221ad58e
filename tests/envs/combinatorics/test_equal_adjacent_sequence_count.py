from itertools import pairwise, product

from rlve.envs.combinatorics.equal_adjacent_sequence_count import MODULUS, UNKNOWN, EqualAdjacentSequenceCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 1 ? 1 ?: the neighbours differ with one of two symbols in the first gap and one of two in the second
    problem = EqualAdjacentSequenceCount([1, UNKNOWN, 1, UNKNOWN], symbols=3)
    assert reward(problem, "5") == 1.0
    assert reward(problem, "4") == reward(problem, "6") == reward(problem, "9") == 0.0
    assert reward(problem, "10007") == reward(problem, "-5") == -0.5
    assert EqualAdjacentSequenceCount([1, UNKNOWN, 2, UNKNOWN], symbols=3).solution == 7
    assert EqualAdjacentSequenceCount([2, 2, UNKNOWN], symbols=3).solution == 3


def test_all_ways():
    for size, most_symbols in ((6, 4), (8, 3)):
        for problem in drawn(EqualAdjacentSequenceCount, seeds=12, size=size, most_symbols=most_symbols):
            choices = [[entry] if entry != UNKNOWN else range(1, problem.symbols + 1) for entry in problem.entries]
            found = sum(any(a == b for a, b in pairwise(entries)) for entries in product(*choices))
            assert problem.solution == found % MODULUS


def free(problem):
    return problem.entries.count(UNKNOWN)


def shortcut_nothing_known(problem):
    """Uses the formula for a sequence of which nothing is known."""
    n, m = len(problem.entries), problem.symbols
    return (m**n - m * (m - 1) ** (n - 1)) % MODULUS


def shortcut_one_symbol_less_for_each(problem):
    """Lets each unknown entry differ from its left neighbour alone."""
    return (problem.symbols ** free(problem) - (problem.symbols - 1) ** free(problem)) % MODULUS


def shortcut_two_symbols_less_between_known_ones(problem):
    """Excludes two symbols in front of each known entry, as if the neighbours of a gap's last entry always differed."""
    total, symbols = 1, problem.symbols
    for place, entry in enumerate(problem.entries):
        if entry == UNKNOWN:
            following = problem.entries[place + 1] if place + 1 < len(problem.entries) else UNKNOWN
            total *= symbols - (place > 0) - (following != UNKNOWN)
    return (symbols ** free(problem) - total) % MODULUS


def shortcut_all_different_instead(problem):
    """Counts the ways in which all neighbours differ."""
    return (problem.symbols ** free(problem) - problem.solution) % MODULUS
