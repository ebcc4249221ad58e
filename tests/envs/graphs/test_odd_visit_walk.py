from collections import Counter
from itertools import pairwise

from rlve.envs.graphs.odd_visit_walk import OddVisitWalk
from tests.envs.drawing import drawn, reward

STAR = OddVisitWalk(4, [[0, 1], [2, 0], [3, 0]])


def test_worked_example():
    assert reward(STAR, "1 0 2 0 3 0") == 1.0  # 0 three times, the others once
    assert reward(STAR, "0 1 0 2 0 3") == 1.0
    assert reward(STAR, "1 0 2 0 3") == 0.0  # 0 twice
    assert reward(STAR, "1 0 2 0") == 0.0  # never at 3: an even number of times
    assert reward(STAR, "1 0 2 3") == reward(STAR, "1 0 2 0 3 0 0") == -0.5
    assert reward(STAR, "1 0 2 0 3 0" + " 3 0 3 0" * 4) == -0.5  # 22 vertices
    assert reward(STAR, "1 0 2 0 3 0" + " 3 0 3 0" * 3) == 1.0


def test_solutions_by_a_second_check():
    for vertices in (5, 8, 20, 60):
        for problem in drawn(OddVisitWalk, seeds=12, vertices=vertices):
            edges = {frozenset(edge) for edge in problem.edges}
            assert all(frozenset(pair) in edges for pair in pairwise(problem.solution))
            counts = Counter(problem.solution)
            assert all(counts[vertex] % 2 for vertex in range(vertices))
            assert len(problem.solution) <= 4 * vertices


def test_changed_walks():
    for problem in drawn(OddVisitWalk, seeds=20, vertices=7):
        walk = problem.solution
        assert reward(problem, " ".join(map(str, walk[::-1]))) == 1.0
        assert reward(problem, " ".join(map(str, walk[1:]))) == reward(problem, " ".join(map(str, walk[:-1]))) == 0.0
        assert reward(problem, " ".join(map(str, [*walk, walk[-2], *walk[-1:]]))) == 0.0
        assert reward(problem, " ".join(map(str, [*walk, walk[-2], *walk[-2:]]))) == -0.5  # a step on the spot


def shortcut_around_a_tree(problem):
    """Around a spanning tree from vertex 0, every edge there and back."""
    return problem.there_and_back(0)


def shortcut_around_a_tree_and_stop(problem):
    """Around a spanning tree from a vertex with one neighbour, without the way back after the last new vertex."""
    degrees = Counter(vertex for edge in problem.edges for vertex in edge)
    walk = problem.there_and_back(min(vertex for vertex in degrees if degrees[vertex] == 1))
    return walk[: max(walk.index(vertex) for vertex in range(problem.vertices)) + 1]


def shortcut_the_better_of_all_starts(problem):
    """Around a spanning tree from each vertex in turn, with or without the last step, until one happens to do."""
    for start in range(problem.vertices):
        walk = problem.there_and_back(start)
        if not problem.even(walk) or not problem.even(walk[:-1]):
            return walk if not problem.even(walk) else walk[:-1]
    return problem.there_and_back(0)
