from itertools import pairwise

import networkx

from rlve.envs.graphs.mixed_graph_eulerian_circuit import MixedGraphEulerianCircuit
from tests.envs.drawing import drawn, reward

# two triangles that meet in 0
EXAMPLE = MixedGraphEulerianCircuit([[1, 0], [2, 1], [0, 3], [3, 4]], [[0, 2], [4, 0]], [0, 2, 1, 0, 3, 4, 0])


def test_worked_example():
    assert (
        reward(EXAMPLE, "0 2 1 0 3 4 0") == reward(EXAMPLE, "0 3 4 0 2 1 0") == reward(EXAMPLE, "1 0 3 4 0 2 1") == 1.0
    )
    assert reward(EXAMPLE, "0 1 2 0 3 4 0") == -0.5  # 2 0 against its direction
    assert reward(EXAMPLE, "0 2 1 0 2 1 0") == -0.5  # twice
    assert reward(EXAMPLE, "0 2 1 0") == reward(EXAMPLE, "0 2 0 1 3 4 0") == -0.5
    assert reward(MixedGraphEulerianCircuit([[0, 1]], [], [0, 1]), "0 1") == -0.5  # not closed


def circuits(problem):
    """All of them that start at 0, by trying every unused edge."""
    edges = [(u, v, True) for u, v in problem.directed] + [(u, v, False) for u, v in problem.undirected]

    def further(walk, left):
        if not left:
            return [walk] if walk[0] == walk[-1] else []
        ends = [
            (v if u == walk[-1] else u, e)
            for e in left
            for u, v, one_way in [e]
            if u == walk[-1] or (v == walk[-1] and not one_way)
        ]
        return [found for end, edge in ends for found in further([*walk, end], left - {edge})]

    return further([0], frozenset(edges))


def test_every_circuit_is_right():
    for problem in drawn(MixedGraphEulerianCircuit, seeds=12, vertices=6):
        found = circuits(problem)
        planted = problem.planted[:-1]
        start = planted.index(0)
        assert [*planted[start:], *planted[:start], 0] in found
        for walk in found[:20]:
            assert reward(problem, " ".join(map(str, walk))) == 1.0
            assert reward(problem, " ".join(map(str, walk[::-1]))) == (1.0 if walk[::-1] in found else -0.5)


def test_planted_circuits():
    for problem in drawn(MixedGraphEulerianCircuit, seeds=12, vertices=12):
        steps = {frozenset(pair) for pair in pairwise(problem.planted)}
        assert steps == {frozenset(edge) for edge in problem.directed + problem.undirected}
        assert len(steps) == len(problem.planted) - 1
        assert networkx.is_eulerian(networkx.Graph([tuple(step) for step in steps]))
        assert min(len(problem.directed), len(problem.undirected)) > 0


def padded(problem, walk):
    return [*walk, *[walk[0]] * (len(problem.planted) - len(walk))]


def shortcut_first_edges(problem):
    """From vertex 0 along the first unused edge, directed ones first."""
    return padded(problem, problem.first_edges())


def shortcut_undirected_edges_first(problem):
    """From vertex 0 along the first unused edge, undirected ones first."""
    left, walk = [*problem.undirected, *problem.directed], [0]
    while edge := next((e for e in left if e[0] == walk[-1] or (e[1] == walk[-1] and e in problem.undirected)), None):
        left.remove(edge)
        walk.append(sum(edge) - walk[-1])
    return padded(problem, walk)


def shortcut_without_directions(problem):
    """An Eulerian circuit of the graph in which all edges are taken as undirected."""
    graph = networkx.Graph([tuple(edge) for edge in problem.directed + problem.undirected])
    return [0, *(v for _, v in networkx.eulerian_circuit(graph, 0))]
