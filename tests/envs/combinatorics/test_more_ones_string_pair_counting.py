from itertools import product
from math import comb

from rlve.envs.combinatorics.more_ones_string_pair_counting import MODULUS, MoreOnesStringPairCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = MoreOnesStringPairCounting(first=3, second=2, more=2)  # 3 - 0, 3 - 1 (two), 2 - 0 (three)
    assert reward(problem, "6") == 1.0
    assert reward(problem, "16") == reward(problem, "1") == reward(problem, "5") == 0.0
    assert reward(problem, "-6") == reward(problem, "10000") == -0.5


def test_all_pairs():
    for longest in (6, 8):
        for problem in drawn(MoreOnesStringPairCounting, seeds=10, longest=longest, most_more=4):
            ones = [[sum(bits) for bits in product((0, 1), repeat=n)] for n in (problem.first, problem.second)]
            assert problem.solution == sum(s - t >= problem.more for s in ones[0] for t in ones[1]) % MODULUS


def test_long_strings():
    for problem in drawn(MoreOnesStringPairCounting, seeds=10, longest=60, most_more=20):
        p, q, more = problem.first, problem.second, problem.more
        pairs = sum(comb(p, s) * comb(q, t) for s in range(p + 1) for t in range(q + 1) if s - t >= more)
        assert problem.solution == pairs % MODULUS


def shortcut_half_of_the_rest(problem):
    """Takes half of the pairs, without those of equally many ones."""
    length = problem.first + problem.second
    return (2**length - comb(length, problem.first)) // 2 % MODULUS


def shortcut_one_more_only(problem):
    """Lets one more 1 suffice."""
    return MoreOnesStringPairCounting(problem.first, problem.second, 1).solution if problem.more > 1 else None


def shortcut_strictly_more(problem):
    """Reads at least as more than."""
    return MoreOnesStringPairCounting(problem.first, problem.second, problem.more + 1).solution


def shortcut_exactly(problem):
    """Counts the pairs with exactly the difference asked for."""
    return comb(problem.first + problem.second, problem.second + problem.more) % MODULUS
