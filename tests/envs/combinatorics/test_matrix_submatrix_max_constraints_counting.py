from itertools import product
from math import prod

from rlve.envs.combinatorics.matrix_submatrix_max_constraints_counting import (
    MODULUS,
    MatrixSubmatrixMaxConstraintsCounting,
)
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 1 x 3 with entries in 1..3: the first two have the maximum 2 in 3 ways, of which one has no 2 in the middle. With
    # the last two having the maximum 3 the last entry is 3.
    problem = MatrixSubmatrixMaxConstraintsCounting(1, 3, 3, [[1, 1, 1, 2, 2], [1, 2, 1, 3, 3]])
    assert reward(problem, "3") == 1.0
    assert reward(problem, "4") == reward(problem, "15") == 0.0  # at most 2; each constraint by itself
    assert reward(problem, "10007") == -0.5
    assert MatrixSubmatrixMaxConstraintsCounting(1, 3, 3, [[1, 1, 1, 2, 1], [1, 2, 1, 3, 1]]).solution == 1


def test_all_matrices():
    for height, width, largest, constraints in ((2, 2, 3, 3), (2, 3, 3, 3), (3, 2, 2, 4), (3, 3, 2, 4)):
        for problem in drawn(MatrixSubmatrixMaxConstraintsCounting, seeds=12, constraints=constraints, side=3):
            clipped = [
                [min(top, height), min(left, width), min(bottom, height), min(right, width), min(v, largest)]
                for top, left, bottom, right, v in problem.maxima
            ]
            small = MatrixSubmatrixMaxConstraintsCounting(height, width, largest, clipped)
            parts = [
                [row * width + column for row in range(top - 1, bottom) for column in range(left - 1, right)]
                for top, left, bottom, right, _ in clipped
            ]
            count = sum(
                all(max(entries[k] for k in part) == line[-1] for part, line in zip(parts, clipped))
                for entries in product(range(1, largest + 1), repeat=height * width)
            )
            assert small.matrices() == count


def areas(problem):
    return [(bottom - top + 1) * (right - left + 1) for top, left, bottom, right, _ in problem.maxima]


def bounds(problem):
    for row in range(1, problem.height + 1):
        for column in range(1, problem.width + 1):
            yield min(
                (v for top, left, bottom, right, v in problem.maxima
                 if top <= row <= bottom and left <= column <= right),
                default=problem.largest,
            )  # fmt: skip


def shortcut_no_maximum_reached(problem):
    """Counts the matrices in which no rectangle exceeds its maximum."""
    return prod(bounds(problem)) % MODULUS


def shortcut_constraints_by_themselves(problem):
    """Multiplies the shares of matrices that fulfil each constraint."""
    total, cells = problem.largest ** (problem.height * problem.width), problem.largest
    for area, (*_, v) in zip(areas(problem), problem.maxima):
        total = total * (v**area - (v - 1) ** area) // cells**area
    return total % MODULUS


def shortcut_one_after_the_other(problem):
    """Subtracts the matrices that miss one maximum, and forgets those that miss several."""
    total, all_bounds = prod(bounds(problem)), MatrixSubmatrixMaxConstraintsCounting
    for k in range(len(problem.maxima)):
        lower = [[*line[:-1], line[-1] - (k == place)] for place, line in enumerate(problem.maxima)]
        total -= prod(bounds(all_bounds(problem.height, problem.width, problem.largest, lower)))
    return total % MODULUS
