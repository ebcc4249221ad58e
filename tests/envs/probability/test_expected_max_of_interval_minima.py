from fractions import Fraction
from itertools import product

from rlve.envs.probability.expected_max_of_interval_minima import ExpectedMaxOfIntervalMinima
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # Of 8 lists of ones and twos, 1 2 2, 2 2 1 and 2 2 2 have an interval of twos: 1 + 3/8
    problem = ExpectedMaxOfIntervalMinima(size=3, largest=2, intervals=[[2, 3], [1, 2]])
    assert reward(problem, "11/8") == reward(problem, "1.375") == 1.0
    assert reward(problem, "5/4") == reward(problem, "3/8") == 0.0
    assert reward(problem, "11") == 0.0
    assert reward(problem, "1 3/8") == -1.0


def test_all_lists():
    for size, largest, seeds in ((5, 3, 20), (6, 3, 8), (4, 5, 8)):
        for problem in drawn(ExpectedMaxOfIntervalMinima, seeds=seeds, size=size, largest=largest):
            total = 0
            for numbers in product(range(1, problem.largest + 1), repeat=size):
                total += max(min(numbers[low - 1 : high]) for low, high in problem.intervals)
            assert problem.solution == Fraction(total, problem.largest**size)


def test_no_interval_contains_another_and_two_overlap():
    for problem in drawn(ExpectedMaxOfIntervalMinima, size=12, largest=5):
        ordered = sorted(problem.intervals)
        assert all(a[0] < b[0] and a[1] < b[1] for a, b in zip(ordered, ordered[1:]))
        assert any(b[0] <= a[1] for a, b in zip(ordered, ordered[1:]))
        assert all(1 <= low < high <= 12 for low, high in ordered)


def shortcut_independent_intervals(problem):
    """Lets the minima of intervals that overlap be independent."""
    expected = Fraction(0)
    for limit in range(1, problem.largest + 1):
        none = Fraction(1)
        for low, high in problem.intervals:
            none *= 1 - Fraction(problem.largest - limit + 1, problem.largest) ** (high - low + 1)
        expected += 1 - none
    return expected


def shortcut_shortest_interval(problem):
    """Takes the expected minimum of the shortest interval."""
    length = min(high - low + 1 for low, high in problem.intervals)
    return sum(Fraction(n, problem.largest) ** length for n in range(1, problem.largest + 1))
