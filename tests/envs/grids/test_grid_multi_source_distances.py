from rlve.envs.grids.grid_multi_source_distances import GridMultiSourceDistances
from tests.envs.drawing import drawn, reward


def relaxed(rows: list[str]) -> list[list[int]]:
    """By lowering estimates until nothing changes."""
    far = 10**6
    free = {(r, c): 0 if x == "1" else far for r, row in enumerate(rows) for c, x in enumerate(row) if x != "X"}
    changed = True
    while changed:
        changed = False
        for (r, c), steps in free.items():
            around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            least = min([steps, *(free[cell] + 1 for cell in around if cell in free)])
            changed |= least < steps
            free[r, c] = least
    return [[-1 if free.get((r, c), far) >= far else free[r, c] for c in range(len(rows[0]))] for r in range(len(rows))]


def test_worked_example():
    problem = GridMultiSourceDistances(["1X0", "00X", "X01"])
    assert reward(problem, "0 -1 -1\n1 2 -1\n-1 1 0") == 1.0
    assert 0.0 <= reward(problem, "0 -1 3\n1 2 -1\n-1 1 0") < 0.2  # the corner cannot be reached
    assert reward(problem, "0 -1 -1\n1 2 -1") == reward(problem, "0 -1 -2\n1 2 -1\n-1 1 0") == -0.5
    assert reward(problem, "0 X X\n1 2 X\nX 1 0") == -1.0


def test_equals_relaxation():
    for shortest, longest in ((3, 5), (6, 9)):
        for problem in drawn(GridMultiSourceDistances, seeds=25, shortest_side=shortest, longest_side=longest):
            assert problem.solution == relaxed(problem.rows)
            assert max(map(max, problem.solution)) >= max(len(problem.rows), len(problem.rows[0]))


def test_cells_out_of_reach_occur():
    problems = drawn(GridMultiSourceDistances, seeds=60, shortest_side=5, longest_side=7)
    cut_off = [any(x == "0" and steps == -1 for line, row in zip(problem.rows, problem.solution)
                   for x, steps in zip(line, row)) for problem in problems]  # fmt: skip
    assert sum(cut_off) > 20


def shortcut_straight(problem):
    """Takes rows and columns apart, as if walls were no obstacles."""
    cells = [(r, c) for r, row in enumerate(problem.rows) for c, x in enumerate(row) if x == "1"]
    return [
        [-1 if x == "X" else min(abs(r - a) + abs(c - b) for a, b in cells) for c, x in enumerate(row)]
        for r, row in enumerate(problem.rows)
    ]


def shortcut_two_passes(problem):
    """Goes over the cells once from the top left and once from the bottom right."""
    return problem.swept()
