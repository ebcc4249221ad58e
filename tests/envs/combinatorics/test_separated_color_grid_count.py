from itertools import combinations
from math import comb

from rlve.envs.combinatorics.separated_color_grid_count import SeparatedColorGridCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # the cell of colour 1 leaves a square of four cells to the two of colour 2
    problem = SeparatedColorGridCount(3, 3, [1, 2], modulus=1009)
    assert reward(problem, "54") == 1.0
    assert reward(problem, "252") == reward(problem, "27") == 0.0
    assert SeparatedColorGridCount(2, 2, [1, 2], 1009).solution == 0
    assert reward(problem, "1009") == -0.5


def paintings(problem: SeparatedColorGridCount, colour: int, rows: set[int], columns: set[int]) -> int:
    """Paints colour after colour, in rows and columns that no other has."""
    if colour == len(problem.cells):
        return 1
    cells = [(row, column) for row in sorted(rows) for column in sorted(columns)]
    return sum(
        paintings(problem, colour + 1, rows - {row for row, _ in chosen}, columns - {column for _, column in chosen})
        for chosen in combinations(cells, problem.cells[colour])
    )


def test_equals_all_paintings():
    for rows, columns in ((2, 2), (2, 3), (3, 3), (3, 4)):
        for cells in ([1, 1], [2, 1], [1, 2], [3, 1], [2, 2], [1, 1, 1], [2, 1, 1], [4, 1]):
            problem = SeparatedColorGridCount(rows, columns, cells, 1009)
            assert problem.paintings() == paintings(problem, 0, set(range(rows)), set(range(columns)))


def test_the_order_of_colours_does_not_matter():
    for problem in drawn(SeparatedColorGridCount, seeds=10, largest=6, colours=3, most_cells=4):
        turned = SeparatedColorGridCount(problem.columns, problem.rows, problem.cells[::-1], problem.modulus)
        assert problem.solution == turned.solution


def shortcut_colours_may_meet(problem):
    """Chooses the cells of each colour among those that are left."""
    left, count = problem.rows * problem.columns, 1
    for cells in problem.cells:
        count *= comb(left, cells)
        left -= cells
    return count % problem.modulus


def shortcut_own_row_and_column(problem):
    """Gives every painted cell a row and column of its own."""
    rows, columns, count = problem.rows, problem.columns, 1
    for cells in problem.cells:
        for chosen in range(cells):
            count = count * max(0, rows) * max(0, columns) // (chosen + 1)
            rows, columns = rows - 1, columns - 1
    return count % problem.modulus


def shortcut_first_colour_takes_one_line_each(problem):
    """Chooses the cells of each colour among the rows and columns that are left if each earlier one took one of them."""
    count = 1
    for colour, cells in enumerate(problem.cells):
        count *= comb(max(0, problem.rows - colour) * max(0, problem.columns - colour), cells)
    return count % problem.modulus
