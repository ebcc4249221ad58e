from itertools import permutations, product

from rlve.envs.puzzles.futoshiki_puzzle import FutoshikiPuzzle
from tests.envs.drawing import drawn, reward

EXAMPLE = FutoshikiPuzzle(
    grid=[[0, 2, 0], [0, 0, 0], [0, 0, 0]],
    smaller=[[1, 1, 2, 1], [3, 3, 1, 3]],
    planted=[[1, 2, 3], [2, 3, 1], [3, 1, 2]],
)


def squares(size: int) -> list[tuple[tuple[int, ...], ...]]:
    rows = list(permutations(range(1, size + 1)))
    return [square for square in product(rows, repeat=size) if all(len(set(column)) == size for column in zip(*square))]


def test_worked_example():
    assert "(1, 1) < (2, 1)\n(3, 3) < (1, 3)" in EXAMPLE.statement()
    assert reward(EXAMPLE, "1 2 3\n2 3 1\n3 1 2") == reward(EXAMPLE, "1 2 3\n3 1 2\n2 3 1") == 1.0
    assert reward(EXAMPLE, "3 2 1\n1 3 2\n2 1 3") == 0.0
    assert reward(EXAMPLE, "3 2 1\n2 1 3\n1 3 2") == 0.0
    assert reward(EXAMPLE, "1 3 2\n2 1 3\n3 2 1") == -0.5  # the given 2 was changed
    assert reward(EXAMPLE, "1 2 3\n2 3 1\n2 1 3") == reward(EXAMPLE, "1 2 3\n2 3 1") == -0.5


def test_accepts_exactly_the_squares_that_keep_the_rules():
    everything = squares(4)
    for problem in drawn(FutoshikiPuzzle, seeds=15, size=4, empty=13, inequalities=5):
        fitting = 0
        for square in everything:
            kept = all(
                given in (0, number) for old, new in zip(problem.grid, square) for given, number in zip(old, new)
            )
            flat = [number for row in square for number in row]
            holds = all(flat[4 * a + b - 5] < flat[4 * c + d - 5] for a, b, c, d in problem.smaller)
            answer = "\n".join(" ".join(map(str, row)) for row in square)
            assert (reward(problem, answer) == 1.0) == (kept and holds)
            assert (reward(problem, answer) < 0.0) == (not kept)
            fitting += kept and holds
        assert fitting >= 1


def test_inequalities_are_strict_informative_and_different():
    for problem in drawn(FutoshikiPuzzle, seeds=30, size=6, empty=25, inequalities=12):
        for r, c, s, d in problem.smaller:
            assert problem.planted[r - 1][c - 1] < problem.planted[s - 1][d - 1]
            assert 0 in (problem.grid[r - 1][c - 1], problem.grid[s - 1][d - 1])
        assert len({tuple(inequality) for inequality in problem.smaller}) == 12


def shortcut_first_fit(problem):
    """Fills the cells in reading order with the smallest number that breaks no rule so far, and never goes back."""
    grid, size = [row[:] for row in problem.grid], len(problem.grid)
    for r, c in product(range(size), repeat=2):
        if not grid[r][c]:
            fitting = set(range(1, size + 1)) - set(grid[r]) - {row[c] for row in grid}
            for a, b, s, d in problem.smaller:
                if (a - 1, b - 1) == (r, c) and (larger := grid[s - 1][d - 1]):
                    fitting -= set(range(larger, size + 1))
                if (s - 1, d - 1) == (r, c) and (smaller := grid[a - 1][b - 1]):
                    fitting -= set(range(smaller + 1))
            grid[r][c] = min(fitting, default=1)
    return grid


def shortcut_any_latin_square(problem):
    """Completes the square by the rows and columns alone, and does not look at the inequalities."""
    grid, size = [row[:] for row in problem.grid], len(problem.grid)
    steps = 0

    def filled():
        nonlocal steps
        steps += 1
        blanks = [(r, c) for r, c in product(range(size), repeat=2) if not grid[r][c]]
        if not blanks or steps > 300:
            return True
        choices = {(r, c): set(range(1, size + 1)) - set(grid[r]) - {row[c] for row in grid} for r, c in blanks}
        r, c = min(blanks, key=lambda cell: len(choices[cell]))
        for number in sorted(choices[r, c]):
            grid[r][c] = number
            if filled():
                return True
        grid[r][c] = 0
        return False

    filled()
    return [[number or 1 for number in row] for row in grid]
