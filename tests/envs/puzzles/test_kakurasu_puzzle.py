from itertools import product

from rlve.envs.puzzles.kakurasu_puzzle import KakurasuPuzzle
from tests.envs.drawing import drawn, reward

EXAMPLE = KakurasuPuzzle(row_sums=[3, 3], column_sums=[1, 1, 2], planted=["110", "001"])


def test_worked_example():
    # row 1: positions 1 + 2 or 3, row 2 the other one
    assert reward(EXAMPLE, "110\n001") == 1.0
    assert 0.0 < reward(EXAMPLE, "001\n110") < 0.02
    assert reward(EXAMPLE, "110\n000") < 0.11
    assert reward(EXAMPLE, "000\n000") == 0.0
    assert reward(EXAMPLE, "110") == reward(EXAMPLE, "1100\n0010") == -0.5
    assert reward(EXAMPLE, "110\n002") == -1.0


def test_accepts_exactly_the_grids_with_these_sums():
    for problem in drawn(KakurasuPuzzle, seeds=12, size=3):
        rows, columns = len(problem.row_sums), len(problem.column_sums)
        accepted = 0
        for bits in product((0, 1), repeat=rows * columns):
            across = [sum((c + 1) * bits[r * columns + c] for c in range(columns)) for r in range(rows)]
            down = [sum((r + 1) * bits[r * columns + c] for r in range(rows)) for c in range(columns)]
            fits = across == problem.row_sums and down == problem.column_sums
            answer = ["".join(map(str, bits[r * columns : (r + 1) * columns])) for r in range(rows)]
            assert (problem.score(answer) == 1.0) == fits
            accepted += fits
        assert accepted >= 1


def test_few_lines_are_empty_or_full():
    for problem in drawn(KakurasuPuzzle, seeds=50, size=6):
        rows, columns = len(problem.row_sums), len(problem.column_sums)
        across, down = columns * (columns + 1) // 2, rows * (rows + 1) // 2
        plain = sum(s in (0, across) for s in problem.row_sums) + sum(s in (0, down) for s in problem.column_sums)
        assert 5 * plain <= rows + columns


def shortcut_large_columns_first(problem):
    """Goes through each row from the right and puts a one wherever the sums of the row and the column allow it."""
    rows, columns = list(problem.row_sums), list(problem.column_sums)
    filled = []
    for r in range(len(rows)):
        row = ["0"] * len(columns)
        for c in reversed(range(len(columns))):
            if rows[r] >= c + 1 and columns[c] >= r + 1:
                row[c] = "1"
                rows[r] -= c + 1
                columns[c] -= r + 1
        filled.append("".join(row))
    return filled


def shortcut_last_rows_first(problem):
    """The same from the last row up, since its ones weigh most in the columns, with most wanting columns first."""
    rows, columns = list(problem.row_sums), list(problem.column_sums)
    filled = []
    for r in reversed(range(len(rows))):
        row = ["0"] * len(columns)
        for c in sorted(range(len(columns)), key=lambda c: -columns[c]):
            if rows[r] >= c + 1 and columns[c] >= r + 1:
                row[c] = "1"
                rows[r] -= c + 1
                columns[c] -= r + 1
        filled.append("".join(row))
    return filled[::-1]
