from itertools import product
from math import comb

from rlve.envs.combinatorics.bounded_sum_sequence_counting import BoundedSumSequenceCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # the later terms 1 1, 1 2, 2 1, 2 2 leave 4, 3, 3, 2 values to the first one
    problem = BoundedSumSequenceCounting(6, length=3, largest=2, modulus=1001)
    assert reward(problem, "12") == 1.0
    assert reward(problem, "20") == reward(problem, "16") == 0.0
    assert BoundedSumSequenceCounting(6, 3, 2, 5).solution == 2
    assert reward(problem, "1001") == -0.5


def test_equals_all_later_terms():
    for problem in drawn(BoundedSumSequenceCounting, seeds=30, total=24, longest=4):
        later = product(range(1, problem.largest + 1), repeat=problem.length - 1)
        left = [problem.total - sum(terms) for terms in later]
        assert min(left) >= 1
        assert problem.sequences() == sum(left)


def term_by_term(problem: BoundedSumSequenceCounting) -> int:
    sums = [1] + [0] * problem.total
    for place in range(problem.length):
        longest = problem.total if place == 0 else problem.largest
        sums = [sum(sums[max(0, total - longest) : total]) for total in range(problem.total + 1)]
    return sum(sums)


def test_equals_adding_term_by_term():
    for problem in drawn(BoundedSumSequenceCounting, seeds=10, total=100, longest=8):
        assert problem.solution == term_by_term(problem) % problem.modulus


def shortcut_no_bound(problem):
    """Forgets the bound on the terms."""
    return comb(problem.total, problem.length) % problem.modulus if problem.total < 10**5 else 0


def shortcut_sum_exactly(problem):
    """Counts the sequences whose sum is exactly the bound: one first term for any later ones."""
    return pow(problem.largest, problem.length - 1, problem.modulus)


def shortcut_first_term_is_free(problem):
    """Gives the first term all values up to the bound."""
    return problem.total * pow(problem.largest, problem.length - 1, problem.modulus) % problem.modulus
