from itertools import permutations

from rlve.envs.optimization.weighted_waiting_time_scheduling import WeightedWaitingTimeScheduling
from tests.envs.drawing import drawn, reward

EXAMPLE = WeightedWaitingTimeScheduling(durations=[6, 4, 1, 3], weights=[9, 5, 2, 1])


def cost(problem: WeightedWaitingTimeScheduling, order: tuple[int, ...]) -> int:
    """Every job makes those behind it wait."""
    return sum(
        problem.durations[first - 1] * problem.weights[later - 1]
        for i, first in enumerate(order)
        for later in order[i + 1 :]
    )


def test_worked_example():
    # The optimum is 1 * 9 + 7 * 5 + 11 * 1 = 55; the heaviest job first, 1 2 3 4, costs 61, and 1 3 2 4 costs 58.
    assert reward(EXAMPLE, "3 1 2 4") == 1.0
    assert reward(EXAMPLE, "1 3 2 4") == 0.5**5
    assert reward(EXAMPLE, "1 2 3 4") == reward(EXAMPLE, "3 4 2 1") == 0.0
    assert reward(EXAMPLE, "3 1 2") == reward(EXAMPLE, "3 1 2 2") == reward(EXAMPLE, "0 1 2 3") == -0.5


def test_all_orders():
    for size in (4, 6):
        for problem in drawn(WeightedWaitingTimeScheduling, seeds=8, size=size):
            costs = {order: cost(problem, order) for order in permutations(range(1, size + 1))}
            for order, value in costs.items():
                assert (problem.score(list(order)) == 1.0) == (value == min(costs.values()))


def test_tied_jobs_may_stand_in_either_order():
    problem = WeightedWaitingTimeScheduling(durations=[2, 3, 4], weights=[1, 3, 2])
    assert reward(problem, "2 1 3") == reward(problem, "2 3 1") == 1.0


def test_simple_orders_earn_nothing():
    for problem in drawn(WeightedWaitingTimeScheduling, seeds=50, size=8):
        jobs = range(1, 9)
        assert problem.score(sorted(jobs, key=lambda job: problem.durations[job - 1])) == 0.0
        assert problem.score(sorted(jobs, key=lambda job: -problem.weights[job - 1])) == 0.0


def shortcut_shortest_first(problem):
    """The shortest job first."""
    return sorted(range(1, len(problem.weights) + 1), key=lambda job: problem.durations[job - 1])


def shortcut_heaviest_first(problem):
    """The heaviest job first, the shorter one of equal ones."""
    return sorted(
        range(1, len(problem.weights) + 1), key=lambda job: (-problem.weights[job - 1], problem.durations[job - 1])
    )


def shortcut_difference(problem):
    """By duration less weight."""
    return sorted(
        range(1, len(problem.weights) + 1), key=lambda job: problem.durations[job - 1] - problem.weights[job - 1]
    )
