from itertools import permutations

from rlve.envs.strings.post_correspondence_permutation import PostCorrespondencePermutation
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = PostCorrespondencePermutation(["a", "bb", "ab"], ["aab", "b", "b"], planted=[0, 2, 1])  # a ab bb, aab b b
    assert reward(problem, "0 2 1") == 1.0
    assert 0.0 < reward(problem, "0 1 2") < 0.1  # abbab and aabbb
    assert reward(problem, "0 2") == reward(problem, "0 2 2") == reward(problem, "1 2 3") == -0.5


def test_agrees_with_trying_all_orders():
    for problem in drawn(PostCorrespondencePermutation, seeds=8, pairs=6, characters=18):
        right = 0
        for order in permutations(range(6)):
            above = "".join(problem.upper[i] for i in order)
            below = "".join(problem.lower[i] for i in order)
            assert (problem.score(list(order)) == 1.0) == (above == below)
            right += above == below
        assert 1 <= right < 100
        assert problem.score(problem.solution) == 1.0


def shortcut_first_that_fits(problem):
    """Goes on with the first pair that fits."""
    return problem.greedy()


def shortcut_most_balanced_that_fits(problem):
    """Goes on with the pair that fits and leaves the two strings most equally long."""
    order, rest = [], list(range(len(problem.upper)))
    while rest:
        fitting = [i for i in rest if problem.agrees([*order, i])] or rest
        order.append(
            min(fitting, key=lambda i: abs(len(problem.written([*order, i])[0]) - len(problem.written([*order, i])[1])))
        )
        rest.remove(order[-1])
    return order


def shortcut_longest_that_fits(problem):
    """Goes on with the longest pair that fits."""
    return problem.greedy(longest=True)
