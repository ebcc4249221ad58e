from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

import pytest

from rlve.envs.probability.cube_dominant_cells_probability import CubeDominantCellsProbability
from tests.envs.drawing import drawn, reward


def orders(sides: list[int]) -> dict[int, int]:
    """By the number of dominant cells, in how many orders the cells can be filled, from the largest number down.

    A cell is dominant if no cell before shares a layer with it.
    """
    cells = list(product(*map(range, sides)))
    near = [sum(1 << i for i, a in enumerate(cells) if any(x == y for x, y in zip(a, b))) for b in cells]
    ways = {(0, 0): 1}  # (cells before, dominant ones)
    for _ in cells:
        after: dict[tuple[int, int], int] = {}
        for (before, dominant), count in ways.items():
            for i in range(len(cells)):
                if not before >> i & 1:
                    state = before | 1 << i, dominant + (not before & near[i])
                    after[state] = after.get(state, 0) + count
        ways = after
    return {dominant: count for (_, dominant), count in ways.items()}


def test_worked_example():
    # The cell of the 8 is dominant; of the 7 others only the opposite one can be, if its number is the 7
    problem = CubeDominantCellsProbability([2, 2, 2], dominant=2)
    assert reward(problem, "1/7") == 1.0
    assert reward(problem, "6/7") == reward(problem, "1/8") == 0.0
    assert reward(CubeDominantCellsProbability([2, 2, 2], dominant=1), "12/14") == 1.0


@pytest.mark.parametrize("sides", [[2, 2, 2], [2, 3, 2]])
def test_all_orders(sides):
    counts = orders(sides)
    for dominant in (1, 2):
        wanted = Fraction(counts[dominant], factorial(prod(sides)))
        assert CubeDominantCellsProbability(sides, dominant).solution == wanted


def test_probabilities_add_up_to_one_and_to_the_expected_number():
    for problem in drawn(CubeDominantCellsProbability, seeds=10, most_layers=5, most_side=8):
        x, y, z = problem.sides
        chances = [CubeDominantCellsProbability(problem.sides, k).solution for k in range(1, min(x, y, z) + 1)]
        assert sum(chances) == 1
        assert all(0 < chance < 1 for chance in chances)
        layers = x * y * z - (x - 1) * (y - 1) * (z - 1)
        assert sum(k * chance for k, chance in enumerate(chances, start=1)) == Fraction(x * y * z, layers)


def shortcut_independent_layers(problem):
    """Lets each layer of the shortest side hold a dominant cell independently of the others."""
    x, y, z = problem.sides
    layers = min(problem.sides)
    chance = Fraction(x * y * z, (x * y * z - (x - 1) * (y - 1) * (z - 1)) * layers)
    return comb(layers, problem.dominant) * chance**problem.dominant * (1 - chance) ** (layers - problem.dominant)


def shortcut_expected_number_of_sets(problem):
    """Takes the expected number of sets of so many dominant cells for the probability, without exclusion."""
    x, y, z = problem.sides
    expected = Fraction(1)
    for j in range(problem.dominant):
        rest = (x - j - 1) * (y - j - 1) * (z - j - 1)
        expected *= Fraction((x - j) * (y - j) * (z - j), x * y * z - rest)
    return expected
