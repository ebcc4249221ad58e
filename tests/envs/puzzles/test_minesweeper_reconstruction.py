from itertools import product

from rlve.envs.puzzles.minesweeper_reconstruction import MinesweeperReconstruction
from tests.envs.drawing import drawn, reward

EXAMPLE = MinesweeperReconstruction(clues=["1??", "?2?", "???"], planted=[".*.", "...", "..*"])


def test_worked_example():
    assert reward(EXAMPLE, ".*.\n...\n..*") == reward(EXAMPLE, "...\n*.*\n...") == 1.0
    assert 0.0 < reward(EXAMPLE, ".*.\n...\n.**") < 0.1  # three mines around the 2
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
