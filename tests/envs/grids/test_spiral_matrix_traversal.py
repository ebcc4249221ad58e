from rlve.envs.grids.spiral_matrix_traversal import SpiralMatrixTraversal
from tests.envs.drawing import drawn, reward


def unrolled(matrix: list[list[int]]) -> list[int]:
    """Take the first row, turn the rest to the left, and so on."""
    if not matrix:
        return []
    turned = [list(row) for row in zip(*matrix[1:])][::-1]
    return matrix[0] + unrolled(turned)


def test_worked_example():
    problem = SpiralMatrixTraversal([[5, 2, 9], [1, 7, 3], [8, 6, 4]])
    assert reward(problem, "5 2 9 3 4 6 8 1 7") == 1.0
    assert reward(problem, "5 2 9 1 7 3 8 6 4") < 0.1  # row by row
    assert 0.0 < reward(problem, "5 2 9 3 4 6 8 7 1") < 0.1
    assert reward(problem, "5 2 9 3 4 6 8 1") == -0.5


def test_single_rows_and_columns_are_not_walked_back():
    assert SpiralMatrixTraversal([[1, 2, 3]]).solution == [1, 2, 3]
    assert SpiralMatrixTraversal([[1], [2], [3]]).solution == [1, 2, 3]
    assert SpiralMatrixTraversal([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]).solution[-3:] == [5, 6, 7]
    assert SpiralMatrixTraversal([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]).solution[-2:] == [5, 8]


def test_equals_unrolling_row_by_row():
    for shortest, longest in ((1, 3), (2, 5), (5, 9)):
        for problem in drawn(SpiralMatrixTraversal, shortest_side=shortest, longest_side=longest):
            assert problem.solution == unrolled(problem.matrix)


def shortcut_outer_ring(problem):
    """The outer ring in the right order, then the rest row by row."""
    rows, columns = len(problem.matrix), len(problem.matrix[0])
    ring = problem.solution[: 2 * (rows + columns) - 4 if min(rows, columns) > 1 else rows * columns]
    return [*ring, *(entry for row in problem.matrix for entry in row if entry not in ring)]


def shortcut_snake(problem):
    """Row by row, every second one backwards."""
    return [entry for number, row in enumerate(problem.matrix) for entry in (row[::-1] if number % 2 else row)]
