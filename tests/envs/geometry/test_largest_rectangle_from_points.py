from itertools import combinations, permutations

from rlve.envs.geometry.largest_rectangle_from_points import LargestRectangleFromPoints
from tests.envs.drawing import drawn, reward

EXAMPLE = LargestRectangleFromPoints([[0, 0], [1, 0], [0, 2], [1, 2], [2, 2], [4, 0], [2, -2]])


def areas(problem: LargestRectangleFromPoints) -> dict[tuple[int, ...], int]:
    """The areas of all rectangles: four points that, in some order, turn at three right angles."""
    found = {}
    for four in combinations(range(len(problem.points)), 4):
        for order in permutations(four):
            a, b, c, d = (problem.points[i] for i in order)
            angles = [
                (p[0] - q[0]) * (r[0] - q[0]) + (p[1] - q[1]) * (r[1] - q[1])
                for p, q, r in ((a, b, c), (b, c, d), (c, d, a))
            ]
            if not any(angles):
                squares = [(p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 for p, q in ((a, b), (b, c))]
                area = round((squares[0] * squares[1]) ** 0.5)
                assert area * area == squares[0] * squares[1]
                found[four] = area
    return found


def test_worked_example():
    # 0 1 2 3 has the area 2; 0 4 5 6 is a square of side sqrt(8)
    assert EXAMPLE.rectangles()[0][0] in (2, 8)
    assert reward(EXAMPLE, "0 4 5 6") == reward(EXAMPLE, "6 0 5 4") == 1.0
    assert reward(EXAMPLE, "0 1 2 3") < 0.01
    assert reward(EXAMPLE, "0 1 3 4") == reward(EXAMPLE, "0 4 5 5") == reward(EXAMPLE, "0 4 5 7") == -0.5
    assert reward(EXAMPLE, "0 4 5") == -0.5
    assert reward(EXAMPLE, "0 4 5 x") == -1.0


def test_points_on_a_line_are_no_rectangle():
    problem = LargestRectangleFromPoints([[0, 0], [1, 1], [2, 2], [3, 3], [0, 3], [3, 0]])
    assert reward(problem, "0 1 2 3") == -0.5
    assert reward(problem, "0 4 3 5") == 1.0


def test_equals_all_quadruples():
    for problem in drawn(LargestRectangleFromPoints, seeds=3, size=10, rectangles=2):
        found = areas(problem)
        assert problem.area(problem.solution) == max(found.values())
        for four in combinations(range(len(problem.points)), 4):
            judged = reward(problem, " ".join(map(str, four)))
            assert (judged == -0.5) == (four not in found)
            assert (judged == 1.0) == (found.get(four) == max(found.values()))


def shortcut_parallel_to_the_axes(problem):
    """The largest rectangle whose sides are parallel to the axes, or any where there is none."""
    found = [(area, x) for area, x in problem.rectangles() if len({problem.points[i][0] for i in x}) == 2]
    return max(found or problem.rectangles()[:1])[1]


def shortcut_first_found(problem):
    """The first rectangle that is found."""
    return problem.rectangles()[0][1]


def shortcut_longest_diagonal(problem):
    """The rectangle with the longest diagonals."""
    return max((corners for _, corners in problem.rectangles()), key=problem.diagonal)
