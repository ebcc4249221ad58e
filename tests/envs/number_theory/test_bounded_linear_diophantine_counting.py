from itertools import product

from rlve.envs.number_theory.bounded_linear_diophantine_counting import BoundedLinearDiophantineCounting
from tests.envs.drawing import drawn, reward


def counted(problem: BoundedLinearDiophantineCounting) -> int:
    xs = range(problem.x_range[0], problem.x_range[1] + 1)
    ys = range(problem.y_range[0], problem.y_range[1] + 1)
    return sum(problem.a * x + problem.b * y + problem.c == 0 for x, y in product(xs, ys))


def test_worked_example():
    problem = BoundedLinearDiophantineCounting(2, -3, 1, [-2, 4], [-1, 3])  # (-2, -1), (1, 1) and (4, 3), all at ends
    assert "2*x - 3*y + 1 = 0" in problem.statement()
    assert "-3*y + 519 = 0" in BoundedLinearDiophantineCounting(0, -3, 519, [-2, 4], [-1, 3]).statement()
    assert "2*x - 3*y = 0" in BoundedLinearDiophantineCounting(2, -3, 0, [-2, 4], [-1, 3]).statement()
    assert reward(problem, "3") == 1.0
    assert reward(problem, "2") == 0.0
    assert reward(problem, "-1") == -0.5


def test_equals_trying_all_pairs():
    for coefficient, radius in ((3, 6), (6, 12), (12, 20)):
        for problem in drawn(BoundedLinearDiophantineCounting, seeds=60, coefficient=coefficient, radius=radius):
            assert problem.solution == counted(problem)


def test_all_signs_zero_coefficients_and_equations_without_solutions():
    for a, b, c in product((-4, -3, 0, 2, 6), (-6, 0, 3, 4), range(-13, 14)):
        if a or b:
            problem = BoundedLinearDiophantineCounting(a, b, c, [-3, 5], [-7, 2])
            assert problem.solution == counted(problem)


def shortcut_one_range_over_its_step(problem):
    """Takes the shorter count of steps and forgets where the line leaves the other range."""
    return max(0, problem.estimate() - 1) if problem.a and problem.b else 0


def shortcut_ignore_the_range_of_y(problem):
    """Counts the x of its range for which y is whole, wherever y lies."""
    low, high = problem.x_range
    return sum((problem.a * x + problem.c) % (problem.b or 1) == 0 for x in range(low, min(high, low + 5000) + 1))
