from itertools import permutations

from rlve.envs.puzzles.survo_puzzle import SurvoPuzzle
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SurvoPuzzle(
        [[6, 0, 0], [0, 0, 1]], row_sums=[12, 9], column_sums=[9, 9, 3], planted=[[6, 4, 2], [3, 5, 1]]
    )
    assert reward(problem, "6 4 2\n3 5 1") == 1.0
    assert 0.0 < reward(problem, "6 5 2\n3 4 1") < 0.1
    assert reward(problem, "6 4 2\n3 4 1") == -0.5  # 4 twice, 5 never
    assert reward(problem, "3 5 1\n6 4 2") == -0.5
    assert reward(problem, "6 4 2\n3 7 1") == reward(problem, "6 4 2") == -0.5


def test_accepts_exactly_the_fillings_with_these_sums():
    for problem in drawn(SurvoPuzzle, seeds=15, size=3, blank_percent=60):
        rows, columns = len(problem.grid), len(problem.grid[0])
        flat = [number for row in problem.grid for number in row]
        missing = [number for number in range(1, rows * columns + 1) if number not in flat]
        accepted = 0
        for numbers in permutations(missing):
            rest = iter(numbers)
            filled = [number or next(rest) for number in flat]
            across = [sum(filled[r * columns : (r + 1) * columns]) for r in range(rows)]
            fits = (
                across == problem.row_sums and [sum(filled[c::columns]) for c in range(columns)] == problem.column_sums
            )
            answer = [filled[r * columns : (r + 1) * columns] for r in range(rows)]
            assert (problem.score(answer) == 1.0) == fits
            accepted += fits
        assert accepted >= 1


def test_enough_cells_are_blank():
    for difficulty in range(10):
        for problem in drawn(SurvoPuzzle, seeds=5, **SurvoPuzzle.parameters(difficulty)):
            assert sum(row.count(0) for row in problem.grid) >= 5


def shortcut_gaps_that_lines_lack_most(problem):
    """Puts the largest missing numbers where the row and the column lack most for each of their gaps."""
    grid = problem.grid
    columns = list(zip(*grid))
    count = len(grid) * len(columns)
    row_lack = [(total - sum(row)) / max(row.count(0), 1) for total, row in zip(problem.row_sums, grid)]
    column_lack = [(total - sum(c)) / max(c.count(0), 1) for total, c in zip(problem.column_sums, columns)]
    gaps = [(r, c) for r, row in enumerate(grid) for c, number in enumerate(row) if not number]
    numbers = sorted(set(range(1, count + 1)).difference(*grid))
    filled = dict(zip(sorted(gaps, key=lambda gap: row_lack[gap[0]] + column_lack[gap[1]]), numbers))
    return [[number or filled[r, c] for c, number in enumerate(row)] for r, row in enumerate(grid)]


def shortcut_single_gaps_then_in_order(problem):
    """Fills lines with a single gap as long as there are some, and then the gaps with what is left, in order."""
    grid = [row[:] for row in problem.grid]
    height, width = len(grid), len(grid[0])
    lines = [([(r, c) for c in range(width)], total) for r, total in enumerate(problem.row_sums)]
    lines += [([(r, c) for r in range(height)], total) for c, total in enumerate(problem.column_sums)]
    for _ in range(height * width):
        for line, total in lines:
            gaps = [(r, c) for r, c in line if not grid[r][c]]
            if len(gaps) == 1:
                [(r, c)] = gaps
                grid[r][c] = max(total - sum(grid[i][j] for i, j in line), 1)
    left = sorted(set(range(1, height * width + 1)).difference(*grid))
    return [[min(number or (left.pop() if left else 1), height * width) for number in row] for row in grid]
