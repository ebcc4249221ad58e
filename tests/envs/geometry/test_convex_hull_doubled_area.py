from itertools import permutations

from rlve.envs.geometry.convex_hull_doubled_area import ConvexHullDoubledArea
from tests.envs.drawing import drawn, reward


def doubled_area(points: list[list[int]]) -> int:
    """From the directed lines through two points that have all others on their left or, beyond them, on the line."""
    total = 0
    for (ax, ay), (bx, by) in permutations(points, 2):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in points]
        between = [(x - ax) * (x - bx) + (y - ay) * (y - by) <= 0 for x, y in points]
        if all(side > 0 or (side == 0 and inside) for side, inside in zip(sides, between)):
            total += ax * by - ay * bx
    return total


def test_worked_example():
    problem = ConvexHullDoubledArea([[0, 0], [4, 1], [2, 1], [1, 3], [2, 2]])  # a triangle with two points in it
    assert reward(problem, "11") == 1.0
    assert reward(problem, "12") == reward(problem, "6") == 0.0
    assert reward(problem, "0") == reward(problem, "-11") == -0.5
    assert reward(problem, "5.5") == -1.0


def test_points_on_the_sides_change_nothing():
    assert ConvexHullDoubledArea([[0, 0], [2, 0], [4, 0], [4, 4], [2, 2], [0, 4], [0, 1]]).solution == 32
    assert ConvexHullDoubledArea([[0, 0], [1, 1], [3, 3], [2, 2], [3, 0]]).solution == 9


def test_equals_the_sum_over_the_sides():
    for size in (4, 5, 8, 15):
        for problem in drawn(ConvexHullDoubledArea, seeds=40, size=size):
            assert problem.solution == doubled_area(problem.points) > 0


def test_the_share_of_the_bounding_box_varies():
    shares = []
    for problem in drawn(ConvexHullDoubledArea, size=20):
        xs, ys = zip(*problem.points)
        shares.append(problem.solution / (2 * (max(xs) - min(xs)) * (max(ys) - min(ys))))
    assert min(shares) < 0.45
    assert max(shares) > 0.75


def shortcut_bounding_box(problem):
    """Twice the area of the bounding box."""
    xs, ys = zip(*problem.points)
    return 2 * (max(xs) - min(xs)) * (max(ys) - min(ys))


def shortcut_outermost_points(problem):
    """The hull of the points farthest left, down, right and up, with no others."""
    corners = [min(problem.points), min(problem.points, key=lambda p: (p[1], -p[0])), max(problem.points),
               max(problem.points, key=lambda p: (p[1], -p[0]))]  # fmt: skip
    return max(1, abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1]))))
