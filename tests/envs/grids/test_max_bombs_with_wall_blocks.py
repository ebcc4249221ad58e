from itertools import combinations

from rlve.envs.grids.max_bombs_with_wall_blocks import MaxBombsWithWallBlocks
from tests.envs.drawing import drawn, reward


def conflict(grid: list[str], first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether two bombs see one another, looked at cell by cell."""
    (r, c), (s, d) = sorted([first, second])
    if r == s:
        return all(grid[r][x] != "#" for x in range(c, d + 1))
    return c == d and all(grid[x][c] != "#" for x in range(r, s + 1))


def most(grid: list[str]) -> int:
    free = [(r, c) for r, row in enumerate(grid) for c, x in enumerate(row) if x == "*"]

    def search(number: int, chosen: list[tuple[int, int]]) -> int:
        if number == len(free):
            return len(chosen)
        best = search(number + 1, chosen)
        if not any(conflict(grid, free[number], other) for other in chosen):
            best = max(best, search(number + 1, [*chosen, free[number]]))
        return best

    return search(0, [])


def test_worked_example():
    problem = MaxBombsWithWallBlocks(["*x*", "*#*", "xx*"])
    assert reward(problem, "Bx*\n*#B\nxx*") == 1.0
    assert reward(problem, "*xB\nB#*\nxx*") == 1.0
    assert reward(problem, "*xB\n*#*\nxx*") < 0.3
    assert reward(problem, "BxB\n*#*\nxx*") == reward(problem, "Bx*\nB#*\nxx*") == -0.5  # crates part no bombs
    assert reward(problem, "Bx*\n*#B\nBx*") == reward(problem, "Bx*\n**B\nxx*") == reward(problem, "Bx*\n*#B") == -0.5
    assert reward(problem, "Bx*\n*#B\nxx0") == -1.0


def test_equals_trying_all_places():
    grids = [problem.grid for problem in drawn(MaxBombsWithWallBlocks, seeds=6, shortest_side=5, longest_side=5)]
    for grid in [*grids, ["*#*", "***"], ["****"], ["*#*#*"], ["xx"]]:
        problem = MaxBombsWithWallBlocks(grid)
        segments = problem.segments()
        assert len(problem.placed(segments, problem.greedily(segments))) == most(grid)
        assert problem.score(problem.solution) == 1.0


def test_any_pair_that_conflicts_is_refused():
    for problem in drawn(MaxBombsWithWallBlocks, seeds=2, shortest_side=5, longest_side=6):
        free = [(r, c) for r, row in enumerate(problem.grid) for c, x in enumerate(row) if x == "*"]
        for first, second in combinations(free, 2):
            rows = [
                "".join("B" if (r, c) in (first, second) else x for c, x in enumerate(row))
                for r, row in enumerate(problem.grid)
            ]
            assert (reward(problem, "\n".join(rows)) == -0.5) == conflict(problem.grid, first, second)


def placed(problem, order):
    bombs = []
    for cell in order:
        if not any(conflict(problem.grid, cell, other) for other in bombs):
            bombs.append(cell)
    return ["".join("B" if (r, c) in bombs else x for c, x in enumerate(row)) for r, row in enumerate(problem.grid)]


def shortcut_row_by_row(problem):
    """Places a bomb wherever it is still allowed, row by row."""
    return placed(problem, [*problem.segments()])


def shortcut_from_below(problem):
    """The same from the last cell to the first."""
    return placed(problem, [*problem.segments()][::-1])


def shortcut_few_conflicts_first(problem):
    """Places bombs first where they see the fewest other free cells."""
    free = [*problem.segments()]
    return placed(problem, sorted(free, key=lambda cell: sum(conflict(problem.grid, cell, other) for other in free)))
