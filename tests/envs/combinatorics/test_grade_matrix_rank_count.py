from itertools import product
from math import comb, prod

from rlve.envs.combinatorics.grade_matrix_rank_count import GradeMatrixRankCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # in the first subject, pupil 0 has 1 and one of the two others has 2; in the second, nobody has more than pupil 0:
    # all have 1, or pupil 0 has 2 and the others have anything
    problem = GradeMatrixRankCount(3, highest=[2, 2], better=[1, 0], dominated=1, modulus=1009)
    assert reward(problem, "10") == 1.0
    assert reward(problem, "5") == reward(problem, "8") == 0.0
    assert GradeMatrixRankCount(3, [2, 2], [1, 0], 0, 1009).solution == 0
    assert reward(problem, "1009") == -0.5


def tables(problem: GradeMatrixRankCount) -> int:
    found = 0
    for rows in product(product(*(range(1, most + 1) for most in problem.highest)), repeat=problem.pupils):
        own, *others = rows
        found += (
            all(
                sum(row[subject] > own[subject] for row in others) == count
                for subject, count in enumerate(problem.better)
            )
            and sum(all(a <= b for a, b in zip(row, own)) for row in others) == problem.dominated
        )
    return found


def test_equals_all_tables():
    for better in product(range(3), repeat=2):
        for dominated in range(3):
            problem = GradeMatrixRankCount(3, [2, 3], list(better), dominated, 1009)
            assert problem.tables() == tables(problem)
    for better in ([1, 1, 2], [0, 1, 1], [2, 2, 0]):
        for dominated in range(3):
            problem = GradeMatrixRankCount(4, [2, 2, 2], better, dominated, 1009)
            assert problem.tables() == tables(problem)


def test_drawn_problems_have_tables():
    assert all(problem.tables() >= 200 for problem in drawn(GradeMatrixRankCount, seeds=40, pupils=5, subjects=3))


def marks(problem):
    others = problem.pupils - 1
    return prod(
        sum((most - own) ** count * own ** (others - count) for own in range(1, most + 1))
        for most, count in zip(problem.highest, problem.better)
    )


def shortcut_anybody_better(problem):
    """Chooses who is better in each subject without regard to who is dominated."""
    who = prod(comb(problem.pupils - 1, count) for count in problem.better)
    return who * marks(problem) % problem.modulus


def shortcut_others_may_be_dominated(problem):
    """Chooses who is dominated, and for each subject who of the others is better, if only some."""
    above = problem.pupils - 1 - problem.dominated
    who = comb(problem.pupils - 1, above) * prod(comb(above, count) for count in problem.better)
    return who * marks(problem) % problem.modulus


def shortcut_marks_alone(problem):
    """Forgets to choose who is better."""
    return marks(problem) % problem.modulus
