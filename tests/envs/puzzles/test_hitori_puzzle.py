from itertools import product

import networkx

from rlve.envs.puzzles.hitori_puzzle import HitoriPuzzle
from tests.envs.drawing import drawn, reward

EXAMPLE = HitoriPuzzle(grid=[[1, 1, 2], [2, 3, 1], [3, 2, 3]], planted=["*..", "...", "..*"])


def is_solution(grid: list[list[int]], shading: list[str]) -> bool:
    graph = networkx.grid_2d_graph(len(grid), len(grid[0]))
    shaded = [(r, c) for r, c in graph if shading[r][c] == "*"]
    if any(graph.has_edge(a, b) for a in shaded for b in shaded):
        return False
    graph.remove_nodes_from(shaded)
    if not graph or not networkx.is_connected(graph):
        return False
    return not any(
        a != b and grid[a[0]][a[1]] == grid[b[0]][b[1]] and (a[0] == b[0] or a[1] == b[1]) for a in graph for b in graph
    )


def test_worked_example():
    assert reward(EXAMPLE, "*..\n...\n..*") == reward(EXAMPLE, ".*.\n...\n*..") == 1.0
    assert 0.0 < reward(EXAMPLE, "*..\n...\n...") < 0.2
    assert reward(EXAMPLE, "**.\n...\n..*") == reward(EXAMPLE, ".*.\n*..\n...") == reward(EXAMPLE, "*..\n...") == -0.5
    assert reward(EXAMPLE, "*..\n*..\n...") == -0.5


def test_accepts_exactly_the_patterns_that_keep_the_rules():
    for problem in drawn(HitoriPuzzle, seeds=8, size=3):
        rows, columns = len(problem.grid), len(problem.grid[0])
        for cells in product(".*", repeat=rows * columns):
            shading = ["".join(cells[r * columns : (r + 1) * columns]) for r in range(rows)]
            assert (reward(problem, "\n".join(shading)) == 1.0) == is_solution(problem.grid, shading)


def test_planted_patterns_keep_the_rules_and_something_is_to_be_shaded():
    for size in (4, 7, 12):
        for problem in drawn(HitoriPuzzle, seeds=10, size=size):
            assert is_solution(problem.grid, problem.planted)
            unshaded = "\n".join("." * len(row) for row in problem.grid)
            assert reward(problem, unshaded) < 0.01
