from itertools import combinations

from rlve.envs.grids.count_all_ones_submatrices import CountAllOnesSubmatrices
from tests.envs.drawing import drawn, reward


def by_definition(rows: list[str]) -> int:
    return sum(
        "0" not in "".join(row[left:right] for row in rows[top:bottom])
        for top, bottom in combinations(range(len(rows) + 1), 2)
        for left, right in combinations(range(len(rows[0]) + 1), 2)
    )


def test_worked_example():
    problem = CountAllOnesSubmatrices(["110", "111"])  # 5 cells, 3 lying and 2 standing pairs, one of 3, one of 2 x 2
    assert reward(problem, "12") == 1.0
    assert reward(problem, "11") == reward(problem, "5") == reward(problem, "18") == 0.0
    assert reward(problem, "-1") == -0.5
    assert CountAllOnesSubmatrices(["111", "111"]).solution == 18
    assert CountAllOnesSubmatrices(["000"]).solution == 0


def test_equals_looking_at_every_block():
    for shortest, longest in ((3, 4), (4, 7)):
        for problem in drawn(CountAllOnesSubmatrices, seeds=15, shortest_side=shortest, longest_side=longest):
            assert problem.solution == by_definition(problem.rows)


def shortcut_squares_only(problem):
    """Counts the square blocks only."""
    rows, total = problem.rows, 0
    for side in range(1, min(len(rows), len(rows[0])) + 1):
        for r in range(len(rows) - side + 1):
            for c in range(len(rows[0]) - side + 1):
                total += all(row[c : c + side] == "1" * side for row in rows[r : r + side])
    return total


def shortcut_rows_and_columns(problem):
    """Counts the blocks of one row or one column only."""
    lines = [*problem.rows, *("".join(column) for column in zip(*problem.rows))]
    runs = [len(run) for line in lines for run in line.split("0")]
    return sum(length * (length + 1) // 2 for length in runs) - sum(row.count("1") for row in problem.rows)


def shortcut_up_to_two_rows(problem):
    """Counts the blocks of one or two rows only."""
    pairs = ["".join("01"[a == b == "1"] for a, b in zip(*two)) for two in zip(problem.rows, problem.rows[1:])]
    runs = [len(run) for line in [*problem.rows, *pairs] for run in line.split("0")]
    return sum(length * (length + 1) // 2 for length in runs)
