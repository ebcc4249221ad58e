from fractions import Fraction

from rlve.envs.graphs.minimum_weight_ratio_path import MinimumWeightRatioPath
from tests.envs.drawing import drawn, reward

EXAMPLE = MinimumWeightRatioPath(
    6, [[0, 1, 1], [1, 5, 9], [0, 2, 4], [2, 3, 6], [3, 5, 5], [4, 2, 7], [4, 5, 8], [1, 2, 2]]
)


def test_worked_example():
    assert reward(EXAMPLE, "0 2 3 5") == reward(EXAMPLE, "0 2 3 2 3 5") == 1.0  # 6 / 4
    assert reward(EXAMPLE, "0 2 4 5") < 0.5  # 8 / 4
    assert reward(EXAMPLE, "0 1 5") == 0.0  # 9
    assert reward(EXAMPLE, "0 3 5") == reward(EXAMPLE, "2 3 5") == reward(EXAMPLE, "0 2 3") == -0.5
    assert reward(EXAMPLE, "0 0 2 3 5") == -0.5


def paths(problem, way):
    """All simple paths that go on from this one."""
    if way[-1] == problem.vertices - 1:
        return [way]
    ends = [v if u == way[-1] else u for u, v, _ in problem.edges if way[-1] in (u, v)]
    return [path for end in ends if end not in way for path in paths(problem, [*way, end])]


def test_every_simple_path():
    for problem in drawn(MinimumWeightRatioPath, seeds=8, vertices=6):
        weights = {frozenset((u, v)): w for u, v, w in problem.edges}
        assert len(weights) == len(problem.edges)
        assert frozenset((0, 5)) not in weights
        ratios = {}
        for path in paths(problem, [0]):
            used = [weights[frozenset(pair)] for pair in zip(path, path[1:])]
            ratios[" ".join(map(str, path))] = Fraction(max(used), min(used))
        least = min(ratios.values())
        assert all((reward(problem, path) == 1.0) == (ratio == least) for path, ratio in ratios.items())


def shortcut_fewest_edges(problem):
    """A path with the fewest edges."""
    return problem.shortest(problem.edges)


def shortcut_lightest_edges(problem):
    """A path over the lightest edges that join the two ends."""
    return problem.narrowest(1)


def shortcut_heaviest_edges(problem):
    """A path over the heaviest edges that join the two ends."""
    return problem.narrowest(-1)


def shortcut_least_difference(problem):
    """Minimises the difference of the largest and the smallest weight in place of their quotient."""
    return problem.least_difference()
