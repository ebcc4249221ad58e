from itertools import product

from rlve.envs.algebra.difference_constraint_system import DifferenceConstraintSystem
from tests.envs.drawing import drawn, reward


def satisfied(problem: DifferenceConstraintSystem, values: tuple[int, ...]) -> int:
    """Of the inequalities as the statement writes them."""
    names = {f"x{number}": value for number, value in enumerate(values, start=1)}
    lines = [line.split() for line in problem.statement().split("\n") if " <= " in line]
    return sum(names[left] - names[right] <= int(bound) for left, _, right, _, bound in lines)


def test_worked_example():
    problem = DifferenceConstraintSystem(3, [[1, 2, -1], [2, 3, -2], [1, 3, -3]])
    assert reward(problem, "0 1 3") == reward(problem, "-3, -2, 0") == reward(problem, "100 200 300") == 1.0
    assert reward(problem, "0 1 2") == 0.0
    assert reward(problem, "0 1") == -0.5
    assert reward(problem, "0 1 2.5") == -1.0


def test_solutions_may_be_shifted_and_are_as_large_as_one_likes():
    problem = DifferenceConstraintSystem(2, [[1, 2, 0], [2, 1, 0]])
    assert reward(problem, f"{10**50} {10**50}") == 1.0
    assert reward(problem, f"{10**50} {10**50 + 1}") == 0.0


def test_agrees_with_every_vector_of_a_box():
    for problem in drawn(DifferenceConstraintSystem, seeds=25, unknowns=3, constraints=5):
        for values in product(range(-3, 4), repeat=3):
            assert (reward(problem, " ".join(map(str, values))) == 1.0) == (satisfied(problem, values) == 5)


def test_solutions_of_larger_systems():
    for unknowns in (4, 9, 19):
        for problem in drawn(DifferenceConstraintSystem, seeds=30, unknowns=unknowns, constraints=2 * unknowns):
            assert satisfied(problem, problem.solution) == 2 * unknowns
            assert 3 * satisfied(problem, [5] * unknowns) <= 4 * unknowns
            assert len({(i, j) for i, j, _ in problem.constraints}) == 2 * unknowns


def relaxed(problem, passes):
    values = [0] * problem.unknowns
    for _ in range(passes):
        for i, j, bound in problem.constraints:
            values[i - 1] = min(values[i - 1], values[j - 1] + bound)
    return values


def shortcut_one_pass(problem):
    """Lower each left-hand unknown as far as its inequality asks, once in the given order."""
    return relaxed(problem, 1)


def shortcut_two_passes(problem):
    """Lower each left-hand unknown as far as its inequality asks, twice in the given order."""
    return relaxed(problem, 2)


def shortcut_passes_from_below(problem):
    """Raise each right-hand unknown as far as its inequality asks, twice in the given order."""
    values = [0] * problem.unknowns
    for _ in range(2):
        for i, j, bound in problem.constraints:
            values[j - 1] = max(values[j - 1], values[i - 1] - bound)
    return values
