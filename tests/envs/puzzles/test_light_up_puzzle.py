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


def _lamps_in_order(problem, order):
    white = {(r, c) for r, row in enumerate(problem.grid) for c, mark in enumerate(row) if mark == "."}
    lamps, lit = set[tuple[int, int]](), set[tuple[int, int]]()
    for r, c in order:
        if (r, c) in white and (r, c) not in lit:
            lamps.add((r, c))
            lit.add((r, c))
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                a, b = r + down, c + right
                while (a, b) in white:
                    lit.add((a, b))
                    a, b = a + down, b + right
    return ["".join("L" if (r, c) in lamps else m for c, m in enumerate(row)) for r, row in enumerate(problem.grid)]


def _cells(problem):
    return list(product(range(len(problem.grid)), range(len(problem.grid[0]))))


def shortcut_reading_order(problem):
    """Puts a lamp on every cell that is dark when it is read."""
    return _lamps_in_order(problem, _cells(problem))


def shortcut_beside_large_digits_first(problem):
    """Puts lamps beside large digits first and beside 0 last, and does not count them."""

    def wanted(cell):
        r, c = cell
        beside = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        digits = [problem.grid[a][b] for a, b in beside if (a, b) in _cells(problem) and problem.grid[a][b].isdigit()]
        return -9 * ("0" in digits) + sum(map(int, digits))

    return _lamps_in_order(problem, sorted(_cells(problem), key=wanted, reverse=True))


def shortcut_digits_then_reading_order(problem):
    """Satisfies the digits one after the other by the first free cells beside them, then lights what is dark."""
    white = {cell for cell in _cells(problem) if problem.grid[cell[0]][cell[1]] == "."}
    order, banned = list[tuple[int, int]](), set[tuple[int, int]]()
    digits = [(problem.grid[r][c], r, c) for r, c in _cells(problem) if problem.grid[r][c].isdigit()]
    for digit, r, c in sorted(digits):
        beside = [cell for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if cell in white]
        chosen = [cell for cell in beside if cell in order]
        for cell in beside:
            if len(chosen) < int(digit) and cell not in banned and cell not in chosen:
                chosen.append(cell)
        banned.update(cell for cell in beside if cell not in chosen)
        order += [cell for cell in chosen if cell not in order]
    return _lamps_in_order(
        problem, [*order, *(cell for cell in _cells(problem) if cell not in banned), *sorted(banned)]
    )
