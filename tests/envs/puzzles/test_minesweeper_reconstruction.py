from itertools import product

from rlve.envs.puzzles.minesweeper_reconstruction import MinesweeperReconstruction
from tests.envs.drawing import drawn, earned, reward

EXAMPLE = MinesweeperReconstruction(clues=["1??", "?2?", "???"], planted=[".*.", "...", "..*"])


def test_worked_example():
    assert reward(EXAMPLE, ".*.\n...\n..*") == reward(EXAMPLE, "...\n*.*\n...") == 1.0
    assert reward(EXAMPLE, ".*.\n...\n.**") == 0.0  # three mines around the 2
    assert reward(EXAMPLE, "**.\n...\n...") == reward(EXAMPLE, ".*.\n.*.\n...") == -0.5
    assert reward(EXAMPLE, ".*.\n...") == -0.5
    assert reward(EXAMPLE, ".*.\n.2.\n..*") == -1.0


def test_accepts_exactly_the_boards_that_agree_with_the_clues():
    for problem in drawn(MinesweeperReconstruction, seeds=12, size=3):
        rows, columns = len(problem.clues), len(problem.clues[0])
        template = "\n".join("".join("{}" if clue == "?" else "." for clue in row) for row in problem.clues)
        accepted = 0
        for marks in product("*.", repeat=min(template.count("{}"), 12)):
            answer = template.format(*marks, *"." * 20)
            board = answer.split("\n")
            fits = all(
                clue == "?"
                or int(clue) == "".join(line[max(c - 1, 0) : c + 2] for line in board[max(r - 1, 0) : r + 2]).count("*")
                for r, row in enumerate(problem.clues)
                for c, clue in enumerate(row)
            )
            assert (reward(problem, answer) == 1.0) == fits
            accepted += fits
        assert accepted >= 1 or template.count("{}") > 12
        assert problem.score(problem.planted) == 1.0
        assert rows >= 3 <= columns


def test_a_quarter_of_the_cells_tell_of_mines():
    for problem in drawn(MinesweeperReconstruction, seeds=40, size=6):
        text = "".join(problem.clues)
        assert 4 * sum(text.count(clue) for clue in "12345678") >= len(text)


def test_only_what_is_better_than_in_a_hurry_earns_a_little():
    between = 0
    for problem in drawn(MinesweeperReconstruction, seeds=60, size=7):
        digits = sum(clue != "?" for row in problem.clues for clue in row)
        row = next(row for row, marks in enumerate(problem.planted) if "*" in marks)
        answer = [*problem.planted]
        answer[row] = answer[row].replace("*", ".", 1)
        column = problem.planted[row].index("*")
        wrong = sum(problem.clues[r][c] != "?" for r, c in _around(problem, row, column))
        earned_now = reward(problem, "\n".join(answer))
        if wrong:
            assert (earned_now > 0.0) == (digits - wrong > problem.right_in_a_hurry)
            between += 0.0 < earned_now < 1.0
    assert between > 5


def _around(problem, r, c):
    height, width = len(problem.clues), len(problem.clues[0])
    return [(a, b) for a in range(max(r - 1, 0), min(r + 2, height)) for b in range(max(c - 1, 0), min(c + 2, width))]


def _unknown(problem):
    return [(r, c) for r, row in enumerate(problem.clues) for c, clue in enumerate(row) if clue == "?"]


def _board(problem, mines):
    return ["".join("*" if (r, c) in mines else "." for c in range(len(row))) for r, row in enumerate(problem.clues)]


def shortcut_mines_where_digits_allow(problem):
    """Puts a mine, in reading order, wherever no digit has too many then."""
    mines = set[tuple[int, int]]()
    for r, c in _unknown(problem):
        counts = [(problem.clues[a][b], mines.intersection(_around(problem, a, b))) for a, b in _around(problem, r, c)]
        if all(clue == "?" or len(found) < int(clue) for clue, found in counts):
            mines.add((r, c))
    return _board(problem, mines)


def shortcut_one_digit_at_a_time(problem):
    """Draws what a single digit tells for sure as long as there is something, and leaves the rest empty."""
    mines, empty = set[tuple[int, int]](), set[tuple[int, int]]()
    unknown = set(_unknown(problem))
    for _ in range(len(unknown) + 1):
        before = len(mines) + len(empty)
        for r, row in enumerate(problem.clues):
            for c, clue in enumerate(row):
                if clue != "?":
                    open_cells = unknown.intersection(_around(problem, r, c)) - mines - empty
                    lacking = int(clue) - len(mines.intersection(_around(problem, r, c)))
                    if lacking == 0:
                        empty |= open_cells
                    elif lacking == len(open_cells):
                        mines |= open_cells
        if before == len(mines) + len(empty):
            break
    return _board(problem, mines)


def test_the_hurried_are_seldom_right_but_sometimes():
    assert 0.0 < earned("minesweeper_reconstruction", shortcut_one_digit_at_a_time, 3, problems=100) < 0.35
