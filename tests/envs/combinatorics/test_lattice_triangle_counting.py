from itertools import combinations
from math import comb

from rlve.envs.combinatorics.lattice_triangle_counting import LatticeTriangleCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # the points of 2 x 1 cells without (0, 0): C(5, 3) less the row of three above
    problem = LatticeTriangleCounting(2, 1, [[0, 0]])
    assert reward(problem, "9") == 1.0
    assert reward(problem, "10") == reward(problem, "8") == 0.0
    assert LatticeTriangleCounting(1, 1, []).solution == 4
    assert LatticeTriangleCounting(2, 2, []).solution == 84 - 8
    assert reward(problem, "-9") == -0.5


def test_equals_all_triples():
    for problem in drawn(LatticeTriangleCounting, seeds=6, largest=5, missing=4):
        points = [
            (x, y) for x in range(problem.width + 1) for y in range(problem.height + 1) if [x, y] not in problem.missing
        ]
        found = 0
        for (ax, ay), (bx, by), (cx, cy) in combinations(points, 3):
            found += (bx - ax) * (cy - ay) != (by - ay) * (cx - ax)
        assert problem.solution == found


def test_missing_points_on_one_line():
    for missing in ([[0, 0], [1, 1], [2, 2]], [[0, 1], [1, 1], [2, 1]], [[0, 0], [2, 2]], [[0, 0], [1, 2], [2, 0]]):
        left = [(x, y) for x in range(4) for y in range(3) if [x, y] not in missing]
        areas = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) for a, b, c in combinations(left, 3))
        assert LatticeTriangleCounting(3, 2, missing).solution == sum(area != 0 for area in areas)


def shortcut_all_triples(problem):
    """Counts all sets of three points that are left."""
    return comb((problem.width + 1) * (problem.height + 1) - len(problem.missing), 3)


def shortcut_rows_and_columns(problem):
    """Takes away the triples in a row or column, but no slanted ones."""
    rows = [problem.width + 1 - sum(y == row for _, y in problem.missing) for row in range(problem.height + 1)]
    columns = [problem.height + 1 - sum(x == column for x, _ in problem.missing) for column in range(problem.width + 1)]
    return shortcut_all_triples(problem) - sum(comb(count, 3) for count in rows + columns)


def shortcut_nothing_is_missing(problem):
    """Forgets the missing points."""
    return LatticeTriangleCounting(problem.width, problem.height, []).solution
