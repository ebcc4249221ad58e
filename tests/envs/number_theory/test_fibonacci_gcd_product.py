from math import gcd

from rlve.envs.number_theory.fibonacci_gcd_product import FibonacciGcdProduct
from tests.envs.drawing import drawn, reward


def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def test_worked_example():
    # i, j up to 4 and 6: gcd 3 at (3, 3) and (3, 6), gcd 4 at (4, 4); all others are 1 or 2, and f(1) = f(2) = 1
    problem = FibonacciGcdProduct(4, 6, 1009)
    assert reward(problem, str(2 * 2 * 3)) == 1.0
    assert reward(problem, "6") == 0.0
    assert reward(problem, str(12 + 1009)) == -0.5


def test_equals_the_product_over_all_pairs():
    values = [fibonacci(n) for n in range(25)]
    for largest in (5, 12, 24):
        for problem in drawn(FibonacciGcdProduct, seeds=25, largest=largest):
            product = 1
            for i in range(1, problem.most_i + 1):
                for j in range(1, problem.most_j + 1):
                    product *= values[gcd(i, j)]
            assert problem.solution == product % problem.modulus != 0


def shortcut_diagonal(problem):
    """Multiplies f(i) over the pairs (i, i) and the pairs of a number and its double."""
    last, product = min(problem.most_i, problem.most_j), 1
    values = [0, 1]
    for n in range(1, last + 1):
        values.append((values[-1] + values[-2]) % problem.modulus)
        times = 1 + (2 * n <= problem.most_i) + (2 * n <= problem.most_j)
        product = product * pow(values[n], times, problem.modulus) % problem.modulus
    return product
