from itertools import combinations

from rlve.envs.combinatorics.exact_cover import ExactCover
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = ExactCover(items=5, sets=[[0, 1, 2], [3], [1, 2], [0, 4], [0, 3, 4]])
    assert reward(problem, "2 4") == reward(problem, "3 1 2") == 1.0
    assert reward(problem, "0 1") == reward(problem, "1") == 0.0  # 4 is missing
    assert reward(problem, "0 1 3") == reward(problem, "2 2 4") == reward(problem, "2 4 5") == -0.5
    assert reward(problem, "") == -1.0


def test_all_choices():
    for items, sets in ((6, 9), (8, 11)):
        for problem in drawn(ExactCover, seeds=6, items=items, sets=sets):
            right = 0
            for count in range(1, 6):
                for chosen in combinations(range(len(problem.sets)), count):
                    together = sorted(item for k in chosen for item in problem.sets[k])
                    right += together == list(range(items))
                    if together == list(range(items)):
                        assert problem.score(list(chosen)) == 1.0
                    elif len(set(together)) == len(together):
                        assert problem.score(list(chosen)) == 0.0
            assert right >= 1
            assert problem.score(problem.solution) == 1.0


def test_sets_are_different_and_none_covers_everything():
    for problem in drawn(ExactCover, seeds=50, items=9, sets=12):
        assert len({tuple(items) for items in problem.sets}) == len(problem.sets)
        assert all(0 < len(items) < 9 for items in problem.sets)


def shortcut_largest_first(problem):
    """Takes the largest sets as long as they are disjoint."""
    return problem.taken(sorted(range(len(problem.sets)), key=lambda k: -len(problem.sets[k])))


def shortcut_in_order(problem):
    """Takes the sets from the last to the first as long as they are disjoint."""
    return problem.taken(list(range(len(problem.sets)))[::-1])


def shortcut_rarest_item_first(problem):
    """Covers the item that is in the fewest sets left by the last of them, and never goes back."""
    return problem.rarest_first(list(range(len(problem.sets)))[::-1])


def shortcut_rarest_item_first_smallest_items(problem):
    """Covers the item that is in the fewest sets left by the one with the smallest items, and never goes back."""
    return problem.rarest_first(sorted(range(len(problem.sets)), key=lambda k: problem.sets[k]))
