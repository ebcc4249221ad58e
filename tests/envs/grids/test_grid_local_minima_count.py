from itertools import permutations
from math import factorial

from rlve.envs.grids.grid_local_minima_count import GridLocalMinimaCount
from tests.envs.drawing import drawn, reward


def tally(height: int, width: int) -> dict[tuple[str, ...], int]:
    """How often each set of local minima occurs among all numberings."""
    places = [(r, c) for r in range(height) for c in range(width)]
    near = {
        p: [places.index(q) for q in places if q != p and max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1] for p in places
    }
    around = [near[p] for p in places]
    counts: dict[tuple[str, ...], int] = {}
    for numbers in permutations(range(len(places))):
        marks = "".join(".X"[all(numbers[i] < numbers[j] for j in others)] for i, others in enumerate(around))
        key = tuple(marks[r * width : (r + 1) * width] for r in range(height))
        counts[key] = counts.get(key, 0) + 1
    return counts


def test_worked_example():
    # 2 x 2: all cells touch, so that 1 stands in the marked cell and the rest is free. In one row of three cells the
    # middle is the only minimum if it holds 1.
    problem = GridLocalMinimaCount([["X.", ".."], [".X."]])
    assert reward(problem, "6 2") == 1.0
    assert reward(problem, "6 3") == reward(problem, "24 2") == 0.0
    assert reward(problem, "6") == -0.5
    assert GridLocalMinimaCount([["X.X"], ["X.."]]).solution == [2, 1 + 1 - 1]
    assert GridLocalMinimaCount([["XX."], ["..."]]).solution == [0, 0]


def test_equals_trying_all_numberings():
    for height, width in ((2, 3), (1, 6)):
        counts = tally(height, width)
        for marks, count in counts.items():
            assert GridLocalMinimaCount([list(marks)] * 2).solution == [count, count]
        assert sum(counts.values()) == factorial(height * width)


def test_all_patterns_of_a_grid_add_up():
    """Nothing is counted twice or left out: every numbering has one set of local minima."""
    patterns = [f"{number:09b}".replace("0", ".").replace("1", "X") for number in range(512)]
    grids = [[marks[:3], marks[3:6], marks[6:]] for marks in patterns]
    apart = [grid for grid in grids if not any(_touching(grid))]
    counts = [GridLocalMinimaCount([grid, ["."]]).solution[0] for grid in apart]
    assert sum(counts) == factorial(9)


def _touching(grid):
    cells = [(r, c) for r, row in enumerate(grid) for c, x in enumerate(row) if x == "X"]
    return [1 for p in cells for q in cells if p < q and max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1]


def test_what_is_drawn_occurs():
    for problem in drawn(GridLocalMinimaCount, seeds=20, most_cells=12):
        assert min(problem.solution) > 0


def shortcut_at_least_these(problem):
    """Takes the chance of each marked cell to be a minimum by itself, and forgets the other cells."""
    counts = []
    for rows in problem.grids:
        height, width = len(rows), len(rows[0])
        count = factorial(height * width)
        for r, row in enumerate(rows):
            for c, mark in enumerate(row):
                if mark == "X":
                    count //= (min(r + 1, height - 1) - max(r - 1, 0) + 1) * (min(c + 1, width - 1) - max(c - 1, 0) + 1)
        counts.append(count)
    return counts


def shortcut_minima_first(problem):
    """Gives the smallest numbers to the marked cells, in any order, and the rest to the others."""
    counts = []
    for rows in problem.grids:
        marked = sum(row.count("X") for row in rows)
        counts.append(factorial(marked) * factorial(len(rows) * len(rows[0]) - marked))
    return counts
