from itertools import permutations
from math import prod

import pytest

from rlve.envs.number_theory.distinct_prefix_product_permutation import DistinctPrefixProductPermutation
from rlve.envs.verdict import Infeasible
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = DistinctPrefixProductPermutation([0, 2, 0, 0, 0], planted=[1, 2, 4, 3, 5])  # products 1 2 3 4 0
    assert reward(problem, "1 2 4 3 5") == 1.0
    assert reward(problem, "1 2 3 4 5") == pytest.approx((4 / 5) ** 20)  # 1 2 1 4 0
    assert reward(problem, "1 4 2 3 5") == reward(problem, "1 2 4 5 5") == reward(problem, "1 2 4 3") == -0.5


def test_agrees_with_all_orderings():
    for smallest, largest, seeds in ((5, 5, 4), (7, 7, 2)):
        for problem in drawn(DistinctPrefixProductPermutation, seeds=seeds, smallest=smallest, largest=largest):
            right = []
            for order in permutations(range(1, largest + 1)):
                answer = list(order)
                if any(given and given != number for given, number in zip(problem.entries, answer)):
                    with pytest.raises(Infeasible):
                        problem.score(answer)
                    continue
                products = {prod(answer[:k]) % largest for k in range(1, largest + 1)}
                assert (problem.score(answer) == 1.0) == (products == set(range(largest)))
                if products == set(range(largest)):
                    right.append(answer)
            assert problem.solution in right
            assert all(answer[0] == 1 and answer[-1] == largest for answer in right)


def test_the_hidden_orderings_are_right():
    for difficulty in range(0, 16, 3):
        problems = drawn(DistinctPrefixProductPermutation, **DistinctPrefixProductPermutation.parameters(difficulty))
        for problem in problems:
            assert sorted(problem.planted) == list(range(1, len(problem.entries) + 1))
            assert problem.score(problem.planted) == 1.0
            assert problem.entries[0] == problem.entries[-1] == 0  # 1 and p: to be found


def shortcut_missing_numbers_in_order(problem):
    """Fills in the missing numbers in ascending order."""
    missing = iter(sorted(set(range(1, len(problem.entries) + 1)) - set(problem.entries)))
    return [given or next(missing) for given in problem.entries]


def shortcut_one_first_and_the_prime_last(problem):
    """Puts 1 first and p last, as any solution must, and the others in ascending order."""
    size = len(problem.entries)
    missing = iter(sorted(set(range(2, size)) - set(problem.entries)))
    return [1, *(given or next(missing) for given in problem.entries[1:-1]), size]
