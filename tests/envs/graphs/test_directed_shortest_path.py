from rlve.envs.graphs.directed_shortest_path import DirectedShortestPath
from tests.envs.drawing import drawn, reward

EXAMPLE = DirectedShortestPath(
    5, [[0, 1, 3], [1, 2, 1], [2, 3, 1], [3, 4, 2], [1, 3, 4], [2, 4, 9], [3, 0, 1], [0, 3, 8], [0, 2, 3]]
)


def test_worked_example():
    assert reward(EXAMPLE, "0 2 3 4") == 1.0  # 6
    assert reward(EXAMPLE, "0 1 2 3 4") < 0.1  # 7
    assert reward(EXAMPLE, "0 3 4") == 0.0  # 10
    assert reward(EXAMPLE, "0 1 4") == reward(EXAMPLE, "0 2 1 3 4") == -0.5  # against 1 2
    assert reward(EXAMPLE, "2 3 4") == reward(EXAMPLE, "0 2 3") == reward(EXAMPLE, "0 2 3 5") == -0.5


def paths(problem, way):
    if way[-1] == problem.vertices - 1:
        return [way]
    ends = [v for u, v, _ in problem.edges if u == way[-1] and v not in way]
    return [path for end in ends for path in paths(problem, [*way, end])]


def test_every_simple_path():
    for problem in drawn(DirectedShortestPath, seeds=20, vertices=7):
        weights = {(u, v): w for u, v, w in problem.edges}
        assert len(weights) == len(problem.edges)
        assert all(u != v and w > 0 for u, v, w in problem.edges)
        sums = {" ".join(map(str, p)): sum(weights[pair] for pair in zip(p, p[1:])) for p in paths(problem, [0])}
        assert all((reward(problem, path) == 1.0) == (sums[path] == min(sums.values())) for path in sums)


def test_equals_relaxing_every_edge():
    for problem in drawn(DirectedShortestPath, seeds=15, vertices=25):
        least = [0] + [10**9] * 24
        for _ in range(24):
            for u, v, w in problem.edges:
                least[v] = min(least[v], least[u] + w)
        assert problem.weight(problem.solution) == least[-1]


def shortcut_fewest_edges(problem):
    """The lightest of the paths with the fewest edges."""
    return problem.fewest_edges()


def shortcut_lightest_edge_at_each_vertex(problem):
    """Always on along the lightest edge to a new vertex."""
    return problem.lightest_edges()


def shortcut_first_edge_at_each_vertex(problem):
    """Always on along the first edge of the list that leads to a new vertex."""
    path, seen = [0], {0}
    while path[-1] != problem.vertices - 1:
        ways = [v for u, v, _ in problem.edges if u == path[-1] and v not in seen]
        if ways:
            path.append(ways[0])
            seen.add(ways[0])
        else:
            path.pop()
    return path
