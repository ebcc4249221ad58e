from itertools import permutations

from rlve.envs.grids.permute_matrix_both_diagonals_ones import PermuteMatrixBothDiagonalsOnes
from tests.envs.drawing import drawn, reward

# rows 0 and 2 share the columns 1 and 3, rows 1 and 3 the columns 0 and 2
EXAMPLE = PermuteMatrixBothDiagonalsOnes(["0101", "1010", "1101", "1010"], [[0, 1, 3, 2], [1, 0, 2, 3]])


def test_worked_example():
    assert reward(EXAMPLE, "0 1 3 2\n1 0 2 3") == 1.0
    assert reward(EXAMPLE, "1 2 0 3\n0 3 1 2") == 1.0
    assert reward(EXAMPLE, "0 1 2 3\n1 0 2 3") < 0.3  # the pairs do not stand at the ends
    assert (
        reward(EXAMPLE, "0 1 3 3\n1 0 2 3") == reward(EXAMPLE, "0 1 3 2") == reward(EXAMPLE, "1 2 4 3\n1 2 3 4") == -0.5
    )
    assert reward(EXAMPLE, "0 1 3 x\n1 0 2 3") == -1.0


def test_score_is_one_for_exactly_the_right_ones():
    for problem in drawn(PermuteMatrixBothDiagonalsOnes, seeds=3, size=4):
        right = 0
        for rows in permutations(range(4)):
            for columns in permutations(range(4)):
                wanted = all(
                    problem.rows[rows[i]][columns[j]] == "1" for i in range(4) for j in range(4) if i == j or i + j == 3
                )
                assert (problem.score([[*rows], [*columns]]) == 1.0) == wanted
                right += wanted
        assert right >= 8  # pairs change places, and turn around
    for problem in drawn(PermuteMatrixBothDiagonalsOnes, seeds=10, size=9):
        assert problem.score(problem.solution) == 1.0
        assert len(problem.diagonals()) == 17


def shortcut_as_it_is(problem):
    """Leaves rows and columns where they are."""
    return [[*range(len(problem.rows))]] * 2


def shortcut_paired_in_order(problem):
    """Gives each row the first later one that shares two columns still free, whatever is left for the others."""
    return problem.paired([*range(len(problem.rows))])


def shortcut_paired_from_below(problem):
    """The same from the last row to the first."""
    return problem.paired([*reversed(range(len(problem.rows)))])
