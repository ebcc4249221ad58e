from rlve.envs.graphs.min_weight_dominating_set import MinWeightDominatingSet
from rlve.envs.toolkit.hitting_sets import greedy_hitting_set, sparing_hitting_set
from tests.envs.drawing import drawn, reward

# a star around 0 with the path 1 - 4 - 5 hanging on it, and 6 alone
EXAMPLE = MinWeightDominatingSet([4, 3, 9, 9, 2, 8, 5], [[0, 1], [2, 0], [0, 3], [4, 1], [5, 4]])


def test_worked_example():
    assert reward(EXAMPLE, "0 4 6") == reward(EXAMPLE, "6 4 0") == 1.0  # 11
    assert reward(EXAMPLE, "0 1 5 6") < 0.01
    assert reward(EXAMPLE, "0 4") == -0.5  # 6 is not dominated
    assert reward(EXAMPLE, "0 1 6") == -0.5  # nor is 5
    assert reward(EXAMPLE, "0 4 4 6") == -0.5
    assert reward(EXAMPLE, "0 4 7") == -0.5


def test_every_choice_of_vertices():
    for problem in drawn(MinWeightDominatingSet, seeds=3, vertices=8):
        costs = {}
        for bits in range(1, 256):
            chosen = [vertex for vertex in range(8) if bits >> vertex & 1]
            covered = set(chosen) | {v for edge in problem.edges for u, v in (edge, edge[::-1]) if u in chosen}
            costs[" ".join(map(str, chosen))] = sum(problem.costs[v] for v in chosen) if len(covered) == 8 else None
        least = min(cost for cost in costs.values() if cost)
        for answer, cost in costs.items():
            assert (reward(problem, answer) == 1.0) == (cost == least)
            assert (reward(problem, answer) == -0.5) == (cost is None)


def shortcut_best_ratio(problem):
    """Again and again the vertex that newly dominates the most for its cost."""
    return greedy_hitting_set(problem.closed_neighbourhoods(), problem.costs)


def shortcut_drop_the_dearest(problem):
    """From all vertices the dearest that can be spared is left out, and so on."""
    return sparing_hitting_set(problem.closed_neighbourhoods(), problem.costs)


def shortcut_most_neighbours(problem):
    """Again and again the vertex that newly dominates the most, whatever it costs."""
    return greedy_hitting_set(problem.closed_neighbourhoods(), [1] * len(problem.costs))
