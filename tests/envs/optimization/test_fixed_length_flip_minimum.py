from itertools import combinations

from rlve.envs.optimization.fixed_length_flip_minimum import FixedLengthFlipMinimum
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # blocks 1..4, 3..6 and 7..10 with K = 4; with K = 2 it takes four, with K = 1 eight
    problem = FixedLengthFlipMinimum([1, 1, 0, 0, 1, 1, 1, 1, 1, 1])
    assert reward(problem, "1 4\n3 6\n7 10") == reward(problem, "7 10\n1 4\n3 6") == 1.0
    assert 0.0 <= reward(problem, "1 2\n5 6\n7 8\n9 10") < 0.5
    assert reward(problem, "1 2\n5 10") == reward(problem, "1 4\n3 6") == reward(problem, "4 1") == -0.5
    assert reward(problem, "1 4\n3 6\n7 11") == -0.5


def test_the_smallest_of_several_lengths():
    problem = FixedLengthFlipMinimum([1, 0, 1, 0, 0])  # two flips with K = 1, or with K = 2
    assert reward(problem, "1 1\n3 3") == 1.0
    assert reward(problem, "1 2\n2 3") == 0.5


def test_all_sets_of_blocks():
    for problem in drawn(FixedLengthFlipMinimum, seeds=12, size=8):
        best = None
        for length in range(1, 9):
            starts = range(1, 10 - length)
            for count in range(1, len(starts) + 1):
                for chosen in combinations(starts, count):
                    left = [e ^ (sum(s <= i < s + length for s in chosen) % 2) for i, e in enumerate(problem.array, 1)]
                    if not any(left) and (best is None or (count, length) < best[:2]):
                        best = (count, length, [[s, s + length - 1] for s in chosen])
        assert sorted(problem.solution) == best[2]
        assert problem.score(best[2]) == 1.0


def shortcut_single_elements(problem):
    """Flips every 1 by itself."""
    return [[i, i] for i, element in enumerate(problem.array, 1) if element]


def shortcut_longest_run(problem):
    """Takes the length of the longest run of ones."""
    return problem.flips(max(problem.runs())) or [[1, 1]]


def shortcut_first_run(problem):
    """Takes the length of the first run of ones."""
    return problem.flips(problem.runs()[0]) or [[1, 1]]


def shortcut_first_length_that_works(problem):
    """Takes the smallest length above 1 with which all ones can be flipped."""
    return next((f for k in range(2, len(problem.array)) if (f := problem.flips(k))), [[1, 1]])
