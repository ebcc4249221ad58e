from math import factorial

from rlve.envs.number_theory.factorial_trailing_zeros_base import FactorialTrailingZerosBase
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
