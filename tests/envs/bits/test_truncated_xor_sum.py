from rlve.envs.bits.truncated_xor_sum import TruncatedXorSum
from rlve.envs.toolkit.bits import xor_blocks
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = TruncatedXorSum(rows=2, columns=3, loss=1)  # 0 1 2 and 1 0 3
    assert reward(problem, "3") == 1.0
    assert reward(problem, "7") == reward(problem, "1") == 0.0
    assert reward(problem, "-3") == -0.5


def test_all_cells():
    for most in (4, 16, 40):
        for problem in drawn(TruncatedXorSum, seeds=40, most=most):
            cells = [i ^ j for i in range(problem.rows) for j in range(problem.columns)]
            assert problem.solution == sum(max(cell - problem.loss, 0) for cell in cells)


def test_blocks_hold_every_xor():
    for rows in range(14):
        for columns in range(14):
            cells = sorted(i ^ j for i in range(rows) for j in range(columns))
            blocks = xor_blocks(rows, columns)
            assert cells == sorted(v for first, size, times in blocks for v in range(first, first + size)
                                   for _ in range(times))  # fmt: skip


def shortcut_loss_of_every_cell(problem):
    """Takes the loss from every cell, also where it is more than the cell holds."""
    total = TruncatedXorSum(problem.rows, problem.columns, 0).solution
    return max(0, total - problem.rows * problem.columns * problem.loss)


def shortcut_evenly_spread(problem):
    """Lets the XORs be spread evenly over all numbers of as many digits."""
    end = 1 << (max(problem.rows, problem.columns) - 1).bit_length()
    return problem.rows * problem.columns * sum(range(max(0, end - problem.loss))) // end
