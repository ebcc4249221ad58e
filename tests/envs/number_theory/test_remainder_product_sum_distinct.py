from rlve.envs.number_theory.remainder_product_sum_distinct import RemainderProductSumDistinct
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 5 mod i = 0 1 2 1 0, 4 mod j = 0 0 1 0: 4 in all, of which 2 * 1 has i = j = 3
    problem = RemainderProductSumDistinct(5, 4)
    assert reward(problem, "2") == 1.0
    assert reward(problem, "4") == 0.0
    assert reward(problem, "-2") == -0.5


def test_equals_the_double_loop():
    for largest in (6, 12, 40):
        for problem in drawn(RemainderProductSumDistinct, seeds=25, largest=largest):
            n, m = problem.n, problem.m
            pairs = [(i, j) for i in range(1, n + 1) for j in range(1, m + 1) if i != j]
            assert problem.solution == sum((n % i) * (m % j) for i, j in pairs)
