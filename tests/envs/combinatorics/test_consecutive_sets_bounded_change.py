from itertools import combinations

import pytest

from rlve.envs.combinatorics.consecutive_sets_bounded_change import ConsecutiveSetsBoundedChange
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 1 and 2 are forbidden on the third day: one of them has to go on the second already
    problem = ConsecutiveSetsBoundedChange(numbers=4, size=2, changes=1, forbidden=[[4], [4], [1, 2]])
    assert reward(problem, "1 3\n3 2\n4 3") == reward(problem, "1 3\n3 1\n3 4") == 1.0
    assert reward(problem, "1 2\n1 2\n3 4") == 0.25  # both are new on the third day
    assert reward(problem, "1 2\n1 2\n1 3") == reward(problem, "1 1\n1 2\n3 4") == -0.5
    assert reward(problem, "1 2\n1 3") == reward(problem, "1 2 3\n1 3\n3 4") == -0.5


def possible(problem):
    """Day by day, all sets that can be reached."""
    reached = None
    for day in range(len(problem.forbidden)):
        sets = [set(chosen) for chosen in combinations(problem.allowed(day), problem.size)]
        if reached is not None:
            sets = [today for today in sets if any(len(today - before) <= problem.changes for before in reached)]
        reached = sets
    return bool(reached)


def test_finds_sets_exactly_where_there_are_some():
    for problem in drawn(ConsecutiveSetsBoundedChange, seeds=15, numbers=8, days=4):
        for numbers in (problem.forbidden, problem.forbidden[::-1], problem.forbidden[1:] + problem.forbidden[:2]):
            other = ConsecutiveSetsBoundedChange(8, problem.size, problem.changes, numbers)
            assert (other.broken(other.solve()) == 0) == possible(other)
        assert problem.score(problem.solution) == 1.0


@pytest.mark.parametrize("difficulty", [0, 20, 80])
def test_solves_what_it_draws(difficulty):
    parameters = ConsecutiveSetsBoundedChange.parameters(difficulty)
    for problem in drawn(ConsecutiveSetsBoundedChange, seeds=10, **parameters):
        assert problem.score(problem.solution) == 1.0


def shortcut_smallest_allowed(problem):
    """Takes the smallest numbers that are allowed, each day anew."""
    return problem.hurried()[0]


def shortcut_only_what_is_forbidden(problem):
    """Replaces only what is forbidden, by the smallest numbers that are allowed."""
    return problem.hurried()[1]


def shortcut_one_day_ahead(problem):
    """Begins with, and replaces by, numbers that are allowed on the next day as well."""
    return problem.hurried()[2]


def shortcut_seldom_forbidden(problem):
    """Replaces only what is forbidden, by the numbers that are forbidden on the fewest days."""
    return problem.hurried()[3]


def shortcut_from_the_last_day_back(problem):
    """Goes from the last day to the first and replaces only what is forbidden, by the largest numbers allowed."""
    back = ConsecutiveSetsBoundedChange(problem.numbers, problem.size, problem.changes, problem.forbidden[::-1])
    return back.when_needed([back.allowed(day)[::-1] for day in range(len(back.forbidden))])[::-1]
