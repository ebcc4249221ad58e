from itertools import permutations

from rlve.envs.graphs.topological_order import TopologicalOrder
from tests.envs.drawing import drawn, reward

EXAMPLE = TopologicalOrder(4, [[2, 0], [0, 3], [2, 1], [1, 3]])


def test_worked_example():
    assert reward(EXAMPLE, "2 0 1 3") == reward(EXAMPLE, "2 1 0 3") == 1.0
    assert reward(EXAMPLE, "1 2 0 3") == 0.25  # one condition does not hold; also what the positions of the labels are
    assert reward(EXAMPLE, "2 0 1") == reward(EXAMPLE, "2 0 1 1") == reward(EXAMPLE, "2 0 1 4") == -0.5


def test_all_orders():
    for problem in drawn(TopologicalOrder, seeds=5, size=5):
        right = 0
        for order in permutations(range(5)):
            holds = all(order.index(a) < order.index(b) for a, b in problem.conditions)
            assert (reward(problem, " ".join(map(str, order))) == 1.0) == holds
            right += holds
        assert 0 < right < 60
        assert reward(problem, "0 1 2 3 4") < 1.0


def test_conditions_are_different():
    for problem in drawn(TopologicalOrder, seeds=20, size=15):
        assert len({tuple(condition) for condition in problem.conditions}) == len(problem.conditions)
        assert problem.kept(problem.solution) == len(problem.conditions)


def shortcut_fewest_predecessors(problem):
    """Sorts the labels by the number of conditions that have them second."""
    return problem.easy_orders()[3]


def shortcut_more_before_than_after(problem):
    """Sorts the labels by how many more conditions have them second than first."""
    return problem.easy_orders()[4]


def shortcut_one_pass(problem):
    """Goes through the conditions once and puts a just before b where it stands behind it."""
    return problem.one_pass()
