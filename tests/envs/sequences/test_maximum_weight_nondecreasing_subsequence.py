from itertools import combinations

from rlve.envs.sequences.maximum_weight_nondecreasing_subsequence import MaximumWeightNondecreasingSubsequence
from tests.envs.drawing import drawn, reward

EXAMPLE = MaximumWeightNondecreasingSubsequence([2, 5, 2, 3, 1], [3, 4, 1, 2, 5])


def test_worked_example():
    assert reward(EXAMPLE, "0 1") == 1.0  # 7; 0 2 3 weigh 6, 4 alone 5
    assert reward(EXAMPLE, "0 2 3") == reward(EXAMPLE, "4") == 0.0  # allowed, and the best for who is in a hurry
    assert reward(EXAMPLE, "1 2") == reward(EXAMPLE, "1 0") == reward(EXAMPLE, "0 0 1") == -0.5
    assert reward(EXAMPLE, "0 5") == reward(EXAMPLE, "-1 1") == -0.5
    assert reward(EXAMPLE, "") == -1.0


def test_agrees_with_every_choice():
    for size in (7, 8, 9):
        for problem in drawn(MaximumWeightNondecreasingSubsequence, seeds=8, size=size):
            best = 0
            for count in range(1, size + 1):
                for chosen in combinations(range(size), count):
                    values = [problem.numbers[i] for i in chosen]
                    legal = values == sorted(values)
                    assert (reward(problem, " ".join(map(str, chosen))) == -0.5) == (not legal)
                    if legal:
                        best = max(best, sum(problem.weights[i] for i in chosen))
            assert problem.total(problem.solution) == best
            assert reward(problem, " ".join(map(str, problem.solution))) == 1.0


def test_taking_whatever_fits_is_never_best():
    for problem in drawn(MaximumWeightNondecreasingSubsequence, seeds=50, size=12):
        assert problem.greedy() < problem.total(problem.solution)


def test_greedy_by_hand():
    assert MaximumWeightNondecreasingSubsequence([2, 9, 3, 3], [1, 1, 4, 4]).greedy() == 8  # from index 2 on


def shortcut_longest(problem):
    """Takes a longest subsequence and ignores the weights."""
    return problem.longest()


def shortcut_heaviest_first(problem):
    """Takes indices by weight, whenever one fits those taken."""
    return problem.heaviest_first()


def shortcut_every_number_that_is_not_lower(problem):
    """From the first element on, takes every number that is not below the last one."""
    taken = [0]
    for index in range(1, len(problem.numbers)):
        if problem.numbers[index] >= problem.numbers[taken[-1]]:
            taken.append(index)
    return taken
