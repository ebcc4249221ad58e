from random import Random

import networkx

from rlve.envs.toolkit.graphs import neighbour_lists
from rlve.envs.toolkit.trees import random_tree, rooted


def test_random_trees_are_trees():
    for seed in range(50):
        size = 2 + seed % 9
        edges = random_tree(Random(seed), size)
        assert networkx.is_tree(networkx.Graph(edges))
        assert sorted({end for edge in edges for end in edge}) == list(range(size))


def test_one_vertex_is_a_tree():
    assert random_tree(Random(0), 1) == []
    assert rooted([[]]) == ([0], [-1])


def test_parents_come_first_and_lie_towards_the_root():
    for seed in range(50):
        edges = random_tree(Random(seed), 12)
        order, parents = rooted(neighbour_lists(12, edges), root=seed % 12)
        graph = networkx.Graph(edges)
        assert sorted(order) == list(range(12))
        for vertex in range(12):
            path = networkx.shortest_path(graph, vertex, seed % 12)
            assert parents[vertex] == (path[1] if len(path) > 1 else -1)
            assert all(order.index(vertex) >= order.index(above) for above in path)
