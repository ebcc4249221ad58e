from rlve.envs.graphs.minimum_weight_vertex_cover import MinimumWeightVertexCover
from rlve.envs.toolkit.hitting_sets import greedy_hitting_set, sparing_hitting_set
from tests.envs.drawing import drawn, reward

EXAMPLE = MinimumWeightVertexCover([5, 3, 3, 3, 9], [[0, 1], [2, 0], [0, 3], [3, 4]])


def test_worked_example():
    assert reward(EXAMPLE, "0 3") == reward(EXAMPLE, "3 0") == 1.0  # 8
    assert reward(EXAMPLE, "1 2 3") < 0.01  # 9
    assert reward(EXAMPLE, "0") == reward(EXAMPLE, "1 2 4") == -0.5  # 3 4, and 0 3, are not covered
    assert reward(EXAMPLE, "0 3 3") == reward(EXAMPLE, "0 3 5") == -0.5


def test_every_choice_of_vertices():
    for problem in drawn(MinimumWeightVertexCover, seeds=4, vertices=8):
        costs = {}
        for bits in range(1, 256):
            chosen = [vertex for vertex in range(8) if bits >> vertex & 1]
            covers = all(bits >> u & 1 or bits >> v & 1 for u, v in problem.edges)
            costs[" ".join(map(str, chosen))] = sum(problem.costs[v] for v in chosen) if covers else None
        least = min(cost for cost in costs.values() if cost)
        for answer, cost in costs.items():
            assert (reward(problem, answer) == 1.0) == (cost == least)
            assert (reward(problem, answer) == -0.5) == (cost is None)


def shortcut_best_ratio(problem):
    """Again and again the vertex with the most uncovered edges for its cost."""
    return greedy_hitting_set(problem.edges, problem.costs)


def shortcut_cheaper_ends(problem):
    """Of each edge in the list that is not covered yet the cheaper end."""
    chosen = []
    for u, v in problem.edges:
        if u not in chosen and v not in chosen:
            chosen.append(min(u, v, key=lambda vertex: problem.costs[vertex]))
    return chosen


def shortcut_drop_the_dearest(problem):
    """From all vertices the dearest that can be spared is left out, and so on."""
    return sparing_hitting_set(problem.edges, problem.costs)
