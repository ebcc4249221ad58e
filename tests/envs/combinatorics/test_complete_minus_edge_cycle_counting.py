from itertools import combinations, permutations
from math import comb, factorial

from rlve.envs.combinatorics.complete_minus_edge_cycle_counting import CompleteMinusEdgeCycleCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # of the 4 triangles and 3 squares of four vertices, 0-1 is in two triangles and two squares
    problem = CompleteMinusEdgeCycleCounting(4, [[0, 1]], shortest=3, longest=4, modulus=100)
    assert reward(problem, "3") == 1.0
    assert reward(problem, "7") == reward(problem, "2") == 0.0
    assert CompleteMinusEdgeCycleCounting(4, [[0, 1], [2, 3]], 3, 4, 100).solution == 1
    assert reward(problem, "100") == -0.5


def cycles(problem: CompleteMinusEdgeCycleCounting) -> int:
    """Walks around every vertex set, from its first vertex, both ways."""
    removed = {frozenset(edge) for edge in problem.removed}
    found = 0
    for length in range(problem.shortest, problem.longest + 1):
        for first, *others in combinations(range(problem.vertices), length):
            for order in permutations(others):
                walk = (first, *order, first)
                found += not any(frozenset(step) in removed for step in zip(walk, walk[1:]))
    return found // 2


def test_equals_walking_around():
    for problem in drawn(CompleteMinusEdgeCycleCounting, seeds=4, vertices=7, most_removed=3):
        assert problem.cycles() == cycles(problem)
    for removed in ([[0, 1]], [[0, 1], [2, 3]], [[0, 3], [2, 4], [1, 5]]):
        for longest in (3, 4, 5, 6):
            problem = CompleteMinusEdgeCycleCounting(6, removed, 3, longest, 997)
            assert problem.solution == cycles(problem) % 997


def of_complete_graph(problem, vertices):
    lengths = range(problem.shortest, problem.longest + 1)
    return sum(comb(vertices, length) * factorial(length - 1) // 2 for length in lengths)


def shortcut_complete_graph(problem):
    """Counts the cycles of the complete graph."""
    return of_complete_graph(problem, problem.vertices) % problem.modulus


def shortcut_subtracts_each_edge(problem):
    """Subtracts the cycles through each removed edge, those through two of them twice."""
    lengths = range(problem.shortest, problem.longest + 1)
    through = sum(comb(problem.vertices - 2, length - 2) * factorial(length - 2) for length in lengths)
    return (of_complete_graph(problem, problem.vertices) - len(problem.removed) * through) % problem.modulus
