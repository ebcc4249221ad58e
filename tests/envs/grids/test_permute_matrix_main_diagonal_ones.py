from itertools import permutations

from rlve.envs.grids.permute_matrix_main_diagonal_ones import PermuteMatrixMainDiagonalOnes
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = PermuteMatrixMainDiagonalOnes(["110", "100", "011"])  # row 1 needs column 0, so that row 0 takes column 1
    assert reward(problem, "0 1 2\n1 0 2") == 1.0
    assert reward(problem, "2 0 1\n2 1 0") == 1.0
    assert reward(problem, "0 1 2\n0 1 2") < 0.2
    assert reward(problem, "0 1 2\n1 0 1") == reward(problem, "0 1 2") == reward(problem, "1 2 3\n2 1 3") == -0.5
    assert reward(problem, "0 1 x\n1 0 2") == -1.0


def test_score_is_one_for_exactly_the_right_ones():
    for problem in drawn(PermuteMatrixMainDiagonalOnes, seeds=12, size=5):
        assert problem.score(problem.solution) == 1.0
        for columns in permutations(range(5)):
            right = all(row[column] == "1" for row, column in zip(problem.rows, columns))
            assert (problem.score([[*range(5)], [*columns]]) == 1.0) == right


def test_greedy_choices_fail():
    for problem in drawn(PermuteMatrixMainDiagonalOnes, seeds=20, size=8):
        assert problem.naive() < 8
        assert problem.ones(problem.solution) == 8


def shortcut_first_free(problem):
    """Gives each row in turn its first one in a free column."""
    return [[*range(len(problem.rows))], problem.first_free()]


def shortcut_scarcest_first(problem):
    """Gives the row with the fewest free columns its first one, again and again."""
    return [[*range(len(problem.rows))], problem.scarcest_first()]


def shortcut_from_below(problem):
    """Gives each row, from the last to the first, its last one in a free column."""
    chosen = {}
    for r in reversed(range(len(problem.rows))):
        free = [c for c, x in enumerate(problem.rows[r]) if x == "1" and c not in chosen.values()]
        if free:
            chosen[r] = free[-1]
    left = [c for c in range(len(problem.rows)) if c not in chosen.values()]
    return [[*range(len(problem.rows))], [chosen[r] if r in chosen else left.pop() for r in range(len(problem.rows))]]
