from itertools import product
from math import gcd

from rlve.envs.number_theory.coprime_disjoint_subset_pair_counting import CoprimeDisjointSubsetPairCounting
from tests.envs.drawing import drawn, reward


def count(numbers: list[int]) -> int:
    """By putting every number into S, into T or into neither."""
    found = 0
    for sides in product("ST-", repeat=len(numbers)):
        s = [number for number, side in zip(numbers, sides) if side == "S"]
        t = [number for number, side in zip(numbers, sides) if side == "T"]
        found += all(gcd(a, b) == 1 for a in s for b in t)
    return found


def test_worked_example():
    # with 2 and 4 on one side at most: 2 * 4 - 1 ways, and the 3 is free: 3 times as many
    problem = CoprimeDisjointSubsetPairCounting([2, 3, 4])
    assert reward(problem, "21") == 1.0
    assert reward(problem, "20") == reward(problem, "27") == reward(problem, "11") == 0.0


def test_equals_trying_all_sides():
    for largest, size in ((7, 4), (11, 6), (20, 7)):
        for problem in drawn(CoprimeDisjointSubsetPairCounting, seeds=15, largest=largest, count=size):
            assert problem.solution == count(problem.numbers)


def test_numbers_that_share_a_large_prime():
    for numbers in ([26, 39, 13], [22, 33, 55, 7], [2], [14, 21, 22, 33, 10, 15], [25, 5, 49, 7, 35]):
        assert CoprimeDisjointSubsetPairCounting(numbers).solution == count(numbers)


def test_the_empty_pair_and_pairs_with_one_empty_side_count():
    for problem in drawn(CoprimeDisjointSubsetPairCounting, seeds=20, largest=16, count=8):
        assert problem.solution >= 2 ** (len(problem.numbers) + 1) - 1


def shortcut_blocks_apart(problem):
    """Keeps all numbers that are linked through common factors on one side."""
    return problem.blocks_apart()


def shortcut_one_side_empty(problem):
    """Counts the pairs with an empty side only."""
    return 2 ** (len(problem.numbers) + 1) - 1
