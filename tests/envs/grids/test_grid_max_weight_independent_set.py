from itertools import product

from rlve.envs.grids.grid_max_weight_independent_set import GridMaxWeightIndependentSet
from tests.envs.drawing import drawn, reward


def heaviest(grid: list[list[int]]) -> int:
    """Row by row, for each set of cells of the row that may be chosen together."""
    width = len(grid[0])
    masks = [mask for mask in range(1 << width) if not mask & mask << 1]
    best = {0: 0}
    for row in grid:
        values = {mask: sum(x for c, x in enumerate(row) if mask >> c & 1) for mask in masks}
        best = {mask: values[mask] + max(v for above, v in best.items() if not above & mask) for mask in masks}
    return max(best.values())


def test_worked_example():
    problem = GridMaxWeightIndependentSet([[9, 1, 1], [1, 1, 8], [1, 9, 1]])
    assert reward(problem, "100\n001\n010") == 1.0
    assert reward(problem, "100\n001\n000") == 0.0
    assert reward(problem, "110\n001\n010") == reward(problem, "100\n010\n010") == reward(problem, "100\n001") == -0.5
    assert reward(problem, "100\n002\n010") == -1.0


def test_equals_the_profiles_of_rows():
    for shortest, longest in ((3, 4), (4, 6)):
        for problem in drawn(GridMaxWeightIndependentSet, seeds=10, shortest_side=shortest, longest_side=longest):
            assert problem.total(problem.solution) == heaviest(problem.grid)
            assert problem.score(problem.solution) == 1.0


def test_neighbours_are_refused():
    problem = GridMaxWeightIndependentSet([[9, 1, 4], [1, 5, 8]])
    for marks in product("01", repeat=6):
        rows = ["".join(marks[:3]), "".join(marks[3:])]
        touching = any("11" in row for row in rows) or any(a == b == "1" for a, b in zip(*rows))
        assert (reward(problem, "\n".join(rows)) == -0.5) == touching


def shortcut_largest_first(problem):
    """Takes the largest number that is still allowed, again and again."""
    return problem.greedy()


def shortcut_best_rows(problem):
    """The best cells of every second row."""
    width = len(problem.grid[0])
    masks = [mask for mask in range(1 << min(width, 12)) if not mask & mask << 1]

    def best(row):
        mask = max(masks, key=lambda m: sum(x for c, x in enumerate(row) if m >> c & 1))
        return "".join("01"[mask >> c & 1] for c in range(width))

    rows = [best(row) for row in problem.grid]
    ways = [[row if r % 2 == odd else "0" * width for r, row in enumerate(rows)] for odd in (0, 1)]
    return max(ways, key=problem.total)


def shortcut_worth_more_than_its_neighbours(problem):
    """First the cells whose number exceeds most the mean of the numbers around them."""
    grid = problem.grid
    cells = {(r, c): x for r, row in enumerate(grid) for c, x in enumerate(row)}

    def gain(cell):
        r, c = cell
        near = [cells[other] for other in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) if other in cells]
        return cells[cell] - sum(near) / len(near)

    chosen = set()
    for r, c in sorted(cells, key=lambda cell: -gain(cell)):
        if chosen.isdisjoint({(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}):
            chosen.add((r, c))
    return problem.drawn(chosen)
