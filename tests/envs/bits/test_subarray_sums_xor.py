from functools import reduce
from operator import xor

from rlve.envs.bits.subarray_sums_xor import SubarraySumsXor
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SubarraySumsXor([1, 4, 2])  # 1 4 2, 5 6, 7: 1 ^ 4 ^ 2 = 7, 5 ^ 6 = 3, and 7 is left
    assert reward(problem, "3") == 1.0
    assert reward(problem, "7") == reward(problem, "25") == reward(problem, "4") == 0.0
    assert reward(SubarraySumsXor([0, 5]), "0") == 1.0  # 0 and 5, and 5 once more
    assert reward(problem, "-3") == -0.5


def bit_of_the_xor(numbers: list[int], place: int) -> int:
    """By counting: the sum has the bit where the remainder of the prefixes' difference is in the upper half."""
    modulus, sums, count = 2 << place, [0], 0
    for number in numbers:
        sums.append((sums[-1] + number) % modulus)
        count += sum((sums[-1] - before) % modulus >= modulus // 2 for before in sums[:-1])
    return count % 2


def test_bit_by_bit_and_block_by_block():
    for size in (1, 2, 6, 12):
        for problem in drawn(SubarraySumsXor, seeds=30, size=size):
            numbers = problem.numbers
            assert problem.solution == sum(bit_of_the_xor(numbers, place) << place for place in range(12))
            assert problem.solution == reduce(xor, (sum(numbers[i:j]) for j in range(size + 1) for i in range(j)))


def shortcut_xor_within_the_blocks(problem):
    """Takes the XOR of each block in place of its sum."""
    numbers, size = problem.numbers, len(problem.numbers)
    return reduce(xor, (reduce(xor, numbers[i:j]) for i in range(size) for j in range(i + 1, size + 1)))


def shortcut_blocks_from_the_beginning(problem):
    """Takes only the blocks that begin with the first number."""
    return reduce(xor, (sum(problem.numbers[:j]) for j in range(1, len(problem.numbers) + 1)))


def shortcut_different_sums_only(problem):
    """Takes equal sums once."""
    numbers, size = problem.numbers, len(problem.numbers)
    return reduce(xor, {sum(numbers[i:j]) for i in range(size) for j in range(i + 1, size + 1)})
