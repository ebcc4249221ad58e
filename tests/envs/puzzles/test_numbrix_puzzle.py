from rlve.envs.puzzles.numbrix_puzzle import NumbrixPuzzle
from tests.envs.drawing import drawn, reward

EXAMPLE = NumbrixPuzzle(grid=[[1, 0, 0], [0, 0, 0], [0, 0, 9]], planted=[[1, 2, 3], [6, 5, 4], [7, 8, 9]])


def paths(rows: int, columns: int) -> list[list[list[int]]]:
    """All grids in which consecutive numbers are neighbours, by extending paths cell by cell."""
    found = []

    def extend(grid: list[list[int]], row: int, column: int, number: int) -> None:
        if not (0 <= row < rows and 0 <= column < columns) or grid[row][column]:
            return
        grid[row][column] = number
        if number == rows * columns:
            found.append([line[:] for line in grid])
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            extend(grid, row + down, column + right, number + 1)
        grid[row][column] = 0

    for row in range(rows):
        for column in range(columns):
            extend([[0] * columns for _ in range(rows)], row, column, 1)
    return found


def text(grid: list[list[int]]) -> str:
    return "\n".join(" ".join(map(str, row)) for row in grid)


def test_worked_example():
    assert reward(EXAMPLE, "1 2 3\n6 5 4\n7 8 9") == reward(EXAMPLE, "1 6 7\n2 5 8\n3 4 9") == 1.0
    assert reward(EXAMPLE, "1 3 2\n6 5 4\n7 8 9") == (1 / 3) ** 3  # 1 and 2, and 3 and 4, are apart
    assert reward(EXAMPLE, "1 2 4\n6 5 3\n7 8 9") == (1 / 3) ** 3
    assert reward(EXAMPLE, "9 8 7\n4 5 6\n3 2 1") == -0.5
    assert reward(EXAMPLE, "1 2 3\n6 5 4\n7 7 9") == reward(EXAMPLE, "1 2 3\n6 5 4\n7 8 10") == -0.5


def test_accepts_exactly_the_completions_that_are_paths():
    everything = {(rows, columns): paths(rows, columns) for rows in (3, 4) for columns in (3, 4)}
    for problem in drawn(NumbrixPuzzle, seeds=12, size=3, blank_percent=80):
        fitting = 0
        for grid in everything[len(problem.grid), len(problem.grid[0])]:
            kept = all(old in (0, new) for before, after in zip(problem.grid, grid) for old, new in zip(before, after))
            assert reward(problem, text(grid)) == (1.0 if kept else -0.5)
            fitting += kept
        assert problem.planted in everything[len(problem.grid), len(problem.grid[0])]
        assert fitting >= 1


def test_exchanged_numbers_earn_little():
    for problem in drawn(NumbrixPuzzle, seeds=20, size=5, blank_percent=100):
        swapped = [row[:] for row in problem.planted]
        swapped[0][0], swapped[-1][-1] = swapped[-1][-1], swapped[0][0]
        assert reward(problem, text(swapped)) < 0.1


def shortcut_step_by_step(problem):
    """Puts each number on the first empty neighbour of the one before that is no farther from the next given one."""
    height, width = len(problem.grid), len(problem.grid[0])
    grid = [row[:] for row in problem.grid]
    places = {number: (r, c) for r, row in enumerate(grid) for c, number in enumerate(row) if number}
    empty = [(r, c) for r in range(height) for c in range(width) if not grid[r][c]]
    for number in range(1, height * width + 1):
        if number in places:
            continue
        goal = min((given for given in places if given > number), default=None)

        def distance(cell, number=number, goal=goal):
            before, after = places.get(number - 1), places.get(goal)
            apart = 0 if before is None else abs(cell[0] - before[0]) + abs(cell[1] - before[1]) - 1
            ahead = 0 if after is None else abs(cell[0] - after[0]) + abs(cell[1] - after[1]) - (goal - number)
            return (max(apart, 0), max(ahead, 0))

        r, c = places[number] = min(empty, key=distance)
        empty.remove((r, c))
        grid[r][c] = number
    return grid
