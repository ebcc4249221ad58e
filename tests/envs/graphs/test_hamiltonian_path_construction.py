from itertools import permutations

from rlve.envs.graphs.hamiltonian_path_construction import HamiltonianPathConstruction
from tests.envs.drawing import drawn, reward

EXAMPLE = HamiltonianPathConstruction(edges=[[0, 1], [0, 2], [1, 3], [2, 1], [3, 0], [3, 2]], planted=[0, 2, 1, 3])


def test_worked_example():
    assert reward(EXAMPLE, "0 2 1 3") == 1.0
    assert reward(EXAMPLE, "1 3 0 2") == reward(EXAMPLE, "2 1 3 0") == 1.0  # other paths
    assert reward(EXAMPLE, "3 1 2 0") == -0.5  # against the edges
    assert reward(EXAMPLE, "0 1 3") == reward(EXAMPLE, "0 1 3 0") == -0.5


def test_all_orders():
    for problem in drawn(HamiltonianPathConstruction, seeds=20, vertices=6):
        assert all(u != v for u, v in problem.edges)
        edges = {(u, v) for u, v in problem.edges}
        assert len(edges) == len(problem.edges)
        paths = [order for order in permutations(range(6)) if edges.issuperset(zip(order, order[1:]))]
        assert tuple(problem.solution) in paths
        right = {order for order in permutations(range(6)) if reward(problem, " ".join(map(str, order))) == 1.0}
        assert right == set(paths)


def test_walking_to_the_least_label_never_succeeds():
    for problem in drawn(HamiltonianPathConstruction, seeds=50, vertices=7):
        for start in range(7):
            order = [start]
            while ways := sorted(v for u, v in problem.edges if u == order[-1] and v not in order):
                order.append(ways[0])
            assert len(order) < 7


def walked(problem, start):
    """To the neighbour with the fewest ways on, and whether that reaches all."""
    successors, left, order = problem.successors(), set(range(len(problem.planted))) - {start}, [start]
    while ways := successors[order[-1]] & left:
        order.append(min(ways, key=lambda vertex: (len(successors[vertex] & left), vertex)))
        left.remove(order[-1])
    return order + sorted(left)


def shortcut_fewest_ways_on(problem):
    """From the vertex with the fewest edges to it, always to the neighbour with the fewest ways on."""
    entering = [0] * len(problem.planted)
    for _, v in problem.edges:
        entering[v] += 1
    return walked(problem, entering.index(min(entering)))


def shortcut_first_edges(problem):
    """From vertex 0 along the first edge of the list that leads on."""
    order = [0]
    while step := next((v for u, v in problem.edges if u == order[-1] and v not in order), None):
        order.append(step)
    return order + [vertex for vertex in range(len(problem.planted)) if vertex not in order]
