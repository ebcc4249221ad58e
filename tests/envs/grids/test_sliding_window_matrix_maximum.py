from rlve.envs.grids.sliding_window_matrix_maximum import SlidingWindowMatrixMaximum
from tests.envs.drawing import drawn, reward


def by_blocks(matrix: list[list[int]], side: int) -> list[list[int]]:
    return [
        [max(max(row[c : c + side]) for row in matrix[r : r + side]) for c in range(len(matrix[0]) - side + 1)]
        for r in range(len(matrix) - side + 1)
    ]


def test_worked_example():
    problem = SlidingWindowMatrixMaximum([[5, 2, 9], [1, 7, 3], [8, 6, 4]], side=2)
    assert reward(problem, "7 9\n8 7") == 1.0
    assert 0.0 < reward(problem, "7 9\n8 6") < 0.1
    assert reward(problem, "7 9") == reward(problem, "7\n8") == -0.5
    assert reward(problem, "7 9\n8 x") == -1.0


def test_equals_looking_at_every_block():
    for shortest, longest in ((3, 4), (6, 9), (12, 14)):
        for problem in drawn(SlidingWindowMatrixMaximum, seeds=15, shortest_side=shortest, longest_side=longest):
            for side in range(1, min(len(problem.matrix), len(problem.matrix[0])) + 1):
                wider = SlidingWindowMatrixMaximum(problem.matrix, side)
                assert wider.solution == by_blocks(problem.matrix, side)


def shortcut_one_side_too_small(problem):
    """Takes blocks that are one row and one column too small."""
    smaller = by_blocks(problem.matrix, problem.side - 1)
    return [row[:-1] for row in smaller[:-1]]


def shortcut_rows_only(problem):
    """Forgets the rows below."""
    width = problem.side
    wide = [[max(row[c : c + width]) for c in range(len(row) - width + 1)] for row in problem.matrix]
    return wide[: len(wide) - width + 1]


def shortcut_a_block_too_large(problem):
    """Takes blocks that are one row and one column too large, as far as they go."""
    rows, side = problem.matrix, problem.side
    return [
        [max(max(row[c : c + side + 1]) for row in rows[r : r + side + 1]) for c in range(len(rows[0]) - side + 1)]
        for r in range(len(rows) - side + 1)
    ]
