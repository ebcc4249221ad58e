from math import gcd

from sympy import isprime

from rlve.envs.number_theory.prime_gcd_pair_count import PrimeGcdPairCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = PrimeGcdPairCount(
        4, 6
    )  # (2, 2), (2, 4), (2, 6), (3, 3), (3, 6), (4, 2), (4, 6); not (4, 4) or any with 1
    assert reward(problem, "7") == 1.0
    assert reward(problem, "8") == reward(problem, "24") == 0.0


def test_equals_trying_all_pairs():
    for largest in (4, 30, 70):
        for problem in drawn(PrimeGcdPairCount, seeds=25, largest=largest):
            xs, ys = range(1, problem.most_x + 1), range(1, problem.most_y + 1)
            assert problem.solution == sum(isprime(gcd(x, y)) for x in xs for y in ys)
