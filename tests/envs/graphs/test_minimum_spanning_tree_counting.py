from itertools import combinations
from math import comb, prod

from rlve.envs.graphs.minimum_spanning_tree_counting import MinimumSpanningTreeCounting
from rlve.envs.toolkit.graphs import is_connected, spanning_trees
from tests.envs.drawing import drawn, reward

# a triangle of weight 1, and two ways of weight 2 from it to vertex 3 beside a heavier one
EDGES = [[0, 1, 1], [1, 2, 1], [2, 0, 1], [3, 0, 2], [1, 3, 2], [2, 3, 5]]


def test_worked_example():
    problem = MinimumSpanningTreeCounting(4, EDGES, 1000)
    assert reward(problem, "6") == 1.0
    assert reward(problem, "16") == reward(problem, "5") == reward(problem, "3") == 0.0
    assert reward(MinimumSpanningTreeCounting(4, EDGES, 4), "2") == 1.0
    assert reward(problem, "1000") == reward(problem, "-1") == -0.5


def test_equals_trying_all_sets_of_edges():
    for problem in drawn(MinimumSpanningTreeCounting, seeds=20, vertices=6, smallest=3):
        weights = [sum(e[2] for e in tree) for tree in combinations(problem.edges, 5) if is_connected(6, tree)]
        assert problem.trees() == weights.count(min(weights)) >= 3
        assert problem.solution == problem.trees() % problem.modulus


def shortcut_choices_of_each_weight(problem):
    """For every weight, all choices of as many edges as a minimum tree has of it."""
    part, chosen = list(range(problem.vertices)), {}
    for u, v, w in sorted(problem.edges, key=lambda edge: edge[2]):
        if part[u] != part[v]:
            part = [part[u] if each == part[v] else each for each in part]
            chosen[w] = chosen.get(w, 0) + 1
    weights = [edge[2] for edge in problem.edges]
    return prod(comb(weights.count(w), count) for w, count in chosen.items()) % problem.modulus


def shortcut_all_spanning_trees(problem):
    """Counts all spanning trees, whatever they weigh."""
    return spanning_trees(problem.vertices, problem.edges) % problem.modulus


def shortcut_powers_of_equal_edges(problem):
    """Multiplies the numbers of edges of the same weight."""
    weights = [edge[2] for edge in problem.edges]
    return prod(weights.count(w) for w in set(weights)) % problem.modulus
