from rlve.envs.number_theory.remainder_product_sum_distinct import RemainderProductSumDistinct
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 5 mod i = 0 1 2 1 0, 4 mod j = 0 0 1 0: 4 in all, of which 2 * 1 has i = j = 3
    problem = RemainderProductSumDistinct(5, 4, 5, 4)
    assert reward(problem, "2") == 1.0
    assert reward(problem, "4") == 0.0
    assert reward(problem, "-2") == -0.5


def test_equals_the_double_loop():
    for largest, most in ((6, 6), (30, 6), (40, 50)):
        for problem in drawn(RemainderProductSumDistinct, seeds=25, largest=largest, most=most):
            n, m = problem.n, problem.m
            indices, others = range(1, problem.most_i + 1), range(1, problem.most_j + 1)
            pairs = [(i, j) for i in indices for j in others if i != j]
            assert problem.solution == sum((n % i) * (m % j) for i, j in pairs)


def shortcut_with_equal_indices(problem):
    """Multiplies the two sums and forgets that i and j must differ."""
    left = sum(problem.n % i for i in range(1, problem.most_i + 1))
    return left * sum(problem.m % j for j in range(1, problem.most_j + 1))
