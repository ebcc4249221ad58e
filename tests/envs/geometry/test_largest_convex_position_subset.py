from itertools import combinations

from rlve.envs.geometry.largest_convex_position_subset import LargestConvexPositionSubset, hull
from tests.envs.drawing import drawn, reward


def inside(p: list[int], triangle: tuple[list[int], ...]) -> bool:
    a, b, c = triangle
    turns = [(v[0] - u[0]) * (p[1] - u[1]) - (v[1] - u[1]) * (p[0] - u[0]) for u, v in ((a, b), (b, c), (c, a))]
    return min(turns) >= 0 or max(turns) <= 0


def convex(points: list[list[int]]) -> bool:
    """Whether no point lies in a triangle of three others (Caratheodory)."""
    return not any(
        inside(p, three) for p in points for three in combinations([other for other in points if other != p], 3)
    )


def test_worked_example():
    # The hull is a triangle; with 4 and 5 inside there are convex quadrangles such as 1 2 5 4.
    problem = LargestConvexPositionSubset([[0, 0], [10, 1], [4, 11], [3, 3], [6, 2]])
    assert reward(problem, "1 2 3") < 0.01
    assert reward(problem, "2 3 4 5") == reward(problem, "5 4 3 2") == 1.0
    assert reward(problem, "1 2 3 4") == reward(problem, "1 2") == reward(problem, "1 2 2") == -0.5
    assert reward(problem, "1 2 6") == -0.5
    assert reward(problem, "1 2 x") == -1.0


def test_equals_all_subsets():
    for problem in drawn(LargestConvexPositionSubset, seeds=5, size=8):
        largest = len(problem.solution)
        for size in range(3, 9):
            good = [chosen for chosen in combinations(range(8), size) if convex([problem.points[i] for i in chosen])]
            assert bool(good) == (size <= largest)
            for chosen in good[:5]:
                assert problem.score([i + 1 for i in chosen]) == 1.0 or size < largest


def test_solutions_are_convex():
    for problem in drawn(LargestConvexPositionSubset, seeds=4, size=14):
        assert convex([problem.points[number - 1] for number in problem.solution])
        assert len(problem.solution) > problem.naive() >= len(hull(problem.points))


def shortcut_hull(problem):
    """The corners of the hull of all points."""
    corners = hull(problem.points)
    return [number for number, point in enumerate(problem.points, start=1) if point in corners]


def shortcut_one_after_another(problem):
    """Takes each point in turn that is in convex position with those taken before."""
    chosen = []
    for number, point in enumerate(problem.points, start=1):
        points = [problem.points[other - 1] for other in chosen]
        if len(hull([*points, point])) == len(chosen) + 1:
            chosen.append(number)
    return chosen


def shortcut_far_out_first(problem):
    """The same, beginning with the points that are farthest from the middle."""
    middle = [sum(point[i] for point in problem.points) / len(problem.points) for i in (0, 1)]

    def distance(number):
        x, y = problem.points[number - 1]
        return (x - middle[0]) ** 2 + (y - middle[1]) ** 2

    chosen = []
    for number in sorted(range(1, len(problem.points) + 1), key=lambda n: -distance(n)):
        if len(hull([problem.points[other - 1] for other in [*chosen, number]])) == len(chosen) + 1:
            chosen.append(number)
    return chosen
