from itertools import permutations

from rlve.envs.grids.binary_matrix_row_column_equivalence import BinaryMatrixRowColumnEquivalence
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # B's rows are A's rows 1, 2, 0, and its columns A's columns 2, 0, 1
    problem = BinaryMatrixRowColumnEquivalence(["110", "011", "111"], ["101", "111", "011"], [[1, 2, 0], [2, 0, 1]])
    assert reward(problem, "1 2 0\n2 0 1") == 1.0
    assert reward(problem, "0 2 1\n0 2 1") == 1.0  # another solution
    assert reward(problem, "2 0 1\n2 0 1") < 0.2
    assert reward(problem, "1 2 1\n2 0 1") == reward(problem, "1 2 0") == reward(problem, "1 2 3\n3 1 2") == -0.5
    assert reward(problem, "1 2 x\n2 0 1") == -1.0


def test_the_direction_of_the_permutations():
    problem = BinaryMatrixRowColumnEquivalence(
        ["1000", "1100", "1110"], ["1110", "1000", "1100"], [[2, 0, 1], [0, 1, 2, 3]]
    )
    assert reward(problem, "2 0 1\n0 1 2 3") == 1.0
    assert reward(problem, "1 2 0\n0 1 2 3") < 0.1  # the inverse


def test_score_is_one_for_exactly_the_right_ones():
    for problem in drawn(BinaryMatrixRowColumnEquivalence, seeds=6, shortest_side=3, longest_side=4):
        first, second = problem.first, problem.second
        assert problem.score(problem.solution) == 1.0
        for rows in permutations(range(len(first))):
            for columns in permutations(range(len(first[0]))):
                equal = all(
                    first[rows[i]][columns[j]] == second[i][j] for i in range(len(rows)) for j in range(len(columns))
                )
                assert (problem.score([[*rows], [*columns]]) == 1.0) == equal


def shortcut_as_it_is(problem):
    """Leaves rows and columns where they are."""
    return [[*range(len(problem.first))], [*range(len(problem.first[0]))]]


def shortcut_sorted_by_counts(problem):
    """Gives rows and columns with equal numbers of ones to one another, in their order."""
    return problem.sorted_by_counts()


def shortcut_rows_first(problem):
    """Rows by the number of ones, in their order, then the columns that fit these rows best, one after another."""
    return problem.rows_first()
