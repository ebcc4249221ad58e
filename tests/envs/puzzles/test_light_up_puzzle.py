from itertools import product

from rlve.envs.puzzles.light_up_puzzle import LightUpPuzzle
from tests.envs.drawing import drawn, reward

EXAMPLE = LightUpPuzzle(grid=["..#", "1..", "..."], planted=["L.#", "1.L", ".L."])


def verdict(grid: list[str], lamps: set[tuple[int, int]]) -> str:
    """By looking, from every white cell, at what can be seen along its row and column."""
    height, width = len(grid), len(grid[0])

    def seen(row: int, column: int, down: int, right: int) -> list[tuple[int, int]]:
        row, column = row + down, column + right
        if not (0 <= row < height and 0 <= column < width) or grid[row][column] != ".":
            return []
        return [(row, column), *seen(row, column, down, right)]

    for row, column in product(range(height), range(width)):
        if grid[row][column] == ".":
            views = [cell for step in ((0, 1), (0, -1), (1, 0), (-1, 0)) for cell in seen(row, column, *step)]
            lamps_seen = len(lamps.intersection(views))
            if (lamps_seen > 0) == ((row, column) in lamps):
                return "broken"
    for row, column in product(range(height), range(width)):
        if grid[row][column].isdigit():
            beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
            if len(beside & lamps) != int(grid[row][column]):
                return "miscounted"
    return "right"


def test_worked_example():
    assert reward(EXAMPLE, "L.#\n1.L\n.L.") == 1.0
    assert reward(EXAMPLE, ".L#\n1.L\nL..") == 1.0
    assert reward(EXAMPLE, "L.#\n1L.\n..L") == 0.0  # two lamps beside the 1
    assert reward(EXAMPLE, "L.#\n1..\n.L.") == -0.5  # the right cell of the second row is dark
    assert reward(EXAMPLE, "LL#\n1.L\n...") == -0.5
    assert reward(EXAMPLE, "L..\n1.L\n.L.") == -0.5  # a black cell was changed
    assert reward(EXAMPLE, "L.#\nL.L\n.L.") == -0.5
    assert reward(EXAMPLE, "L.#\n1.x\n.L.") == -1.0


def test_a_wrong_count_is_feasible_but_wrong():
    problem = LightUpPuzzle(grid=["..", "2."], planted=["L.", "2L"])
    assert reward(problem, "L.\n2L") == 1.0
    assert reward(problem, ".L\n2.") == 0.0


def test_accepts_exactly_the_lamps_that_keep_the_rules():
    for problem in drawn(LightUpPuzzle, seeds=4, size=3):
        white = [(r, c) for r, row in enumerate(problem.grid) for c, mark in enumerate(row) if mark == "."]
        right = 0
        for chosen in product((False, True), repeat=len(white)):
            lamps = {cell for cell, lit in zip(white, chosen) if lit}
            rows = [
                "".join("L" if (r, c) in lamps else m for c, m in enumerate(row)) for r, row in enumerate(problem.grid)
            ]
            found = verdict(problem.grid, lamps)
            earned = reward(problem, "\n".join(rows))
            assert (earned == 1.0, earned < 0.0) == (found == "right", found == "broken")
            right += found == "right"
        assert right >= 1


def test_lamps_on_every_dark_cell_in_reading_order_are_not_the_solution():
    for problem in drawn(LightUpPuzzle, seeds=40, size=5):
        lamps: set[tuple[int, int]] = set()
        for r, row in enumerate(problem.grid):
            for c, mark in enumerate(row):
                left = row[:c].replace("#", " ").translate(str.maketrans("01234", "     ")).rpartition(" ")[2]
                above = "".join(line[c] for line in problem.grid[:r])
                above = above.translate(str.maketrans("#01234", "      ")).rpartition(" ")[2]
                lit = any((r, c - k) in lamps for k in range(1, len(left) + 1))
                lit = lit or any((r - k, c) in lamps for k in range(1, len(above) + 1))
                if mark == "." and not lit:
                    lamps.add((r, c))
        assert verdict(problem.grid, lamps) == "miscounted"
