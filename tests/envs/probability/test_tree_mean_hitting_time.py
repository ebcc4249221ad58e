from fractions import Fraction

from rlve.envs.probability.tree_mean_hitting_time import TreeMeanHittingTime
from tests.envs.drawing import drawn, reward
from tests.envs.probability.systems import expected_steps


def test_worked_example():
    # From 0 over 1 to 2, the edges weighing 1 and 2: E(0, 1) = 1, E(1, 2) = 2, so that E(0, 2) = 3;
    # E(2, 1) = 1 and E(1, 0) = 5. All six: 1 + 3 + 2 + 1 + 6 + 5 = 18
    problem = TreeMeanHittingTime(edges=[[0, 1, 1], [2, 1, 2]], start=0, target=2)
    assert reward(problem, "3 2") == reward(problem, "3 18/9") == 1.0
    assert reward(problem, "6 2") == reward(problem, "3 3") == reward(problem, "4 2") == 0.0  # back; over 6; unweighted
    assert reward(problem, "3") == -0.5


def test_linear_equations():
    for vertices, heaviest in ((3, 4), (5, 1), (6, 3)):
        for problem in drawn(TreeMeanHittingTime, seeds=6, vertices=vertices, heaviest=heaviest):
            weights: list[dict[int, int]] = [{} for _ in range(vertices)]
            for u, v, weight in problem.edges:
                weights[u][v] = weights[v][u] = weight
            chances = {v: {u: Fraction(w, sum(row.values())) for u, w in row.items()} for v, row in enumerate(weights)}
            times = {target: expected_steps(chances, [target]) for target in range(vertices)}
            mean = sum(sum(column.values()) for column in times.values()) / vertices**2
            assert problem.solution == [times[problem.target][problem.start], mean]


def test_start_and_target_are_no_neighbours():
    for problem in drawn(TreeMeanHittingTime, vertices=6, heaviest=2):
        assert all({problem.start, problem.target} != {u, v} for u, v, _ in problem.edges)


def shortcut_as_long_there_as_back(problem):
    """Takes half of the time there and back; the mean is right."""
    back = TreeMeanHittingTime(problem.edges, problem.target, problem.start).solution[0]
    return [(problem.solution[0] + back) / 2, problem.solution[1]]


def shortcut_without_weights(problem):
    """Forgets the weights."""
    edges = [[u, v, 1] for u, v, _ in problem.edges]
    return TreeMeanHittingTime(edges, problem.start, problem.target).solution


def shortcut_pairs_of_different_vertices(problem):
    """Divides by the number of pairs of different vertices; the time asked for is right."""
    vertices = len(problem.edges) + 1
    return [problem.solution[0], problem.solution[1] * vertices / (vertices - 1)]
