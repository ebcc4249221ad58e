from functools import reduce
from operator import xor

from rlve.envs.bits.sum_of_subarray_xors import SumOfSubarrayXors
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SumOfSubarrayXors([1, 3, 2])  # 1 3 2, 2 1, 0
    assert reward(problem, "9") == 1.0
    assert reward(problem, "6") == reward(problem, "1") == reward(problem, "20") == 0.0
    assert reward(problem, "-9") == -0.5


def test_block_by_block():
    for size in (1, 2, 5, 11):
        for problem in drawn(SumOfSubarrayXors, seeds=40, size=size, largest=30):
            blocks = [problem.numbers[i:j] for j in range(size + 1) for i in range(j)]
            assert problem.solution == sum(reduce(xor, block) for block in blocks)


def shortcut_sums_of_the_blocks(problem):
    """Adds within the blocks, too."""
    size = len(problem.numbers)
    return sum(number * (i + 1) * (size - i) for i, number in enumerate(problem.numbers))


def shortcut_blocks_from_the_beginning(problem):
    """Takes only the blocks that begin with the first number."""
    return sum(reduce(xor, problem.numbers[:j]) for j in range(1, len(problem.numbers) + 1))


def shortcut_half_the_digits(problem):
    """Lets every digit be 1 in half of the blocks."""
    size, digits = len(problem.numbers), max(problem.numbers).bit_length()
    return size * (size + 1) * (2**digits - 1) // 4
