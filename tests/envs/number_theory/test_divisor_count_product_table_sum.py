from rlve.envs.number_theory.divisor_count_product_table_sum import DivisorCountProductTableSum
from tests.envs.drawing import drawn, reward


def divisor_count(n: int) -> int:
    return sum(n % k == 0 for k in range(1, n + 1))


def test_worked_example():
    # d of 1 2 3 4 and of 2 4 6 8
    problem = DivisorCountProductTableSum(rows=2, columns=4)
    assert reward(problem, "21") == 1.0
    assert reward(problem, "24") == 0.0  # the sum of d(i) * d(j)


def test_equals_counting_the_divisors_of_every_product():
    for largest in (5, 11, 18):
        for problem in drawn(DivisorCountProductTableSum, seeds=10, largest=largest):
            pairs = [(i, j) for i in range(1, problem.rows + 1) for j in range(1, problem.columns + 1)]
            assert problem.solution == sum(divisor_count(i * j) for i, j in pairs)
