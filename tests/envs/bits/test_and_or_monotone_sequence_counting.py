from itertools import pairwise, product

from rlve.envs.bits.and_or_monotone_sequence_counting import AndOrMonotoneSequenceCounting, rising_ands
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # Bit 0 of B[0] decides on the AND of A[0] = 1, bit 1 on its OR; for A[1] = 2 it is the other way round. The ANDs
    # are b and 2c, which do not fall unless b = 1 and c = 0; the ORs are 1 + 2d and 2 + e: 1 < 2 <= 3 rules out d = 0.
    problem = AndOrMonotoneSequenceCounting([1, 2], bits=2)
    assert reward(problem, "6") == 1.0
    assert reward(problem, "8") == reward(problem, "3") == reward(problem, "16") == 0.0
    assert reward(problem, "-6") == -0.5


def test_all_sequences():
    for size, bits in ((2, 3), (3, 2), (3, 3), (4, 2)):
        for problem in drawn(AndOrMonotoneSequenceCounting, seeds=12, size=size, bits=bits):
            count = 0
            for others in product(range(1 << bits), repeat=size):
                ands = [a & b for a, b in zip(problem.numbers, others)]
                ors = [a | b for a, b in zip(problem.numbers, others)]
                count += all(x <= y for x, y in pairwise(ands)) and all(x >= y for x, y in pairwise(ors))
            assert problem.solution == count > 0


def shortcut_the_ands_alone(problem):
    """Forgets the rule about the ORs: the bits that do not decide on an AND are free."""
    ones = sum(number.bit_count() for number in problem.numbers)
    return rising_ands(problem.numbers, problem.bits) << (problem.bits * len(problem.numbers) - ones)


def shortcut_each_bit_by_itself(problem):
    """Wants the ANDs and ORs of every single bit in order."""
    count = 1
    for place in range(problem.bits):
        bits = [number >> place & 1 for number in problem.numbers]
        count *= rising_ands(bits, 1) * rising_ands([1 - bit for bit in bits], 1)
    return count
