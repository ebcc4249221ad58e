from random import Random

import networkx
import pytest

from rlve.envs.toolkit.graphs import DisjointSets, is_connected, neighbour_lists, random_connected_graph


def test_neighbour_lists_ignore_weights():
    assert neighbour_lists(4, [[0, 1, 9], [2, 0, 5]]) == [[1, 2], [0], [0], []]


def test_disjoint_sets():
    sets = DisjointSets(4)
    assert sets.join(0, 1)
    assert sets.join(2, 3)
    assert sets.find(0) == sets.find(1) != sets.find(2)
    assert sets.join(3, 0)
    assert not sets.join(1, 2)


def test_connectedness_agrees_with_networkx():
    rng = Random(1)
    for _ in range(200):
        edges = [rng.sample(range(6), 2) for _ in range(rng.randint(3, 8))]
        graph = networkx.Graph(edges)
        graph.add_nodes_from(range(6))
        assert is_connected(6, edges) == networkx.is_connected(graph)


def test_random_graphs_are_simple_and_connected():
    for seed in range(100):
        rng = Random(seed)
        vertices = rng.randint(2, 9)
        edges = rng.randint(vertices - 1, vertices * (vertices - 1) // 2)
        graph = random_connected_graph(rng, vertices, edges)
        assert len({frozenset(edge) for edge in graph}) == len(graph) == edges
        assert all(len(set(edge)) == 2 for edge in graph)
        assert is_connected(vertices, graph)


def test_impossible_numbers_of_edges():
    for edges in (3, 11):
        with pytest.raises(ValueError, match="5 vertices"):
            random_connected_graph(Random(0), 5, edges)
