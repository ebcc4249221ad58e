from itertools import combinations

from rlve.envs.optimization.partition_squared_distinct_cost import PartitionSquaredDistinctCost
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 1 2 1 2 1 costs 4, and 5 5 costs 1; the runs cost 6 in all, one batch costs 9.
    problem = PartitionSquaredDistinctCost([1, 2, 1, 2, 1, 5, 5])
    assert reward(problem, "5 7") == 1.0
    assert reward(problem, "1 2 3 4 5 7") == reward(problem, "7") == reward(problem, "6 7") == 0.0
    assert reward(problem, "5") == reward(problem, "5 5 7") == reward(problem, "7 5") == reward(problem, "0 7") == -0.5


def test_all_cuts():
    for size in (8, 9):
        for problem in drawn(PartitionSquaredDistinctCost, seeds=5, size=size):
            costs = {}
            for count in range(size):
                for cuts in combinations(range(1, size), count):
                    bounds = [0, *cuts, size]
                    costs[cuts] = sum(
                        sum(v not in problem.values[a:i] for i, v in enumerate(problem.values[a:b], a)) ** 2
                        for a, b in zip(bounds, bounds[1:])
                    )
            for cuts, cost in costs.items():
                assert (problem.score([*cuts, size]) == 1.0) == (cost == min(costs.values()))


def shortcut_merged(problem):
    """Joins neighbouring batches as long as that saves something, the most first."""
    return problem.merged()


def shortcut_runs(problem):
    """A batch for every run of equal values."""
    return problem.extended(1)


def shortcut_pairs_of_values(problem):
    """Batches from the left, each as long as it has at most two different values."""
    return problem.extended(2)


def shortcut_while_cheaper_than_runs(problem):
    """Extends a batch from the left as long as it costs no more than the runs of equal values in it."""
    ends, start = [], 0
    for end in range(1, len(problem.values) + 1):
        part = problem.values[start:end]
        runs = 1 + sum(a != b for a, b in zip(part, part[1:]))
        if len(set(part)) ** 2 > runs + 1:
            ends.append(end - 1)
            start = end - 1
    return [*ends, len(problem.values)]
