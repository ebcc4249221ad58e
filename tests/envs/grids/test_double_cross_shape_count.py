from itertools import combinations

from rlve.envs.grids.double_cross_shape_count import DoubleCrossShapeCount
from tests.envs.drawing import drawn, reward


def by_definition(rows: list[str]) -> int:
    height, width = len(rows), len(rows[0])
    total = 0
    for c in range(width):
        for t, u, d, b in combinations(range(height), 4):
            if d - u < 2 or not all(rows[r][c] == "1" for r in range(t, b + 1)):
                continue
            for q in range(2, min(c, width - 1 - c) + 1):
                long = all(x == "1" for x in rows[d][c - q : c + q + 1])
                for p in range(1, q):
                    total += long and all(x == "1" for x in rows[u][c - p : c + p + 1])
    return total


def test_worked_example():
    rows = ["00100", "01110", "00100", "11111", "00100"]
    assert reward(DoubleCrossShapeCount(rows), "1") == 1.0
    assert reward(DoubleCrossShapeCount(rows), "2") == 0.0
    assert reward(DoubleCrossShapeCount(rows), "-1") == -0.5
    assert DoubleCrossShapeCount(rows[::-1]).solution == 0  # the longer bar is the upper one
    assert DoubleCrossShapeCount(["00100", "11111", "00100", "11111", "00100"]).solution == 1  # a shorter arm of a bar
    assert DoubleCrossShapeCount(["00100", "01110", "11111", "00100"]).solution == 0  # adjacent rows
    assert DoubleCrossShapeCount([*rows[:2], "00000", *rows[3:]]).solution == 0  # the vertical bar is broken
    assert DoubleCrossShapeCount([rows[0], *rows, rows[4]]).solution == 4  # two upper and two lower ends


def test_equals_the_definition():
    for problem in drawn(DoubleCrossShapeCount, seeds=25, shortest_side=5, longest_side=8):
        assert problem.solution == by_definition(problem.rows)


def shortcut_longest_arms_only(problem):
    """Counts only the longest possible horizontal bars, for every choice of rows."""
    rows, total = problem.rows, 0
    for c in range(len(rows[0])):
        arms = []
        for row in rows:
            reach = 0
            while c - reach >= 0 and c + reach < len(row) and row[c - reach] == row[c + reach] == "1":
                reach += 1
            arms.append(reach - 1)
        for t, u, d, b in combinations(range(min(len(rows), 12)), 4):
            if d - u >= 2 and all(rows[r][c] == "1" for r in range(t, b + 1)):
                total += 1 <= arms[u] < arms[d]
    return total


def shortcut_middle_column(problem):
    """Counts the double crosses of the best column only."""
    return max(problem.counts())


def shortcut_equal_lengths_too(problem):
    """Also counts bars of equal length, on one end above and one below."""
    rows, total = problem.rows, 0
    for c in range(1, len(rows[0]) - 1):
        bars = [r for r, row in enumerate(rows) if row[c - 1 : c + 2] == "111"]
        total += sum(d - u >= 2 for u, d in combinations(bars, 2))
    return total
