from math import gcd

from sympy import isprime

from rlve.envs.number_theory.prime_gcd_pair_count import PrimeGcdPairCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = PrimeGcdPairCount(
        [1, 4], [1, 6]
    )  # (2, 2), (2, 4), (2, 6), (3, 3), (3, 6), (4, 2), (4, 6); not (4, 4) or any with 1
    assert reward(problem, "7") == 1.0
    assert reward(problem, "8") == reward(problem, "24") == 0.0


def test_equals_trying_all_pairs():
    for largest in (4, 30, 70):
        for problem in drawn(PrimeGcdPairCount, seeds=25, largest=largest):
            xs, ys = (range(low, high + 1) for low, high in (problem.x_range, problem.y_range))
            assert problem.solution == sum(isprime(gcd(x, y)) for x in xs for y in ys)


def shortcut_density(problem):
    """Takes the density of such pairs, P(2) * 6 / pi^2."""
    (x_low, x_high), (y_low, y_high) = problem.x_range, problem.y_range
    return round(0.4522474 * 0.6079271 * (x_high - x_low + 1) * (y_high - y_low + 1))


def shortcut_twos_and_threes(problem):
    """Counts the pairs of gcd 2 and 3 among even numbers and multiples of 3 by halving and taking thirds."""
    (x_low, x_high), (y_low, y_high) = problem.x_range, problem.y_range
    return sum((x_high // p - (x_low - 1) // p) * (y_high // p - (y_low - 1) // p) for p in (2, 3))
