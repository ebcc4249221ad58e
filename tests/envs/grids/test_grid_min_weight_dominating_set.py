from rlve.envs.grids.grid_min_weight_dominating_set import GridMinWeightDominatingSet
from tests.envs.drawing import drawn, reward


def least(costs: list[list[int]]) -> int:
    """By all sets of cells, as bits."""
    width, size = len(costs[0]), len(costs) * len(costs[0])
    near = []
    for place in range(size):
        r, c = divmod(place, width)
        around = [(r, c), (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        near.append(sum(1 << a * width + b for a, b in around if 0 <= a < len(costs) and 0 <= b < width))
    covered, price = [0], [0]
    for place in range(size):
        covered += [mask | near[place] for mask in covered]
        price += [cost + costs[place // width][place % width] for cost in price]
    return min(cost for mask, cost in zip(covered, price) if mask == (1 << size) - 1)


def test_worked_example():
    problem = GridMinWeightDominatingSet([[9, 1, 9], [1, 9, 1], [9, 1, 9]])
    assert reward(problem, "1 2\n2 1\n2 3\n3 2") == reward(problem, "(3, 2), (1, 2), (2, 3), (2, 1)") == 1.0
    assert reward(problem, "1 2\n2 1\n2 3\n3 2\n1 1") == 0.0
    assert reward(problem, "1 2\n2 1\n3 2") == -0.5  # nothing beside the cell in row 2, column 3
    assert reward(problem, "1 2\n2 1\n2 3\n3 2\n3 2") == reward(problem, "1 2\n2 1\n2 3\n4 2") == -0.5
    assert reward(problem, "1 2 3") == -0.5


def test_equals_all_sets_of_cells():
    for problem in drawn(GridMinWeightDominatingSet, seeds=3, most_rows=3, most_columns=4, largest=9):
        assert problem.total(problem.solution) == least(problem.costs)
        assert problem.score(problem.solution) == 1.0
        turned = GridMinWeightDominatingSet([[*column] for column in zip(*problem.costs)])
        assert turned.total(turned.solution) == least(problem.costs)


def test_turned_grids_cost_the_same():
    for problem in drawn(GridMinWeightDominatingSet, seeds=2, most_rows=6, most_columns=5, largest=20):
        turned = GridMinWeightDominatingSet([[*column] for column in zip(*problem.costs)])
        assert turned.total(turned.solution) == problem.total(problem.solution)


def shortcut_greedy(problem):
    """The cell that costs least for each cell it covers, again and again."""
    return problem.greedy()


def shortcut_dear_cells_go(problem):
    """Begins with all cells and leaves out the dearest one that is not needed, again and again."""
    return problem.thinned()


def shortcut_every_second_cell(problem):
    """One of the two chessboard colours."""
    height, width = len(problem.costs), len(problem.costs[0])
    colours = [[[r + 1, c + 1] for r in range(height) for c in range(width) if (r + c) % 2 == odd] for odd in (0, 1)]
    return min(colours, key=problem.total)
