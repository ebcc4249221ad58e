import re
from itertools import product

from rlve.envs.puzzles.balanced_binary_grid_completion import BalancedBinaryGridCompletion
from tests.envs.drawing import drawn, earned, reward

EXAMPLE = BalancedBinaryGridCompletion(grid=["11..", "....", "0...", "...."], planted=["1100", "1100", "0011", "0011"])


def test_worked_example():
    assert reward(EXAMPLE, "1100\n1100\n0011\n0011") == reward(EXAMPLE, "1100\n0011\n0011\n1100") == 1.0
    assert reward(EXAMPLE, "1100\n1010\n0011\n0011") == 0.0
    assert reward(EXAMPLE, "0011\n1100\n0011\n1100") == -0.5
    assert reward(EXAMPLE, "1100\n1100\n0011") == -0.5
    assert reward(EXAMPLE, "1100\n1100\n0011\n00.1") == -1.0


def test_accepts_exactly_the_balanced_fillings():
    for problem in drawn(BalancedBinaryGridCompletion, seeds=6, half=1, blank_percent=75):
        rows, columns = len(problem.grid), len(problem.grid[0])
        template = "\n".join(problem.grid).replace(".", "{}")
        accepted = 0
        for digits in product("01", repeat=template.count("{}")):
            answer = template.format(*digits)
            flat = [int(digit) for digit in answer.replace("\n", "")]
            fits = all(sum(flat[row * columns : (row + 1) * columns]) * 2 == columns for row in range(rows))
            fits = fits and all(sum(flat[column::columns]) * 2 == rows for column in range(columns))
            assert (reward(problem, answer) == 1.0) == fits
            accepted += fits
        assert accepted >= 1


def test_hidden_grids_are_balanced_and_not_of_one_pattern():
    varied = 0
    for problem in drawn(BalancedBinaryGridCompletion, seeds=50, half=3, blank_percent=60):
        assert problem.score(problem.planted) == 1.0
        assert re.fullmatch("/".join(problem.grid), "/".join(problem.planted))
        patterns = {min(row, row.translate({48: 49, 49: 48})) for row in problem.planted}
        varied += len(patterns) >= 3
    assert varied >= 48


def test_ones_where_the_columns_lack_most_are_not_the_solution():
    for problem in drawn(BalancedBinaryGridCompletion, seeds=40, half=2, blank_percent=60):
        for given in (problem.grid, problem.grid[::-1]):
            rows = [list(row) for row in given]
            for row in rows:
                blanks = [column for column, mark in enumerate(row) if mark == "."]
                blanks.sort(key=lambda column: sum(line[column] == "1" for line in rows) * 100 + column)
                for column in blanks:
                    row[column] = "1" if 2 * row.count("1") < len(row) else "0"
            filled = rows if given is problem.grid else rows[::-1]
            assert reward(problem, "\n".join(map("".join, filled))) == 0.0


def _ones_where_columns_lack_most(grid):
    lacking = [len(column) // 2 - column.count("1") for column in zip(*grid)]
    filled = []
    for row in grid:
        blanks = sorted((c for c, mark in enumerate(row) if mark == "."), key=lambda c: -lacking[c])
        ones = blanks[: max(len(row) // 2 - row.count("1"), 0)]
        for column in ones:
            lacking[column] -= 1
        filled.append("".join("1" if c in ones else "0" if mark == "." else mark for c, mark in enumerate(row)))
    return filled


def shortcut_row_by_row(problem):
    """Fills row by row, with ones where the columns lack most of them."""
    return _ones_where_columns_lack_most(problem.grid)


def shortcut_column_by_column(problem):
    """Fills column by column, with ones where the rows lack most of them."""
    columns = _ones_where_columns_lack_most(["".join(column) for column in zip(*problem.grid)])
    return ["".join(row) for row in zip(*columns)]


def shortcut_fullest_lines_first(problem):
    """Fills the rows with the fewest blanks first, with ones where the columns lack most of them."""
    order = sorted(range(len(problem.grid)), key=lambda row: problem.grid[row].count("."))
    filled = _ones_where_columns_lack_most([problem.grid[row] for row in order])
    return [row for _, row in sorted(zip(order, filled))]


def test_the_hurried_are_seldom_right_but_sometimes():
    assert 0.0 < earned("balanced_binary_grid_completion", shortcut_fullest_lines_first, 3, problems=100) < 0.35
