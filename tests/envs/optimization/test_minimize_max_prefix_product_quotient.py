from itertools import permutations
from math import prod

from rlve.envs.optimization.minimize_max_prefix_product_quotient import MinimizeMaxPrefixProductQuotient
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # a * b is 6, 5 and 12: the order 2 1 3 has the values 20, 50 and 25, and 1 2 3 has 10, 60 and 25.
    problem = MinimizeMaxPrefixProductQuotient(20, factors=[3, 5, 1], divisors=[2, 1, 12])
    assert reward(problem, "2 1 3") == 1.0
    assert problem.largest([2, 1, 3]) == 50
    assert problem.largest([1, 2, 3]) == 60
    assert problem.largest([2, 3, 1]) == 50
    assert reward(problem, "1 2 3") == reward(problem, "3 1 2") == 0.0
    assert reward(problem, "2 1") == reward(problem, "0 1 2") == reward(problem, "2 2 3") == -0.5


def test_all_orders():
    for size in (4, 5):
        for problem in drawn(MinimizeMaxPrefixProductQuotient, seeds=12, size=size):
            values = {}
            for order in permutations(range(size)):
                before = [problem.first * prod(problem.factors[i] for i in order[:t]) for t in range(size)]
                values[order] = max(product // problem.divisors[i] for product, i in zip(before, order))
            for order, value in values.items():
                assert problem.largest([i + 1 for i in order]) == value
            assert problem.largest(problem.solution) == min(values.values())


def shortcut_by_factor(problem):
    """By a, then by b."""
    return problem.by_factor()


def shortcut_by_divisor(problem):
    """By b, then by a."""
    return problem.by_divisor()


def shortcut_last_place(problem):
    """By b, but the pair with the largest product at the end."""
    return problem.largest_product_last()


def shortcut_by_sum(problem):
    """By a + b."""
    pairs = range(1, len(problem.factors) + 1)
    return sorted(pairs, key=lambda pair: problem.factors[pair - 1] + problem.divisors[pair - 1])
