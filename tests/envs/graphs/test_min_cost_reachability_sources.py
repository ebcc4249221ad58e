from rlve.envs.graphs.min_cost_reachability_sources import MinCostReachabilitySources
from tests.envs.drawing import drawn, reward

# the cycle 0 1 2 leads to 3, and 4 5 is a cycle of its own
EXAMPLE = MinCostReachabilitySources([7, 4, 9, 1, 6, 2], [[0, 1], [1, 2], [2, 0], [2, 3], [4, 5], [5, 4]])


def test_worked_example():
    assert reward(EXAMPLE, "1 5") == reward(EXAMPLE, "5 1") == 1.0  # 6
    assert reward(EXAMPLE, "0 4") == 0.0
    assert reward(EXAMPLE, "1 3 5") < 0.5  # 3 is reached without
    assert reward(EXAMPLE, "3 5") == reward(EXAMPLE, "1 3") == -0.5
    assert reward(EXAMPLE, "1 5 5") == reward(EXAMPLE, "1 6") == -0.5


def test_every_choice_of_vertices():
    for problem in drawn(MinCostReachabilitySources, seeds=5, vertices=8):
        ways = [1 << vertex for vertex in range(8)]  # the vertices reached, as bits
        for _ in range(8):
            for u, v in problem.edges:
                ways[u] |= ways[v]
        costs = {}
        for bits in range(1, 256):
            chosen = [vertex for vertex in range(8) if bits >> vertex & 1]
            reached = 0
            for vertex in chosen:
                reached |= ways[vertex]
            costs[" ".join(map(str, chosen))] = sum(problem.costs[v] for v in chosen) if reached == 255 else None
        least = min(cost for cost in costs.values() if cost)
        for answer, cost in list(costs.items())[::2] + [(a, c) for a, c in costs.items() if c and c < least + 5]:
            assert (reward(problem, answer) == 1.0) == (cost == least)
            assert (reward(problem, answer) == -0.5) == (cost is None)


def shortcut_in_order(problem):
    """Every vertex in turn that cannot be reached yet, without those that turn out needless."""
    return problem.in_order(list(range(len(problem.costs))))


def shortcut_cheapest_first(problem):
    """The cheapest vertex that is not reached yet, and so on; nothing is taken back."""
    return problem.cheapest_first()


def shortcut_not_entered(problem):
    """The vertices without an edge to them, and then in turn those that are not reached."""
    entered = {v for _, v in problem.edges}
    return problem.in_order(sorted(range(len(problem.costs)), key=lambda vertex: vertex in entered))


def shortcut_cheapest_without_the_needless(problem):
    """The skill: the cheapest first, and then what is reached from the others is left out again."""
    return problem.in_order(sorted(range(len(problem.costs)), key=lambda vertex: problem.costs[vertex]))
