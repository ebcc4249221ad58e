from fractions import Fraction
from functools import cache

from rlve.envs.probability.tree_random_coloring_expected_steps import TreeRandomColoringExpectedSteps
from rlve.envs.toolkit.graphs import neighbour_lists
from rlve.envs.toolkit.trees import rooted
from tests.envs.drawing import drawn, reward


def ways_up(problem: TreeRandomColoringExpectedSteps) -> list[set[int]]:
    """For each vertex it and its ancestors."""
    order, parents = rooted(neighbour_lists(len(problem.weights), problem.edges))
    above: list[set[int]] = [set() for _ in order]
    for vertex in order:
        above[vertex] = {vertex} | (above[parents[vertex]] if vertex else set())
    return above


def test_worked_example():
    # The root 0 with the leaf 1 and the chain 2 3: 1 and 3 are always picked, 2 before 3 with 1/3, 0 before all with 1/7
    problem = TreeRandomColoringExpectedSteps(edges=[[0, 1], [3, 2], [2, 0]], weights=[1, 3, 1, 2])
    assert reward(problem, "52/21") == 1.0
    assert reward(problem, "31/12") == reward(problem, "4") == 0.0  # of equal weights; one by one
    assert reward(problem, "2.476") == 0.0


def test_following_all_picks():
    for vertices in (3, 6, 8):
        for problem in drawn(TreeRandomColoringExpectedSteps, seeds=6, vertices=vertices, heaviest=3):
            above = ways_up(problem)

            @cache
            def steps(left: frozenset[int]) -> Fraction:
                total = sum(problem.weights[vertex] for vertex in left)  # noqa: B023
                parts = (problem.weights[v] * steps(left - frozenset(above[v])) for v in left)  # noqa: B023
                return 1 + sum(parts, Fraction(0)) / total if left else Fraction(0)

            assert problem.solution == steps(frozenset(range(vertices)))


def shortcut_downwards(problem):
    """Has a picked vertex colour all vertices below it."""
    weights = problem.weights
    return sum(Fraction(weights[v], sum(weights[u] for u in up)) for v, up in enumerate(ways_up(problem)))


def shortcut_equal_weights(problem):
    """Forgets the weights."""
    return TreeRandomColoringExpectedSteps(problem.edges, [1] * len(problem.weights)).solution


def shortcut_leaves_and_root(problem):
    """Counts the leaves, which are always picked, and the chance that the root is picked first."""
    ends = [vertex for edge in problem.edges for vertex in edge]
    leaves = sum(ends.count(vertex) == 1 for vertex in range(1, len(problem.weights)))
    return leaves + Fraction(problem.weights[0], sum(problem.weights))
