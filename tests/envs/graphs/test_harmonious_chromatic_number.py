from itertools import combinations, product

from rlve.envs.graphs.harmonious_chromatic_number import HarmoniousChromaticNumber
from tests.envs.drawing import drawn, reward

PATH = HarmoniousChromaticNumber([[3, 0], [0, 1], [1, 4], [2, 4]], [2, 3, 2, 1, 0])  # 3 - 0 - 1 - 4 - 2


def test_worked_example():
    assert reward(PATH, "2 3 2 1 0") == reward(PATH, "20 30 20 11 0") == 1.0
    assert reward(PATH, "0 1 2 3 4") < 0.01
    assert reward(PATH, "0 0 1 2 3") == -0.5  # 0 and 1 are joined
    assert reward(PATH, "0 1 1 1 2") == -0.5  # 3 0 and 0 1 have the colours 0 and 1 both
    assert reward(PATH, "2 3 2 1") == -0.5


def harmonious(problem, colors):
    pairs = [{colors[u], colors[v]} for u, v in problem.edges]
    return all(len(pair) == 2 for pair in pairs) and all(a != b for a, b in combinations(pairs, 2))


def test_fewer_colors_never_do():
    for problem in drawn(HarmoniousChromaticNumber, seeds=12, vertices=6):
        assert len({frozenset(edge) for edge in problem.edges}) == len(problem.edges)
        assert {vertex for edge in problem.edges for vertex in edge} == set(range(6))
        count = len(set(problem.planted))
        assert harmonious(problem, problem.planted)
        assert harmonious(problem, problem.first_fit(range(6)))
        assert not any(harmonious(problem, colors) for colors in product(range(count - 1), repeat=6))


def test_a_second_checker():
    for problem in drawn(HarmoniousChromaticNumber, seeds=8, vertices=7):
        for vertex, color in product(range(7), range(6)):
            colors = list(problem.planted)
            colors[vertex] = color
            right = harmonious(problem, colors) and len(set(colors)) == len(set(problem.planted))
            assert (reward(problem, " ".join(map(str, colors))) == 1.0) == right


def shortcut_first_fit(problem):
    """Every vertex in turn gets the least colour that fits."""
    return problem.first_fit(range(len(problem.planted)))


def shortcut_busiest_first(problem):
    """The vertices with the most edges first, each with the least colour that fits."""
    degrees = [sum(vertex in edge for edge in problem.edges) for vertex in range(len(problem.planted))]
    return problem.first_fit(sorted(range(len(degrees)), key=lambda vertex: -degrees[vertex]))


def shortcut_all_different(problem):
    """A colour for each vertex."""
    return list(range(len(problem.planted)))
