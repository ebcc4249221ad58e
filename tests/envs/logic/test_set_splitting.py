from itertools import combinations

import pytest

from rlve.envs.logic.set_splitting import SetSplitting
from tests.envs.drawing import drawn, earned, first_improvement, reward

EXAMPLE = SetSplitting(4, [[0, 1], [1, 2, 3], [2, 0]], planted=[0])


def test_worked_example():
    assert (
        reward(EXAMPLE, "0 3") == reward(EXAMPLE, "1 2") == reward(EXAMPLE, "2 1") == 1.0
    )  # both parts of one division
    assert reward(EXAMPLE, "0") == 0.0  # 1 2 3 stay together, and putting each where it does least harm splits them all
    assert reward(EXAMPLE, "0 1 2 3") == 0.0
    assert reward(EXAMPLE, "0 3 3") == reward(EXAMPLE, "0 4") == -0.5
    assert reward(EXAMPLE, "") == reward(EXAMPLE, "none") == -1.0


def test_agrees_with_every_part():
    for problem in drawn(SetSplitting, seeds=30, elements=7, subsets=12):
        lines = [set(map(int, line.split())) for line in problem.statement().split("\n")[1:-1]]
        assert len(lines) == 12
        for size in range(1, 8):
            for part in combinations(range(7), size):
                right = all(line & set(part) and line - set(part) for line in lines)
                assert (reward(problem, " ".join(map(str, part))) == 1.0) == right


@pytest.mark.parametrize("difficulty", [3, 6, 10])
def test_obvious_divisions_are_rarely_right(difficulty):
    problems = drawn(SetSplitting, seeds=60, **SetSplitting.parameters(difficulty))
    for obvious in (range(0, 9 + difficulty, 2), range((9 + difficulty) // 2)):
        assert sum(reward(problem, " ".join(map(str, obvious))) == 1.0 for problem in problems) < 6
    assert all(reward(problem, " ".join(map(str, problem.planted))) == 1.0 for problem in problems)


def _split_greedily(problem, order):
    sides = dict[int, int]()
    for element in order:
        costs = [0, 0]
        for subset in problem.subsets:
            if element in subset:
                others = [sides.get(other) for other in subset if other != element]
                for side in (0, 1):
                    costs[side] += all(other == side for other in others)
        sides[element] = int(costs[1] < costs[0])
    return [element for element, side in sides.items() if side == 0]


def shortcut_in_order(problem):
    """Puts the elements in order where they complete fewer sets."""
    return _split_greedily(problem, range(problem.elements))


def shortcut_most_frequent_first(problem):
    """Puts the elements that are in most sets first, each where it completes fewer sets."""

    def frequency(element):
        return sum(element in subset for subset in problem.subsets)

    return _split_greedily(problem, sorted(range(problem.elements), key=frequency, reverse=True))


def shortcut_one_change_at_a_time(problem):
    """Starts from the even elements and moves single ones as long as fewer sets are in one part."""

    def unsplit(part):
        return sum(len(part.intersection(subset)) in (0, len(subset)) for subset in problem.subsets)

    return sorted(
        first_improvement(
            set(range(0, problem.elements, 2)), lambda part: (part ^ {k} for k in range(problem.elements)), unsplit
        )
    )


def test_the_hurried_are_seldom_right_but_sometimes():
    assert 0.0 < earned("set_splitting", shortcut_most_frequent_first, 3, problems=60) < 0.4
