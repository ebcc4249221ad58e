from functools import cache
from itertools import product

from rlve.envs.combinatorics.bitwise_superset_lattice_paths import BitwiseSupersetLatticePaths
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # x first to 1, 2 or 3 and y to 1: with x in one step 2 orders, with x in two steps 2 * 3; by (1, 0, 0) go 3 of 8
    assert reward(BitwiseSupersetLatticePaths([3, 1, 0], [], 100), "8") == 1.0
    problem = BitwiseSupersetLatticePaths([3, 1, 0], [[1, 0, 0]], 100)  # from there: y, x; x, y
    assert reward(problem, "6") == 1.0
    assert reward(problem, "8") == reward(problem, "5") == 0.0
    assert reward(problem, "100") == -0.5
    assert BitwiseSupersetLatticePaths([3, 1, 0], [[1, 0, 0], [1, 1, 0], [2, 1, 0]], 100).solution == 3


def walked(problem: BitwiseSupersetLatticePaths) -> int:
    banned = {tuple(point) for point in problem.forbidden}

    @cache
    def ways(point: tuple[int, ...]) -> int:
        if point in banned:
            return 0
        if point == tuple(problem.goal):
            return 1
        total = 0
        for axis in range(3):
            for value in range(point[axis] + 1, problem.goal[axis] + 1):
                if point[axis] & value == point[axis] and value & problem.goal[axis] == value:
                    total += ways((*point[:axis], value, *point[axis + 1 :]))
        return total

    return ways((0, 0, 0))


def test_equals_walking():
    for largest, forbidden in ((6, 3), (15, 8)):
        for problem in drawn(BitwiseSupersetLatticePaths, seeds=12, largest=largest, forbidden=forbidden):
            assert problem.paths() == walked(problem)
            assert problem.solution == problem.paths() % problem.modulus


def test_no_forbidden_point_is_an_end_or_given_twice():
    for problem in drawn(BitwiseSupersetLatticePaths, seeds=30, largest=6, forbidden=4):
        points = {tuple(point) for point in problem.forbidden}
        assert len(points) == len(problem.forbidden)
        assert not points & {(0, 0, 0), tuple(problem.goal)}


def shortcut_nothing_is_forbidden(problem):
    """Forgets the forbidden points."""
    return BitwiseSupersetLatticePaths(problem.goal, [], problem.modulus).solution


def shortcut_one_bit_a_step(problem):
    """Lets a step add a single one, and walks around the forbidden points."""
    banned = {tuple(point) for point in problem.forbidden}
    ways = {(0, 0, 0): 1}
    for point in product(*(submasks(number) for number in problem.goal)):
        if point not in ways:
            below = [
                (*point[:axis], point[axis] - bit, *point[axis + 1 :])
                for axis in range(3)
                for bit in (1 << place for place in range(20))
                if point[axis] & bit
            ]
            ways[point] = 0 if point in banned else sum(ways[other] for other in below)
    return ways[tuple(problem.goal)] % problem.modulus if sum(map(int.bit_count, problem.goal)) < 12 else 0


def submasks(number):
    return [part for part in range(number + 1) if part & number == part]


def shortcut_subtracts_each_point(problem):
    """Subtracts the paths through each forbidden point, those through two of them twice."""
    free = BitwiseSupersetLatticePaths(problem.goal, [], problem.modulus)
    through = sum(
        BitwiseSupersetLatticePaths(point, [], 1).paths()
        * BitwiseSupersetLatticePaths([a ^ b for a, b in zip(point, problem.goal)], [], 1).paths()
        for point in problem.forbidden
    )
    return (free.paths() - through) % problem.modulus
