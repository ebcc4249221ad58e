from itertools import combinations, permutations

from rlve.envs.puzzles.queens_completion import QueensCompletion
from tests.envs.drawing import drawn, earned, reward

EXAMPLE = QueensCompletion(
    board=["......", "...Q..", ".....Q", "......", "......", "......"],
    planted=[".Q....", "...Q..", ".....Q", "Q.....", "..Q...", "....Q."],
)


def attack(a: tuple[int, int], b: tuple[int, int]) -> bool:
    down, right = b[0] - a[0], b[1] - a[1]
    return down == 0 or right == 0 or down in (right, -right)


def test_worked_example():
    solved = "\n".join(EXAMPLE.planted)
    assert reward(EXAMPLE, solved) == 1.0
    assert reward(EXAMPLE, solved.replace(".Q....", "Q.....")) == 0.0  # two in the first column
    assert reward(EXAMPLE, solved.replace("Q.....", ".....Q")) == 0.0
    assert reward(EXAMPLE, solved.replace(".Q....", "......")) == -0.5
    assert reward(EXAMPLE, solved.replace(".Q....", "QQ....")) == -0.5
    assert reward(EXAMPLE, solved.replace("...Q..", "....Q.")) == -0.5
    assert reward(EXAMPLE, "\n".join(EXAMPLE.board)) == -0.5


def test_accepts_exactly_the_placements_without_attacks():
    for problem in drawn(QueensCompletion, seeds=10, size=6, given=1):
        accepted = 0
        for columns in permutations(range(6)):
            board = ["." * column + "Q" + "." * (5 - column) for column in columns]
            kept = all(
                old in (".", new) for before, after in zip(problem.board, board) for old, new in zip(before, after)
            )
            safe = not any(attack(a, b) for a, b in combinations(enumerate(columns), 2))
            expected = (1.0 if safe else 0.0) if kept else -0.5
            assert reward(problem, "\n".join(board)) == expected
            accepted += expected == 1.0
        assert accepted >= 1


def test_large_boards_are_solved_and_not_by_the_leftmost_safe_cells():
    for problem in drawn(QueensCompletion, seeds=5, size=21, given=5):
        assert problem.score(problem.planted) == 1.0
        placed = {row: line.index("Q") for row, line in enumerate(problem.board) if "Q" in line}
        for row in range(21):
            safe = [c for c in range(21) if not any(attack((row, c), queen) for queen in placed.items())]
            if row not in placed and safe:
                placed[row] = safe[0]
        assert len(placed) < 21


def _queens(problem, choose_row, choose_column):
    size = len(problem.board)
    placed = {row: line.index("Q") for row, line in enumerate(problem.board) if "Q" in line}
    while len(placed) < size:
        safe = {
            row: [c for c in range(size) if not any(attack((row, c), queen) for queen in placed.items())]
            for row in range(size) if row not in placed
        }  # fmt: skip
        row = choose_row(safe)
        placed[row] = choose_column(safe, row) if safe[row] else 0
    return ["." * placed[row] + "Q" + "." * (size - 1 - placed[row]) for row in range(size)]


def shortcut_leftmost_safe_cell(problem):
    """Takes the leftmost safe cell of each row in turn."""
    return _queens(problem, min, lambda safe, row: safe[row][0])


def shortcut_scarcest_row_first(problem):
    """Takes the row with the fewest safe cells, and its leftmost safe cell, again and again."""
    return _queens(problem, lambda safe: min(safe, key=lambda row: len(safe[row])), lambda safe, row: safe[row][0])


def shortcut_scarcest_row_least_harm(problem):
    """Takes in the row with the fewest safe cells the one that leaves most safe cells to the other rows."""

    def harm(safe, row, column):
        return sum(attack((row, column), (r, c)) for r, columns in safe.items() if r != row for c in columns)

    return _queens(
        problem,
        lambda safe: min(safe, key=lambda row: len(safe[row])),
        lambda safe, row: min(safe[row], key=lambda column: harm(safe, row, column)),
    )


def test_filling_scarce_rows_first_never_suffices():
    assert earned("queens_completion", shortcut_scarcest_row_least_harm, 3, problems=30) == 0.0
