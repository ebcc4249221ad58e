from itertools import combinations
from random import Random

import networkx
import pytest

from rlve.envs.toolkit.graphs import (
    DisjointSets,
    is_connected,
    neighbour_lists,
    random_connected_graph,
    random_graph,
    require_distinct,
    require_walk,
    spanning_trees,
    steps_from,
    strong_components,
    successor_lists,
)
from rlve.envs.verdict import Infeasible


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


def test_random_graphs_have_the_wanted_edges():
    for directed, most in ((False, 10), (True, 20)):
        for edges in range(most + 1):
            graph = random_graph(Random(edges), 5, edges, directed)
            assert len({tuple(edge) if directed else frozenset(edge) for edge in graph}) == edges
            assert all(u != v for u, v in graph)
        with pytest.raises(ValueError):
            random_graph(Random(0), 5, most + 1, directed)


def test_components_and_steps_agree_with_networkx():
    rng = Random(2)
    for _ in range(100):
        edges = random_graph(rng, 7, rng.randint(0, 14), directed=True)
        graph = networkx.DiGraph([tuple(edge) for edge in edges])
        graph.add_nodes_from(range(7))
        lists = successor_lists(7, edges)
        components = strong_components(lists)
        assert {frozenset(c) for c in components} == {
            frozenset(c) for c in networkx.strongly_connected_components(graph)
        }
        place = {vertex: number for number, component in enumerate(components) for vertex in component}
        assert all(place[v] <= place[u] for u, v in edges)
        assert steps_from(0, lists) == networkx.single_source_shortest_path_length(graph, 0)


def test_spanning_trees_are_counted_with_parallel_edges():
    assert spanning_trees(1, []) == 1
    assert spanning_trees(5, combinations(range(5), 2)) == 125  # Cayley
    rng = Random(3)
    for _ in range(60):
        edges = [rng.sample(range(5), 2) for _ in range(rng.randint(3, 8))]
        assert spanning_trees(5, edges) == sum(is_connected(5, chosen) for chosen in combinations(edges, 4))


def test_required_walks():
    lists = [[1], [0, 2], []]
    require_walk([0, 1, 0, 1, 2], lists)
    with pytest.raises(Infeasible, match="from 2 to 1"):
        require_walk([0, 1, 2, 1], lists)
    require_distinct([2, 0])
    with pytest.raises(Infeasible):
        require_distinct([2, 0, 2])
