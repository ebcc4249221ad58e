from itertools import product

import networkx

from rlve.envs.puzzles.hitori_puzzle import HitoriPuzzle
from tests.envs.drawing import drawn, earned, reward

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
    assert reward(EXAMPLE, "*..\n...\n...") == 0.0  # one line is wrong, which is what is had in a hurry, or nearly
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


def test_only_what_is_better_than_in_a_hurry_earns_a_little():
    between = 0
    for problem in drawn(HitoriPuzzle, seeds=60, size=8):
        count = len(problem.grid) + len(problem.grid[0])
        row = next(row for row, marks in enumerate(problem.planted) if "*" in marks)
        answer = [*problem.planted]
        answer[row] = answer[row].replace("*", ".", 1)
        wrong = sum(
            len({number for number, mark in zip(line, marks) if mark == "."}) < marks.count(".")
            for line, marks in zip([*problem.grid, *zip(*problem.grid)], [*answer, *map("".join, zip(*answer))])
        )
        earned_now = reward(problem, "\n".join(answer))
        if wrong:
            assert (earned_now > 0.0) == (count - wrong > problem.right_in_a_hurry)
            between += 0.0 < earned_now < 1.0
    assert between > 5


def shortcut_later_ones(problem):
    """Shades in reading order every number that occurred before in its line, next to no shaded cell."""
    height, width = len(problem.grid), len(problem.grid[0])
    shaded = set[tuple[int, int]]()
    for r, c in product(range(height), range(width)):
        before = [(r, k) for k in range(c)] + [(k, c) for k in range(r)]
        repeated = any(problem.grid[a][b] == problem.grid[r][c] and (a, b) not in shaded for a, b in before)
        if repeated and shaded.isdisjoint([(r - 1, c), (r, c - 1)]):
            shaded.add((r, c))
    return ["".join("*" if (r, c) in shaded else "." for c in range(width)) for r in range(height)]


def shortcut_most_conflicts_first(problem):
    """Shades the number that repeats most among the unshaded ones, next to no shaded cell, again and again."""
    height, width = len(problem.grid), len(problem.grid[0])
    free = set(product(range(height), range(width)))
    while True:
        shaded = set(product(range(height), range(width))) - free
        allowed = [
            (r, c) for r, c in sorted(free) if shaded.isdisjoint([(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)])
        ]

        def conflicts(cell):
            return sum(
                problem.grid[r][c] == problem.grid[cell[0]][cell[1]] and (r == cell[0]) != (c == cell[1])
                for r, c in free
            )

        worst = max(allowed, key=conflicts, default=None)
        if worst is None or not conflicts(worst):
            return ["".join("." if (r, c) in free else "*" for c in range(width)) for r in range(height)]
        free.remove(worst)


def test_the_hurried_are_seldom_right_but_sometimes():
    assert 0.0 < earned("hitori_puzzle", shortcut_most_conflicts_first, 3, problems=100) < 0.35
