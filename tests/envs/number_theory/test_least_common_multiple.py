from math import gcd, prod

from rlve.envs.number_theory.least_common_multiple import LeastCommonMultiple
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LeastCommonMultiple(12, 20)
    assert reward(problem, "60") == 1.0
    assert reward(problem, "240") == reward(problem, "120") == reward(problem, "4") == 0.0
    assert reward(problem, "0") == -0.5


def test_is_the_first_common_multiple_and_never_the_plain_product():
    for problem in drawn(LeastCommonMultiple, largest_divisor=10, largest_cofactor=30):
        a, b = problem.a, problem.b
        assert problem.solution == next(multiple for multiple in range(b, a * b + 1, b) if multiple % a == 0)
        assert gcd(a, b) not in (1, a, b)


def shortcut_cancel_two_three_and_five(problem):
    """Cancels 2, 3 and 5 once each where both numbers have them."""
    common = prod(prime for prime in (2, 3, 5) if problem.a % prime == problem.b % prime == 0)
    return problem.a * problem.b // common


def shortcut_half_the_product(problem):
    """Multiplies, and halves the product."""
    return problem.a * problem.b // 2
