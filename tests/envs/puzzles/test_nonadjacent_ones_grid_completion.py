import re
from itertools import product

from rlve.envs.puzzles.nonadjacent_ones_grid_completion import NonadjacentOnesGridCompletion
from tests.envs.drawing import drawn, reward

EXAMPLE = NonadjacentOnesGridCompletion(
    grid=["...", ".1.", "..."], row_counts=[1, 1, 1], column_counts=[1, 1, 1], planted=["100", "010", "001"]
)


def fits(problem: NonadjacentOnesGridCompletion, rows: list[str]) -> bool:
    columns = ["".join(column) for column in zip(*rows)]
    kept = re.fullmatch("/".join(problem.grid), "/".join(rows))
    ones = [line.count("1") for line in rows + columns]
    return bool(kept) and "11" not in "/".join(rows + columns) and ones == problem.row_counts + problem.column_counts


def test_worked_example():
    assert reward(EXAMPLE, "100\n010\n001") == reward(EXAMPLE, "001\n010\n100") == 1.0  # corners may touch
    assert 0.0 < reward(EXAMPLE, "100\n010\n100") < 0.1
    assert reward(EXAMPLE, "010\n010\n000") == -0.5
    assert reward(EXAMPLE, "100\n001\n010") == -0.5
    assert reward(EXAMPLE, "100\n010\n00") == -0.5
    assert reward(EXAMPLE, "100\n010\n0.1") == -1.0


def test_accepts_exactly_the_fillings_that_keep_the_rules():
    for problem in drawn(NonadjacentOnesGridCompletion, seeds=6, size=3, blank_percent=75):
        template = "\n".join(problem.grid).replace(".", "{}")
        accepted = 0
        for digits in product("01", repeat=template.count("{}")):
            answer = template.format(*digits)
            assert (reward(problem, answer) == 1.0) == fits(problem, answer.split("\n"))
            accepted += fits(problem, answer.split("\n"))
        assert accepted >= 1


def test_zeros_alone_earn_next_to_nothing():
    for problem in drawn(NonadjacentOnesGridCompletion, seeds=40, size=7, blank_percent=100):
        assert 4 * sum(problem.row_counts) >= len(problem.row_counts) * len(problem.column_counts)
        zeros = ["0" * len(problem.column_counts)] * len(problem.row_counts)
        assert reward(problem, "\n".join(zeros)) < 0.01


def test_ones_where_the_lines_lack_most_are_not_the_solution():
    for problem in drawn(NonadjacentOnesGridCompletion, seeds=40, size=4, blank_percent=80):
        rows = [list(row) for row in problem.grid]
        lacking_rows = [count - row.count("1") for count, row in zip(problem.row_counts, rows)]
        lacking_columns = [count - column.count("1") for count, column in zip(problem.column_counts, zip(*rows))]
        blanks = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
        for r, c in sorted(blanks, key=lambda cell: (-lacking_rows[cell[0]] - lacking_columns[cell[1]], cell)):
            beside = [rows[r][k] for k in (c - 1, c + 1) if 0 <= k < len(rows[r])]
            beside += [rows[k][c] for k in (r - 1, r + 1) if 0 <= k < len(rows)]
            fits = "1" not in beside and rows[r].count("1") < problem.row_counts[r]
            fits = fits and sum(row[c] == "1" for row in rows) < problem.column_counts[c]
            rows[r][c] = "1" if fits else "0"
        assert reward(problem, "\n".join(map("".join, rows))) < 1.0


def _greedily(problem, order):
    rows = [list(row) for row in problem.grid]
    for r, c in order:
        if rows[r][c] == ".":
            beside = [rows[r][k] for k in (c - 1, c + 1) if 0 <= k < len(rows[r])]
            beside += [rows[k][c] for k in (r - 1, r + 1) if 0 <= k < len(rows)]
            fits = "1" not in beside and rows[r].count("1") < problem.row_counts[r]
            rows[r][c] = "1" if fits and sum(row[c] == "1" for row in rows) < problem.column_counts[c] else "0"
    return ["".join(row) for row in rows]


def shortcut_reading_order(problem):
    """Puts a one, in reading order, wherever the rules allow it."""
    return _greedily(problem, list(product(range(len(problem.grid)), range(len(problem.grid[0])))))


def shortcut_lines_that_lack_most(problem):
    """Puts ones first where the row and the column lack most of them."""
    cells = product(range(len(problem.grid)), range(len(problem.grid[0])))
    lines = [*problem.grid, *("".join(column) for column in zip(*problem.grid))]
    lacking = [count - line.count("1") for count, line in zip(problem.row_counts + problem.column_counts, lines)]
    return _greedily(problem, sorted(cells, key=lambda cell: -lacking[cell[0]] - lacking[len(problem.grid) + cell[1]]))


def shortcut_tightest_lines(problem):
    """Goes from the lines that want the largest share of their cells to those that want the smallest."""
    cells = list(product(range(len(problem.grid)), range(len(problem.grid[0]))))
    lines = [*problem.grid, *("".join(column) for column in zip(*problem.grid))]
    share = [
        (count - line.count("1")) / max(line.count("."), 1)
        for count, line in zip(problem.row_counts + problem.column_counts, lines)
    ]
    return _greedily(problem, sorted(cells, key=lambda cell: -share[cell[0]] - share[len(problem.grid) + cell[1]]))
