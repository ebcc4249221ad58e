from math import gcd, prod

from rlve.envs.number_theory.pillai_gcd_sum import PillaiGcdSum
from rlve.envs.toolkit.numbers import factorization
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = PillaiGcdSum(8)  # 1 2 1 4 1 2 1 8
    assert reward(problem, "20") == 1.0
    assert reward(problem, "12") == reward(problem, "15") == 0.0  # without 8 itself, and as if 8 were a prime


def test_equals_the_loop_over_all_numbers():
    for number in range(1, 400):
        assert PillaiGcdSum(number).solution == sum(gcd(i, number) for i in range(1, number + 1))


def test_numbers_have_at_least_three_prime_factors():
    for problem in drawn(PillaiGcdSum, largest=60):
        factors = [d for d in range(2, problem.number) if problem.number % d == 0]
        assert any(problem.number % (a * b) == 0 and a * b < problem.number for a in factors for b in factors)


def shortcut_as_if_square_free(problem):
    """Multiplies 2p - 1 over the prime factors, repeated ones too."""
    return prod((2 * prime - 1) ** exponent for prime, exponent in factorization(problem.number).items())


def shortcut_different_primes(problem):
    """Multiplies 2p - 1 over the different prime factors."""
    return prod(2 * prime - 1 for prime in factorization(problem.number))
