from rlve.envs.graphs.non_backtracking_walk_counting import NonBacktrackingWalkCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    square = [[0, 1], [1, 2], [2, 3], [3, 0], [1, 3]]  # a square with a diagonal
    assert reward(NonBacktrackingWalkCounting(4, square, 3), "1") == 1.0  # 0 1 2 3
    # 0 3 1 0 3, 0 3 1 2 3 and 0 3 2 1 3; 0 1 3 0 3 and the like turn back
    assert reward(NonBacktrackingWalkCounting(4, square, 4), "3") == 1.0
    assert reward(NonBacktrackingWalkCounting(4, square, 4), "6") == 0.0
    assert reward(NonBacktrackingWalkCounting(4, square, 4), "10000") == -0.5


def walks(problem, way):
    if len(way) == problem.steps + 1:
        return way[-1] == problem.vertices - 1
    ends = [v for edge in problem.edges for u, v in (edge, edge[::-1]) if u == way[-1]]
    return sum(walks(problem, [*way, end]) for end in ends if [end] != way[-2:-1])


def test_equals_walking_every_way():
    for problem in drawn(NonBacktrackingWalkCounting, seeds=25, vertices=5, steps=6):
        assert problem.count() == walks(problem, [0]) >= 5
    complete = [[u, v] for u in range(5) for v in range(u)]
    short, long = (NonBacktrackingWalkCounting(5, complete, steps) for steps in (6, 11))
    assert short.count() == walks(short, [0])
    assert long.count() > 10000 > long.solution == long.count() % 10000


def shortcut_all_walks(problem):
    """Counts the walks that turn back as well."""
    ways = [1] + [0] * (problem.vertices - 1)
    for _ in range(problem.steps):
        after = [0] * problem.vertices
        for u, v in problem.edges:
            after[u] += ways[v]
            after[v] += ways[u]
        ways = after
    return ways[-1] % 10000


def shortcut_one_way_fewer_each_step(problem):
    """Estimates: as many walks as steps on average allow, spread evenly over the vertices."""
    onward = 2 * len(problem.edges) / problem.vertices - 1
    return round((onward + 1) * onward ** (problem.steps - 1) / problem.vertices) % 10000


def shortcut_steps_back_taken_off_once(problem):
    """Squares of the adjacency matrix less the degrees, as if this were right for every further step."""
    ways = [1] + [0] * (problem.vertices - 1)
    degrees = [sum(v in edge for edge in problem.edges) for v in range(problem.vertices)]
    before = [0] * problem.vertices
    for _ in range(problem.steps):
        after = [-degrees[v] * before[v] for v in range(problem.vertices)]
        for u, v in problem.edges:
            after[u] += ways[v]
            after[v] += ways[u]
        before, ways = ways, after
    return ways[-1] % 10000
