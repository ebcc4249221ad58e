from math import factorial

from rlve.envs.number_theory.factorial_trailing_zeros_base import FactorialTrailingZerosBase
from rlve.envs.toolkit.numbers import factorial_valuation, factorization
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = FactorialTrailingZerosBase(10, 12)  # 10! = 2^8 * 3^4 * 5^2 * 7 and 12 = 2^2 * 3
    assert reward(problem, "4") == 1.0
    assert reward(problem, "8") == reward(problem, "5") == 0.0
    assert reward(FactorialTrailingZerosBase(7, 8), "1") == 1.0  # 7! has 2^4: the exponent counts, not the prime


def test_equals_repeated_division_of_the_factorial():
    for largest in (20, 90, 400):
        for problem in drawn(FactorialTrailingZerosBase, seeds=40, largest=largest, largest_base=10**4):
            rest, zeros = factorial(problem.number), 0
            while rest % problem.base == 0:
                rest, zeros = rest // problem.base, zeros + 1
            assert zeros == problem.solution >= 2


def shortcut_largest_prime(problem):
    """Looks at the largest prime of the base only."""
    largest, exponent = max(factorization(problem.base).items())
    return factorial_valuation(problem.number, largest) // exponent


def shortcut_largest_prime_power(problem):
    """Looks at the largest prime power in the base only."""
    prime, exponent = max(factorization(problem.base).items(), key=lambda factor: factor[0] ** factor[1])
    return factorial_valuation(problem.number, prime) // exponent


def shortcut_first_multiples_only(problem):
    """Takes n // p for the exponent of p in n!."""
    return min(problem.number // prime // exponent for prime, exponent in factorization(problem.base).items())


def shortcut_legendre_without_digits(problem):
    """Takes n / (p - 1) for the exponent of p in n!."""
    factors = factorization(problem.base).items()
    return min(problem.number // ((prime - 1) * exponent) for prime, exponent in factors)
