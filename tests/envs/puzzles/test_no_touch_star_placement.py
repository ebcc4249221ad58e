from itertools import combinations, permutations
from random import Random

from rlve.envs.puzzles.no_touch_star_placement import NoTouchStarPlacement
from tests.envs.drawing import drawn, earned, reward


def fits(grid: list[str], stars: tuple[int, ...]) -> bool:
    cells = list(enumerate(stars))
    free = all(grid[row][column] == "." for row, column in cells)
    return free and all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1 and a[1] != b[1] for a, b in combinations(cells, 2))


def written(grid: list[str], stars: tuple[int, ...]) -> str:
    return "\n".join(row[:star] + "*" + row[star + 1 :] for row, star in zip(grid, stars))


def test_worked_example():
    problem = NoTouchStarPlacement(grid=[".X..", "....", "X..X", "...."], planted=["..*.", "*...", "X..X", ".*.."])
    assert reward(problem, ".X*.\n*...\nX..X\n.*..") == 0.0  # no star in the third row
    problem = NoTouchStarPlacement(grid=[".X..", "....", "X...", "...."], planted=[".X*.", "*...", "X..*", ".*.."])
    assert reward(problem, ".X*.\n*...\nX..*\n.*..") == 1.0
    assert reward(problem, ".X.*\n*...\nX.*.\n.*..") == 0.0  # the last two touch
    assert reward(problem, ".X*.\n*...\nX.*.\n*...") == 0.0
    assert reward(problem, ".*X.\n*...\nX..*\n.*..") == -0.5
    assert reward(problem, ".**.\n*...\nX..*\n.*..") == -0.5  # a star on a blocked cell
    assert reward(problem, ".X*.\n*...\nX..*") == -0.5
    assert reward(problem, ".XQ.\n*...\nX..*\n.*..") == -1.0


def test_accepts_exactly_the_placements_that_keep_the_rules():
    for problem in drawn(NoTouchStarPlacement, seeds=12, size=6, free=20):
        accepted = 0
        for stars in permutations(range(6)):
            if all(row[star] == "." for row, star in zip(problem.grid, stars)):
                earned = reward(problem, written(problem.grid, stars))
                assert earned == float(fits(problem.grid, stars))
                accepted += earned == 1.0
        assert accepted >= 1


def test_luck_is_rare():
    lucky = 0
    for seed, problem in enumerate(drawn(NoTouchStarPlacement, seeds=100, size=8, free=25)):
        rng, stars = Random(seed), list[int]()
        for row in problem.grid:
            free = [c for c, mark in enumerate(row) if mark == "." and c not in stars and abs(c - [*stars, -9][-1]) > 1]
            free = [c for c in free if not stars or abs(c - stars[-1]) > 1]
            if free:
                stars.append(rng.choice(free))
        lucky += len(stars) == 8 and fits(problem.grid, tuple(stars))
    assert lucky <= 20


def _stars(problem, choose):
    stars = list[int]()
    for row in problem.grid:
        fitting = [c for c, mark in enumerate(row) if mark == "." and c not in stars]
        fitting = [c for c in fitting if not stars or abs(c - stars[-1]) > 1]
        stars.append(choose(fitting) if fitting else row.index("."))
    return written(problem.grid, tuple(stars))


def shortcut_leftmost_free_cell(problem):
    """Goes through the rows and takes the leftmost cell that fits the rows above."""
    return _stars(problem, min)


def shortcut_rightmost_free_cell(problem):
    """Goes through the rows and takes the rightmost cell that fits the rows above."""
    return _stars(problem, max)


def shortcut_scarcest_column(problem):
    """Goes through the rows and takes the cell that fits whose column has the fewest free cells."""
    return _stars(problem, lambda fitting: min(fitting, key=lambda c: sum(row[c] == "." for row in problem.grid)))


def shortcut_scarcest_row_first(problem):
    """Takes again and again the row with the fewest cells that fit, and the leftmost of them."""
    size, stars = len(problem.grid), dict[int, int]()
    free = {(r, c) for r, row in enumerate(problem.grid) for c, mark in enumerate(row) if mark == "."}
    while len(stars) < size:
        fitting = {
            r: [c for c in range(size) if (r, c) in free and c not in stars.values()
                and all(abs(c - stars.get(other, -9)) > 1 for other in (r - 1, r + 1))]
            for r in range(size) if r not in stars
        }  # fmt: skip
        row = min(fitting, key=lambda r: len(fitting[r]))
        stars[row] = fitting[row][0] if fitting[row] else problem.grid[row].index(".")
    return written(problem.grid, tuple(stars[r] for r in range(size)))


def test_the_hurried_are_seldom_right_but_sometimes():
    assert 0.0 < earned("no_touch_star_placement", shortcut_scarcest_row_first, 3, problems=100) < 0.35
