from collections import Counter

from rlve.envs.grids.largest_grid_component import LargestGridComponent
from tests.envs.drawing import drawn, reward


def largest(rows: list[str]) -> int:
    """By taking over the least label of the neighbours until nothing changes."""
    labels = {(r, c): (r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "1"}
    changed = True
    while changed:
        changed = False
        for (r, c), label in labels.items():
            around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            least = min([label, *(labels[cell] for cell in around if cell in labels)])
            changed |= least != label
            labels[r, c] = least
    return max(Counter(labels.values()).values(), default=0)


def test_worked_example():
    problem = LargestGridComponent(["1100", "0010", "1011", "1001"])
    assert reward(problem, "4") == 1.0
    assert reward(problem, "6") == reward(problem, "3") == reward(problem, "0") == 0.0  # 6 with corners
    assert reward(problem, "17") == -0.5


def test_the_last_cell_of_a_row_does_not_touch_the_first_of_the_next():
    assert LargestGridComponent(["001", "100", "000"]).solution == 1
    assert LargestGridComponent(["000", "000"]).solution == 0


def test_equals_the_spreading_of_labels():
    for shortest, longest in ((1, 3), (4, 5), (9, 12)):
        for problem in drawn(LargestGridComponent, seeds=40, shortest_side=shortest, longest_side=longest):
            assert problem.solution == largest(problem.rows)
            assert problem.solution < "".join(problem.rows).count("1")


def shortcut_half(problem):
    """Half of the ones."""
    return sum(row.count("1") for row in problem.rows) // 2


def shortcut_rows_only(problem):
    """The ones of the fullest row and of those above and below it."""
    counts = [row.count("1") for row in problem.rows]
    place = counts.index(max(counts))
    return sum(counts[max(0, place - 1) : place + 2])


def shortcut_largest_but_one_cell(problem):
    """All ones but those without a neighbour."""
    cells = {(r, c) for r, row in enumerate(problem.rows) for c, cell in enumerate(row) if cell == "1"}
    return sum(bool({(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & cells) for r, c in cells)
