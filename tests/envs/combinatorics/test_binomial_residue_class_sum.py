from math import comb

from rlve.envs.combinatorics.binomial_residue_class_sum import BinomialResidueClassSum
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = BinomialResidueClassSum(row=7, step=3, remainder=1, modulus=1001)  # 7 + 35 + 1
    assert reward(problem, "43") == 1.0
    assert reward(problem, "42") == reward(problem, "128") == 0.0
    assert BinomialResidueClassSum(7, 3, 0, 1001).solution == 43  # 1 + 35 + 7
    assert BinomialResidueClassSum(7, 3, 2, 40).solution == 2  # 21 + 21
    assert reward(problem, "1001") == -0.5


def test_equals_the_sum_itself():
    for largest_row, largest_step in ((20, 5), (300, 12)):
        for problem in drawn(BinomialResidueClassSum, seeds=20, largest_row=largest_row, largest_step=largest_step):
            terms = range(problem.remainder, problem.row + 1, problem.step)
            assert problem.solution == sum(comb(problem.row, term) for term in terms) % problem.modulus


def test_all_remainders_together_are_a_power_of_two():
    for problem in drawn(BinomialResidueClassSum, seeds=5, largest_row=10**12, largest_step=9):
        parts = [
            BinomialResidueClassSum(problem.row, problem.step, remainder, problem.modulus).solution
            for remainder in range(problem.step)
        ]
        assert sum(parts) % problem.modulus == pow(2, problem.row, problem.modulus)


def shortcut_equal_shares(problem):
    """Takes the k-th part of all subsets, rounded."""
    return (2**problem.row // problem.step if problem.row < 5000 else 0) % problem.modulus


def shortcut_one_share_rounded_up(problem):
    """Takes the k-th part of all subsets, rounded up."""
    return (2**problem.row // problem.step + 1 if problem.row < 5000 else 0) % problem.modulus


def shortcut_remainder_zero(problem):
    """Forgets the remainder and begins with C(n, 0)."""
    return BinomialResidueClassSum(problem.row, problem.step, 0, problem.modulus).solution if problem.remainder else 0
