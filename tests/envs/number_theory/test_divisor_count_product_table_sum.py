from math import isqrt

from rlve.envs.number_theory.divisor_count_product_table_sum import DivisorCountProductTableSum
from tests.envs.drawing import drawn, reward


def divisor_count(n: int) -> int:
    return 2 * sum(n % k == 0 for k in range(1, isqrt(n) + 1)) - (isqrt(n) ** 2 == n)


def test_worked_example():
    # d of 1 2 3 4 and of 2 4 6 8
    problem = DivisorCountProductTableSum([1, 2], [1, 4])
    assert reward(problem, "21") == 1.0
    assert reward(DivisorCountProductTableSum([2, 2], [3, 4]), "8") == 1.0  # d of 6 and 8
    assert reward(problem, "24") == 0.0  # the sum of d(i) * d(j)


def test_equals_counting_the_divisors_of_every_product():
    for largest in (5, 11, 18):
        for problem in drawn(DivisorCountProductTableSum, seeds=10, largest=largest):
            xs, ys = (range(low, high + 1) for low, high in (problem.x_range, problem.y_range))
            assert problem.solution == sum(divisor_count(x * y) for x in xs for y in ys)


def shortcut_product_of_counts(problem):
    """Takes d(x * y) for d(x) * d(y), as if all pairs were coprime."""
    (x_low, x_high), (y_low, y_high) = problem.x_range, problem.y_range
    return sum(map(divisor_count, range(x_low, x_high + 1))) * sum(map(divisor_count, range(y_low, y_high + 1)))
