from itertools import combinations

from rlve.envs.optimization.min_cost_box_erasure_3d import MinCostBoxErasure3d
from tests.envs.drawing import drawn, reward

EXAMPLE = MinCostBoxErasure3d([3, 4, 3], [[0, 0, 0], [2, 0, 1], [1, 0, 2], [0, 3, 2], [1, 2, 2], [2, 1, 2]])


def test_worked_example():
    # the layers y = 0 and z = 2 hold all cells; one box for all costs 3
    assert reward(EXAMPLE, "0 3 0 1 0 3\n0 3 0 4 2 3") == reward(EXAMPLE, "0 3 0 1 0 2\n0 3 0 4 2 3") == 1.0
    assert reward(EXAMPLE, "0 3 0 4 0 3") == reward(EXAMPLE, "0 3 0 1 0 3\n0 3 1 4 1 3\n0 1 0 1 0 1") == 0.0
    assert reward(EXAMPLE, "0 3 0 1 0 3\n0 3 0 3 2 3") == -0.5  # 0 3 2 is left
    assert reward(EXAMPLE, "0 3 0 0 0 3") == reward(EXAMPLE, "0 4 0 1 0 3\n0 3 0 4 2 3") == -0.5


def test_all_sets_of_layers():
    for problem in drawn(MinCostBoxErasure3d, seeds=12, shortest=4, longest=4):
        layers = [(axis, i) for axis in range(3) for i in range(problem.sides[axis])]
        fewest = next(
            count
            for count in range(1, 9)
            if any(
                all(any(cell[axis] == i for axis, i in chosen) for cell in problem.cells)
                for chosen in combinations(layers, count)
            )
        )
        assert len(problem.solution) == fewest
        assert reward(problem, problem.answer_format().render(problem.solution)) == 1.0


def shortcut_fullest_layers(problem):
    """Clears the layer with most cells that are left, again and again."""
    return problem.boxes(problem.greedy())


def shortcut_one_box(problem):
    """Clears everything by one box."""
    return [[end for side in problem.sides for end in (0, side)]]


def shortcut_one_axis(problem):
    """Clears layers of one axis only, of the best axis."""
    return problem.boxes(problem.one_axis())
