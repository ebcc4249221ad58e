from rlve.envs.bits.xor_pair_divisor_count_sum import XorPairDivisorCountSum, divisor_count_sum
from rlve.envs.toolkit.numbers import divisor_count
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = XorPairDivisorCountSum(largest_row=1, largest_column=2, mask=3)  # 3 2 1 and 2 3 0
    assert reward(problem, "9") == 1.0
    assert reward(problem, "10") == reward(problem, "5") == 0.0
    assert reward(problem, "-9") == -0.5


def test_all_pairs():
    counts = [0, *map(divisor_count, range(1, 128))]
    for largest in (6, 16, 60):
        for problem in drawn(XorPairDivisorCountSum, seeds=20, largest=largest):
            rows, columns = range(problem.largest_row + 1), range(problem.largest_column + 1)
            assert problem.solution == sum(counts[i ^ j ^ problem.mask] for i in rows for j in columns)


def test_divisors_up_to_a_number():
    total = 0
    for number in range(1, 200):
        total += divisor_count(number)
        assert divisor_count_sum(number) == total
    assert divisor_count_sum(0) == divisor_count_sum(-1) == 0


def shortcut_without_the_mask(problem):
    """Forgets X."""
    return XorPairDivisorCountSum(problem.largest_row, problem.largest_column, 0).solution


def shortcut_from_one(problem):
    """Lets both ranges begin at 1."""
    total = problem.solution
    total -= sum(map(divisors, (j ^ problem.mask for j in range(problem.largest_column + 1))))
    return total - sum(map(divisors, (i ^ problem.mask for i in range(1, problem.largest_row + 1))))


def shortcut_without_the_last(problem):
    """Leaves out the last row and the last column."""
    return XorPairDivisorCountSum(problem.largest_row - 1, problem.largest_column - 1, problem.mask).solution


def divisors(number: int) -> int:
    return divisor_count_sum(number) - divisor_count_sum(number - 1)
