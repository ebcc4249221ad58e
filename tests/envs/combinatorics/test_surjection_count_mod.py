from itertools import product
from math import factorial

from rlve.envs.combinatorics.surjection_count_mod import SurjectionCountMod
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # of the 3^4 = 81 ways, 3 * 2^4 - 3 leave a box empty
    problem = SurjectionCountMod(balls=4, filled=3, free=0, modulus=1009)
    assert reward(problem, "36") == 1.0
    assert reward(problem, "81") == reward(problem, "6") == 0.0  # 6: boxes that are not numbered
    assert reward(problem, "1009") == -0.5
    assert SurjectionCountMod(balls=4, filled=2, free=1, modulus=7).solution == 50 % 7


def test_equals_all_ways():
    for filled, free in ((3, 0), (2, 2), (4, 1), (3, 1)):
        for balls in range(7):
            problem = SurjectionCountMod(balls, filled, free, 1009)
            ways = product(range(filled + free), repeat=balls)
            assert problem.ways() == sum(set(range(filled)) <= set(way) for way in ways)


def test_follows_the_recurrence():
    """Ball n lies in a box that must be filled, alone in it or not, or in another one."""
    for problem in drawn(SurjectionCountMod, seeds=20, balls=60, boxes=30):
        counts = {(0, 0): 1}
        for n in range(1, problem.balls + 1):
            for r in range(problem.filled + 1):
                counts[n, r] = (r + problem.free) * counts.get((n - 1, r), 0) + r * counts.get((n - 1, r - 1), 0)
        assert counts[problem.balls, problem.filled] == problem.ways()


def shortcut_any_box_may_stay_empty(problem):
    """Counts all ways."""
    return pow(problem.filled + problem.free, problem.balls, problem.modulus)


def shortcut_one_box_at_a_time(problem):
    """Takes out the ways that leave a box empty, without putting back those that leave two."""
    boxes = problem.filled + problem.free
    return (boxes**problem.balls - problem.filled * (boxes - 1) ** problem.balls) % problem.modulus


def shortcut_one_ball_for_each_first(problem):
    """Chooses a ball for each box that must be filled, then puts the others anywhere."""
    first = factorial(problem.balls) // factorial(problem.balls - problem.filled)
    return first * (problem.filled + problem.free) ** (problem.balls - problem.filled) % problem.modulus


def shortcut_boxes_without_numbers(problem):
    """Counts the partitions into so many parts, as if the boxes that must be filled were alike."""
    return problem.ways() // factorial(problem.filled) % problem.modulus
