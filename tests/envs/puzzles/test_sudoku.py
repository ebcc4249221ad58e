from rlve.envs.puzzles.sudoku import Sudoku
from tests.envs.drawing import drawn, reward

FULL = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]


def completions(problem: Sudoku) -> list[list[list[int]]]:
    """All of them, by plain backtracking."""
    size, found = problem.height * problem.width, []

    def fill(grid: list[list[int]], cell: int) -> None:
        if cell == size * size:
            found.append([row[:] for row in grid])
            return
        r, c = divmod(cell, size)
        top, left = r - r % problem.height, c - c % problem.width
        seen = {*grid[r], *(row[c] for row in grid)}
        seen |= {n for row in grid[top : top + problem.height] for n in row[left : left + problem.width]}
        for number in [grid[r][c]] if grid[r][c] else set(range(1, size + 1)) - seen:
            kept, grid[r][c] = grid[r][c], number
            fill(grid, cell + 1)
            grid[r][c] = kept

    fill([row[:] for row in problem.grid], 0)
    return found


def test_worked_example():
    problem = Sudoku(2, 2, grid=[[0, 0, 3, 4], *FULL[1:]], planted=FULL)
    assert reward(problem, "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1") == 1.0
    assert reward(problem, "2 1 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1") == 0.0
    assert reward(problem, "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 1 2") == -0.5
    assert reward(problem, "1 2 3 4\n3 4 1 2\n2 1 4 3") == reward(problem, "5 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1") == -0.5


def test_accepts_every_completion():
    for height, width, empty in ((2, 2, 9), (2, 3, 14), (1, 3, 6)):
        for problem in drawn(Sudoku, seeds=15, height=height, width=width, empty=empty):
            everything = completions(problem)
            assert problem.planted in everything
            assert all(problem.score(grid) == 1.0 for grid in everything)


def test_a_huge_square_from_outside_gets_a_verdict():
    (problem,) = drawn(Sudoku, seeds=1, height=12, width=14, empty=10_000)
    verdict = problem.verify(f"<answer>{problem.answer_format().render(problem.planted)}</answer>")
    assert verdict.reward == -1.0
    assert "characters" in verdict.reason


def _fitting(problem, grid, r, c):
    size, top, left = len(grid), r - r % problem.height, c - c % problem.width
    seen = {*grid[r], *(row[c] for row in grid)}
    seen |= {n for row in grid[top : top + problem.height] for n in row[left : left + problem.width]}
    return set(range(1, size + 1)) - seen


def shortcut_first_fit(problem):
    """Fills the gaps in reading order with the smallest number that fits, and never goes back."""
    grid = [row[:] for row in problem.grid]
    for r, row in enumerate(grid):
        for c, number in enumerate(row):
            if not number:
                row[c] = min(_fitting(problem, grid, r, c), default=1)
    return grid


def shortcut_naked_singles(problem):
    """Fills gaps in which a single number fits as long as there are some, then the rest with what fits first."""
    grid, size = [row[:] for row in problem.grid], len(problem.grid)
    found = True
    while found:
        found = False
        for r in range(size):
            for c in range(size):
                if not grid[r][c] and len(fitting := _fitting(problem, grid, r, c)) == 1:
                    [grid[r][c]] = fitting
                    found = True
    return shortcut_first_fit(Sudoku(problem.height, problem.width, grid, []))


def shortcut_rows_are_shifts(problem):
    """Takes the rows for cyclic shifts of the same order of numbers, as in the best known pattern."""
    grid, size = [row[:] for row in problem.grid], len(problem.grid)
    digits = list(range(1, size + 1))
    return [
        [number or digits[(problem.width * (r % problem.height) + r // problem.height + c) % size]
         for c, number in enumerate(row)]
        for r, row in enumerate(grid)
    ]  # fmt: skip
