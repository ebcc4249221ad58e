from itertools import combinations, permutations, product
from math import factorial, prod

from rlve.envs.combinatorics.edge_colored_complete_graph_count import EdgeColoredCompleteGraphCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # the edges from the lone vertex have colours 11, 12 or 22, and the third edge is free: 3 * 2
    problem = EdgeColoredCompleteGraphCount([1, 2], colours=2, modulus=1009)
    assert reward(problem, "6") == 1.0
    assert reward(problem, "4") == reward(problem, "8") == 0.0
    assert EdgeColoredCompleteGraphCount([3], 2, 1009).solution == 4
    assert [EdgeColoredCompleteGraphCount([4], m, 1009).solution for m in (2, 3)] == [11, 66]  # known counts
    assert EdgeColoredCompleteGraphCount([7], 2, 1009).colourings() == 1044  # graphs of seven vertices
    assert reward(problem, "1009") == -0.5


def smallest_forms(problem: EdgeColoredCompleteGraphCount) -> int:
    vertices = sum(problem.kinds)
    edges = list(combinations(range(vertices), 2))
    starts = [sum(problem.kinds[:k]) for k in range(len(problem.kinds))]
    parts = [permutations(range(start, start + count)) for start, count in zip(starts, problem.kinds)]
    moves = []
    for chosen in product(*parts):
        to = [vertex for part in chosen for vertex in part]
        moves.append([edges.index(tuple(sorted((to[a], to[b])))) for a, b in edges])
    forms = set()
    for colouring in product(range(problem.colours), repeat=len(edges)):
        forms.add(min(tuple(colouring[edge] for edge in move) for move in moves))
    return len(forms)


def test_equals_smallest_forms():
    for kinds in ([4], [1, 3], [2, 2], [1, 1, 2], [3, 1], [1, 1, 1]):
        for colours in (2, 3) if len(kinds) != 1 else (2,):
            problem = EdgeColoredCompleteGraphCount(kinds, colours, 9973)
            assert problem.solution == smallest_forms(problem)


def test_nothing_to_exchange():
    for problem in drawn(EdgeColoredCompleteGraphCount, seeds=10, vertices=3, most_colours=9):
        if problem.kinds == [1, 1, 1]:
            assert problem.colourings() == problem.colours**3


def edges(problem):
    vertices = sum(problem.kinds)
    return vertices * (vertices - 1) // 2


def shortcut_one_kind(problem):
    """Exchanges all vertices, of whatever kind."""
    return EdgeColoredCompleteGraphCount([sum(problem.kinds)], problem.colours, problem.modulus).solution


def shortcut_divides(problem):
    """Divides the number of all colourings by that of the permutations, rounded up."""
    moves = prod(map(factorial, problem.kinds))
    return -(-(problem.colours ** edges(problem)) // moves) % problem.modulus


def shortcut_all_colourings(problem):
    """Counts all colourings, as if no two were the same."""
    return pow(problem.colours, edges(problem), problem.modulus)
