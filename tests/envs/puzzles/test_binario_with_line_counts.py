import re
from itertools import product

from rlve.envs.puzzles.binario_with_line_counts import BinarioWithLineCounts
from tests.envs.drawing import drawn, reward

EXAMPLE = BinarioWithLineCounts(
    grid=["0..", "...", "..."], row_counts=[1, 2, 1], column_counts=[1, 1, 2], planted=["001", "011", "100"]
)


def fits(problem: BinarioWithLineCounts, rows: list[str]) -> bool:
    columns = ["".join(column) for column in zip(*rows)]
    kept = re.fullmatch("/".join(problem.grid), "/".join(rows))  # a dot of the grid matches any digit
    ones = [line.count("1") for line in rows + columns]
    return (
        bool(kept)
        and not re.search("000|111", "/".join(rows + columns))
        and (ones == problem.row_counts + problem.column_counts)
    )


def test_worked_example():
    assert reward(EXAMPLE, "001\n011\n100") == 1.0
    assert reward(EXAMPLE, "001\n101\n010") == 1.0
    assert 0.0 < reward(EXAMPLE, "001\n010\n100") < 0.1
    assert reward(EXAMPLE, "001\n011\n000") == -0.5  # three zeros
    assert reward(EXAMPLE, "100\n011\n001") == -0.5  # the given 0 was changed
    assert reward(EXAMPLE, "001\n011") == -0.5
    assert reward(EXAMPLE, "001\n011\n102") == -1.0


def test_accepts_exactly_the_fillings_that_keep_the_rules():
    for problem in drawn(BinarioWithLineCounts, seeds=12, size=3, blank_percent=70):
        template = "\n".join(problem.grid).replace(".", "{}")
        accepted = 0
        for digits in product("01", repeat=template.count("{}")):
            answer = template.format(*digits)
            assert (reward(problem, answer) == 1.0) == fits(problem, answer.split("\n"))
            accepted += fits(problem, answer.split("\n"))
        assert accepted >= 1


def test_large_grids_are_drawn_and_keep_the_rules():
    for problem in drawn(BinarioWithLineCounts, seeds=30, size=12, blank_percent=95):
        assert fits(problem, problem.planted)


def shortcut_cell_by_cell(problem):
    """Puts in reading order a 1 where the lines still lack many, but never three equal cells in a row."""
    rows = [list(row) for row in problem.grid]
    height, width = len(rows), len(rows[0])
    for r, c in product(range(height), range(width)):
        if rows[r][c] != ".":
            continue
        lacking_row = problem.row_counts[r] - rows[r].count("1")
        lacking_column = problem.column_counts[c] - sum(row[c] == "1" for row in rows)
        blank_row, blank_column = rows[r].count("."), sum(row[c] == "." for row in rows)
        likely = lacking_row / blank_row + lacking_column / blank_column
        order = "10" if likely >= 1 else "01"
        for digit in order:
            rows[r][c] = digit
            across, down = "".join(rows[r]), "".join(row[c] for row in rows)
            if not re.search("000|111", across + "/" + down):
                break
    return ["".join(row) for row in rows]
