from itertools import combinations, product
from math import prod

from rlve.envs.combinatorics.interleaved_increasing_matrix_counting import (
    MODULUS,
    UNKNOWN,
    InterleavedIncreasingMatrixCounting,
    missing_range,
)
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # A row is 12, 02 or 01. Below 12 and 02 may stand any of them, below 01 only those that begin with 0.
    problem = InterleavedIncreasingMatrixCounting([[UNKNOWN] * 2] * 2)
    assert reward(problem, "8") == 1.0
    assert reward(problem, "9") == reward(problem, "7") == 0.0
    assert reward(problem, "10000") == reward(problem, "-8") == -0.5
    assert InterleavedIncreasingMatrixCounting([[0, 1], [UNKNOWN] * 2]).solution == 2
    assert InterleavedIncreasingMatrixCounting([[UNKNOWN] * 2, [1, UNKNOWN]]).solution == 2
    assert InterleavedIncreasingMatrixCounting([[UNKNOWN] * 3] * 3).solution == 40


def test_all_matrices():
    for height, width in ((4, 4), (3, 5), (4, 5)):
        for problem in drawn(InterleavedIncreasingMatrixCounting, seeds=12, height=height, width=width):
            rows = [
                [row for row in combinations(range(width + 1), width)
                 if all(entry in (UNKNOWN, given) for entry, given in zip(known, row))]
                for known in problem.rows
            ]  # fmt: skip
            count = sum(
                all(below[j] < above[j + 1] for above, below in zip(matrix, matrix[1:]) for j in range(width - 1))
                for matrix in product(*rows)
            )
            assert problem.matrices() == count


def shortcut_rows_by_themselves(problem):
    """Multiplies the ways to complete each row alone."""
    return prod(high - low + 1 for low, high in map(missing_range, problem.rows)) % MODULUS


def shortcut_without_known_entries(problem):
    """Counts all matrices, as if no entry were known."""
    return InterleavedIncreasingMatrixCounting([[UNKNOWN] * len(row) for row in problem.rows]).solution


def shortcut_rule_straight_down(problem):
    """Wants every entry to be at most as large as the one below: the missing numbers never fall."""
    ways = {0: 1}
    for low, high in map(missing_range, problem.rows):
        ways = {k: sum(count for before, count in ways.items() if before <= k) for k in range(low, high + 1)}
    return sum(ways.values()) % MODULUS
