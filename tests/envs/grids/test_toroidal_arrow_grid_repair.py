from itertools import permutations

from rlve.envs.grids.toroidal_arrow_grid_repair import ToroidalArrowGridRepair, cheapest_assignment
from tests.envs.drawing import drawn, reward


def fewest_changes(problem: ToroidalArrowGridRepair) -> int:
    """By trying all letters, cell by cell, with no cell entered twice."""
    places = [(r, c) for r in range(len(problem.grid)) for c in range(len(problem.grid[0]))]
    best = len(places)

    def search(number: int, entered: frozenset[tuple[int, int]], changed: int) -> None:
        nonlocal best
        if changed >= best:
            return
        if number == len(places):
            best = changed
            return
        r, c = places[number]
        for letter in "LRUD":
            goal = problem.target(r, c, letter)
            if goal not in entered:
                search(number + 1, entered | {goal}, changed + (letter != problem.grid[r][c]))

    search(0, frozenset(), 0)
    return best


def test_worked_example():
    problem = ToroidalArrowGridRepair(["LLL", "DLL", "LUR"])  # by rows: 0 + 1 + 2 changes, by columns: 8
    assert problem.naive() == 3
    assert problem.changes(problem.solution) == fewest_changes(problem) == 3
    assert reward(problem, "LLL\nLLL\nLLL") == 1.0
    assert reward(problem, "LLL\nLLL\nRRR") == 1.0
    assert reward(problem, "LLL\nRRR\nRRR") < 0.2
    assert reward(problem, "LLL\nDLL\nLUR") == -0.5  # unchanged
    assert reward(problem, "LLL\nLLL") == -0.5
    assert reward(problem, "LLL\nLLL\nLLX") == -1.0


def test_equals_trying_all_letters():
    for problem in drawn(ToroidalArrowGridRepair, seeds=12, shortest_side=3, longest_side=3):
        assert problem.changes(problem.solution) == fewest_changes(problem)
        assert problem.score(problem.solution) == 1.0


def test_from_every_cell_one_comes_back():
    for problem in drawn(ToroidalArrowGridRepair, seeds=10, shortest_side=4, longest_side=6):
        cells = [(r, c) for r in range(len(problem.grid)) for c in range(len(problem.grid[0]))]
        for start in cells:
            place = start
            for _ in cells:
                place = problem.target(*place, problem.solution[place[0]][place[1]])
                if place == start:
                    break
            assert place == start


def test_cheapest_assignment_equals_all_permutations():
    tables = [[[(7 * i * j + 3 * i + j * j + seed) % 6 for j in range(5)] for i in range(5)] for seed in range(12)]
    for table in tables:
        chosen = cheapest_assignment([dict(enumerate(row)) for row in table])
        assert sorted(chosen) == list(range(5))
        cost = sum(row[column] for row, column in zip(table, chosen))
        assert cost == min(sum(table[i][p[i]] for i in range(5)) for p in permutations(range(5)))


def shortcut_uniform_rows(problem):
    """Turns each row into the more frequent one of left and right."""
    return [("L" if row.count("L") >= row.count("R") else "R") * len(row) for row in problem.grid]


def shortcut_rows_kept_or_uniform_columns(problem):
    """Turns each column into the more frequent one of up and down."""
    columns = ["U" if each.count("U") >= each.count("D") else "D" for each in zip(*problem.grid)]
    return ["".join(columns)] * len(problem.grid)


def shortcut_keep_what_is_alone(problem):
    """Keeps, row by row, each letter whose target is still free, and turns the others to any free neighbour."""
    entered, rows = set(), []
    for r, row in enumerate(problem.grid):
        letters = ""
        for c, letter in enumerate(row):
            free = [x for x in letter + "LRUD" if problem.target(r, c, x) not in entered]
            letters += (free or [letter])[0]
            entered.add(problem.target(r, c, letters[-1]))
        rows.append(letters)
    return rows
