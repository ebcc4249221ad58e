from sympy import divisor_count

from rlve.envs.number_theory.smallest_number_with_k_divisors import SmallestNumberWithKDivisors
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SmallestNumberWithKDivisors(count=6, factor=9)  # 9 has 3 divisors, 18 has 6
    assert reward(problem, "18") == 1.0
    assert reward(problem, "12") == reward(problem, "45") == reward(problem, "36") == 0.0
    assert reward(problem, "0") == -0.5
    assert reward(SmallestNumberWithKDivisors(count=4, factor=1), "6") == 1.0
    assert reward(SmallestNumberWithKDivisors(count=5, factor=3), "81") == 1.0


def test_equals_counting_the_divisors_of_every_multiple():
    for problem in drawn(SmallestNumberWithKDivisors, seeds=60, largest_count=20, largest_factor=20):
        if problem.solution < 20_000:
            multiples = range(problem.factor, problem.solution + 1, problem.factor)
            assert next(number for number in multiples if divisor_count(number) == problem.count) == problem.solution
        assert divisor_count(problem.solution) == problem.count
        assert problem.solution % problem.factor == 0


def least_with(count: int) -> int:
    return SmallestNumberWithKDivisors(count, 1).solution


def shortcut_forget_the_factor(problem):
    """The smallest number with that many divisors, a multiple or not."""
    return least_with(problem.count)


def shortcut_powers_of_two(problem):
    """Multiplies the factor by a power of two until there are enough divisors."""
    number = problem.factor
    while divisor_count(number) < problem.count:
        number *= 2
    return number
