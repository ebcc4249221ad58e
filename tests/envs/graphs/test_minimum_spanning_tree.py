from itertools import combinations

from rlve.envs.graphs.minimum_spanning_tree import MinimumSpanningTree
from tests.envs.drawing import drawn, reward

EXAMPLE = MinimumSpanningTree(4, [[0, 1, 1], [2, 1, 2], [0, 2, 2], [3, 0, 9], [2, 3, 8]])


def text(edges: list[list[int]]) -> str:
    return "\n".join(f"{u} {v}" for u, v, *_ in edges)


def test_worked_example():
    assert reward(EXAMPLE, "0 1\n1 2\n2 3") == reward(EXAMPLE, "3 2\n2 0\n1 0") == 1.0
    assert reward(EXAMPLE, "0 1\n1 2\n0 3") == 0.0  # the first edges of the list that make a tree
    assert reward(EXAMPLE, "0 1\n1 2\n0 2") == -0.5  # the three lightest edges form a cycle
    assert reward(EXAMPLE, "0 1\n1 3\n2 3") == -0.5  # no such edge
    assert reward(EXAMPLE, "0 1\n1 0\n2 3") == reward(EXAMPLE, "0 1\n0 1\n2 3") == -0.5
    assert reward(EXAMPLE, "0 1\n2 3") == reward(EXAMPLE, "0 1 1\n1 2 2\n2 3 8") == -0.5


def reached(edges: list[list[int]]) -> set[int]:
    """The vertices that can be reached from vertex 0."""
    found, before = {0}, set[int]()
    while found != before:
        before = set(found)
        for u, v, _ in edges:
            if {u, v} & found:
                found |= {u, v}
    return found


def test_every_choice_of_edges():
    for problem in drawn(MinimumSpanningTree, seeds=12, vertices=5):
        weights = {}
        for chosen in combinations(problem.edges, 4):
            tree = len(reached(list(chosen))) == 5
            weights[text(list(chosen))] = sum(weight for _, _, weight in chosen) if tree else None
        least = min(weight for weight in weights.values() if weight)
        for answer, weight in weights.items():
            assert (reward(problem, answer) == 1.0) == (weight == least)
            assert (reward(problem, answer) == -0.5) == (weight is None)


def test_the_lightest_edges_are_no_tree():
    for problem in drawn(MinimumSpanningTree, seeds=50, vertices=8):
        lightest = sorted(problem.edges, key=lambda edge: edge[2])[:7]
        assert reward(problem, text(lightest)) == -0.5
        assert len(problem.edges) > 7


def joined(problem, edges):
    """The first edges that close no cycle."""
    part = list(range(problem.vertices))
    tree = []
    for u, v, _ in edges:
        if part[u] != part[v]:
            part = [part[u] if each == part[v] else each for each in part]
            tree.append([u, v])
    return tree


def shortcut_in_the_given_order(problem):
    """Take the edges of the list that close no cycle, whatever they weigh."""
    return joined(problem, problem.edges)


def shortcut_lightest_of_each_vertex(problem):
    """The lightest edge of each vertex, then the edges of the list."""
    lightest = [
        min((e for e in problem.edges if vertex in e[:2]), key=lambda e: e[2]) for vertex in range(problem.vertices)
    ]
    return joined(problem, [*lightest, *problem.edges])


def shortcut_sorted_edges(problem):
    """The skill: the lightest edge that closes no cycle, again and again."""
    return joined(problem, sorted(problem.edges, key=lambda edge: edge[2]))
