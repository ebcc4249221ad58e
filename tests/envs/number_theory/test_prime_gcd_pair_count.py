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
