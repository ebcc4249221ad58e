from itertools import combinations
from math import comb

from rlve.envs.combinatorics.odd_binomial_chain_subsequences import OddBinomialChainSubsequences
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # C(7, 5), C(7, 1), C(7, 2), C(5, 1) are odd, C(5, 2) = 10 is even, C(1, 2) = 0; three pairs with 7 5 1
    problem = OddBinomialChainSubsequences([7, 5, 1, 2])
    assert reward(problem, "5") == 1.0
    assert reward(problem, "4") == reward(problem, "9") == 0.0
    assert OddBinomialChainSubsequences([1, 3, 2]).solution == 1
    assert reward(problem, "-5") == -0.5


def test_equals_all_subsequences():
    for count in (8, 9):
        for problem in drawn(OddBinomialChainSubsequences, seeds=10, count=count):
            found = 0
            for size in range(2, count + 1):
                for chosen in combinations(problem.numbers, size):
                    found += all(comb(a, b) % 2 for a, b in zip(chosen, chosen[1:]))
            assert problem.solution == found


def shortcut_pairs(problem):
    """Counts the subsequences of two numbers."""
    return sum(a & b == b for a, b in combinations(problem.numbers, 2))


def shortcut_falling(problem):
    """Counts the falling subsequences, as if every coefficient were odd."""
    chains = []
    for number in reversed(problem.numbers):
        chains.append((number, 1 + sum(count for later, count in chains if later < number)))
    return sum(count for _, count in chains) - len(chains)


def shortcut_up_to_three(problem):
    """Counts the subsequences of two and of three numbers."""
    return problem.up_to(3)
