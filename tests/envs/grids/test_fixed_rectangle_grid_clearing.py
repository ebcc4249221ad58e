from rlve.envs.grids.fixed_rectangle_grid_clearing import FixedRectangleGridClearing
from tests.envs.drawing import drawn, reward


def can_clear(grid: tuple[tuple[int, ...], ...], r: int, c: int) -> bool:
    """By striking, blow after blow, where the first number is left, in each block that contains it."""
    left = [(i, j) for i, row in enumerate(grid) for j, value in enumerate(row) if value]
    if not left:
        return True
    i, j = left[0]
    for top in range(max(0, i - r + 1), min(i, len(grid) - r) + 1):
        for side in range(max(0, j - c + 1), min(j, len(grid[0]) - c) + 1):
            block = [(a, b) for a in range(top, top + r) for b in range(side, side + c)]
            if all(grid[a][b] for a, b in block):
                after = tuple(tuple(x - ((a, b) in block) for b, x in enumerate(row)) for a, row in enumerate(grid))
                if can_clear(after, r, c):
                    return True
    return False


def test_worked_example():
    problem = FixedRectangleGridClearing([[1, 2, 1], [1, 3, 2], [0, 1, 1]])  # 12: 2 x 2 at three places
    assert reward(problem, "2 2 3") == 1.0
    assert reward(problem, "1 1 12") == reward(problem, "2 2 4") == reward(problem, "2 3 2") == 0.0
    assert reward(problem, "2 2") == reward(problem, "2 2 -3") == -0.5


def test_ties_go_to_the_lower_rectangle():
    assert FixedRectangleGridClearing([[1, 1], [1, 1]]).solution == [2, 2, 1]
    assert FixedRectangleGridClearing([[2, 2, 0], [2, 2, 0], [0, 0, 0]]).solution == [2, 2, 2]
    assert FixedRectangleGridClearing([[1, 1, 0], [0, 0, 0], [0, 1, 1]]).solution == [1, 2, 2]
    assert FixedRectangleGridClearing([[1, 1, 0], [1, 1, 0], [0, 0, 1]]).solution == [1, 1, 5]


def test_equals_striking_blow_by_blow():
    for problem in drawn(FixedRectangleGridClearing, seeds=25, shortest_side=3, longest_side=3, most_blows=1):
        grid = tuple(map(tuple, problem.grid))
        total = sum(map(sum, grid))
        sizes = [(r, c) for r in range(1, len(grid) + 1) for c in range(1, len(grid[0]) + 1)]
        for r, c in sizes:
            assert problem.clears(r, c) == can_clear(grid, r, c)
        blows, r = min((total // (r * c), r) for r, c in sizes if can_clear(grid, r, c))
        assert problem.solution[0] == r
        assert problem.solution[2] == blows


def shortcut_largest_area_that_divides(problem):
    """The largest rectangle whose area divides the sum of the numbers."""
    r, c = problem.sizes()[0]
    return [r, c, sum(map(sum, problem.grid)) // (r * c)]


def shortcut_one_row(problem):
    """The longest hammer of one row that will do."""
    r, c = next(size for size in problem.sizes() if size[0] == 1 and problem.clears(*size))
    return [r, c, sum(map(sum, problem.grid)) // (r * c)]


def shortcut_area_without_edges(problem):
    """The largest rectangle whose area divides the sum and that is at most half as high and half as wide as the grid."""
    height, width = len(problem.grid), len(problem.grid[0])
    r, c = next(size for size in problem.sizes() if 2 * size[0] <= height and 2 * size[1] <= width)
    return [r, c, sum(map(sum, problem.grid)) // (r * c)]
