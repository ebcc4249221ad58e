from rlve.envs.trees.tree_weighted_median import TreeWeightedMedian
from tests.envs.drawing import drawn, reward

EXAMPLE = TreeWeightedMedian(  # a path 2 - 0 - 1 - 3 and a leaf 4 at vertex 0
    edges=[[0, 2, 5], [1, 0, 1], [3, 1, 2], [4, 0, 2]], costs=[1, 1, 1, 4, 2]
)


def totals(problem: TreeWeightedMedian) -> list[int]:
    """By the distances of all pairs (Floyd and Warshall)."""
    size = len(problem.costs)
    distance = [[0 if u == v else 10**9 for v in range(size)] for u in range(size)]
    for u, v, length in problem.edges:
        distance[u][v] = distance[v][u] = length
    for k in range(size):
        for u in range(size):
            for v in range(size):
                distance[u][v] = min(distance[u][v], distance[u][k] + distance[k][v])
    return [sum(cost * d for cost, d in zip(problem.costs, row)) for row in distance]


def test_worked_example():
    # The sum for vertex 1: 1 from 0, 6 from 2, 4 * 2 from 3, 2 * 3 from 4. For the others: 22, 57, 23 and 32.
    assert reward(EXAMPLE, "1\n21") == 1.0
    assert reward(EXAMPLE, "0\n21") == reward(EXAMPLE, "1\n22") == 0.0
    assert reward(EXAMPLE, "0\n22") == reward(EXAMPLE, "3\n23") == 0.0
    assert reward(EXAMPLE, "5\n21") == reward(EXAMPLE, "1") == -0.5


def test_the_best_of_all_vertices():
    for vertices in (4, 6, 9):
        for problem in drawn(TreeWeightedMedian, seeds=40, vertices=vertices):
            expected = totals(problem)
            assert problem.totals() == expected
            for vertex, total in enumerate(expected):
                assert (problem.score([vertex, total]) == 1.0) == (total == min(expected))
                assert problem.score([vertex, total + 1]) == 0.0


def test_tied_optima_are_all_right():
    problem = TreeWeightedMedian(edges=[[0, 1, 3], [1, 2, 4]], costs=[2, 1, 3])
    assert problem.totals() == [3 + 21, 6 + 12, 14 + 4]
    assert reward(problem, "1\n18") == reward(problem, "2\n18") == 1.0


def test_the_vertices_of_largest_cost_or_degree_earn_nothing():
    for problem in drawn(TreeWeightedMedian, vertices=8):
        vertex = problem.costs.index(max(problem.costs))
        assert problem.score([vertex, problem.totals()[vertex]]) == 0.0


def with_its_sum(problem, vertex):
    return [vertex, problem.totals()[vertex]]


def shortcut_costliest(problem):
    """The vertex of largest cost."""
    return with_its_sum(problem, problem.costs.index(max(problem.costs)))


def shortcut_most_edges(problem):
    """The vertex with the most edges."""
    ends = [sum(vertex in edge[:2] for edge in problem.edges) for vertex in range(len(problem.costs))]
    return with_its_sum(problem, ends.index(max(ends)))


def shortcut_costliest_neighbourhood(problem):
    """The vertex whose own cost and neighbours' costs are largest together."""
    around = problem.costs.copy()
    for u, v, _ in problem.edges:
        around[u] += problem.costs[v]
        around[v] += problem.costs[u]
    return with_its_sum(problem, around.index(max(around)))
