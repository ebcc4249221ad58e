from math import gcd, pi

from rlve.envs.number_theory.coprime_pair_count import CoprimePairCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = CoprimePairCount([1, 3], [1, 2])  # all but (2, 2)
    assert reward(problem, "5") == 1.0
    assert reward(problem, "4") == reward(problem, "6") == 0.0
    assert reward(CoprimePairCount([2, 4], [4, 6]), "4") == 1.0  # (2, 5), (3, 4), (3, 5), (4, 5)


def test_equals_trying_all_pairs():
    for largest in (8, 30, 70):
        for problem in drawn(CoprimePairCount, seeds=25, largest=largest):
            xs, ys = (range(low, high + 1) for low, high in (problem.x_range, problem.y_range))
            assert problem.solution == sum(gcd(x, y) == 1 for x in xs for y in ys)


def shortcut_six_over_pi_squared(problem):
    """Takes the density of coprime pairs."""
    (x_low, x_high), (y_low, y_high) = problem.x_range, problem.y_range
    return round(6 / pi**2 * (x_high - x_low + 1) * (y_high - y_low + 1))
