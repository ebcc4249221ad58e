from itertools import combinations

from rlve.envs.sequences.lexicographically_largest_k_subsequence import LexicographicallyLargestKSubsequence
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LexicographicallyLargestKSubsequence([2, 9, 4, 7, 1, 3, 8], length=3)
    assert reward(problem, "9 8") == -0.5
    assert reward(problem, "9 7 8") == 1.0
    assert 0.0 < reward(problem, "9 3 8") < 0.1
    assert reward(problem, "9 8 7") == -0.5  # not in this order
    assert reward(problem, "1 3 6") == -0.5  # positions
    assert reward(problem, "9 9 8") == -0.5  # only one 9


def test_equals_the_largest_of_all_subsequences():
    for size in (7, 10, 12):
        for problem in drawn(LexicographicallyLargestKSubsequence, seeds=20, size=size):
            everything = [list(values) for values in combinations(problem.numbers, problem.length)]
            assert problem.solution == max(everything)
            assert all(reward(problem, " ".join(map(str, values))) >= 0.0 for values in everything[:50])
            assert problem.solution not in (problem.numbers[-problem.length :], problem.largest_elements())


def test_elements_are_not_dropped_when_too_few_would_be_left():
    assert LexicographicallyLargestKSubsequence([1, 1, 2], length=2).solution == [1, 2]
    assert LexicographicallyLargestKSubsequence([1, 2, 3], length=3).solution == [1, 2, 3]


def shortcut_largest_elements(problem):
    """Takes the largest elements, in their order."""
    return problem.largest_elements()


def shortcut_largest_start_and_its_neighbours(problem):
    """Begins with the largest number that leaves enough, and takes the numbers right behind it."""
    starts = range(len(problem.numbers) - problem.length + 1)
    first = max(starts, key=lambda i: (problem.numbers[i], -i))
    return problem.numbers[first : first + problem.length]


def shortcut_largest_start_then_the_largest_behind(problem):
    """Begins with the largest number that leaves enough, then takes the largest elements behind it."""
    starts = range(len(problem.numbers) - problem.length + 1)
    first = max(starts, key=lambda i: (problem.numbers[i], -i))
    behind = range(first + 1, len(problem.numbers))
    chosen = sorted(sorted(behind, key=lambda i: -problem.numbers[i])[: problem.length - 1])
    return [problem.numbers[i] for i in [first, *chosen]]
