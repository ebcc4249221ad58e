from itertools import permutations
from math import comb

from rlve.envs.combinatorics.count_bounded_displacement_rearrangements import CountBoundedDisplacementRearrangements
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 0011, and with exchanges of neighbours that do not meet: 0101 alone
    problem = CountBoundedDisplacementRearrangements("0011", reach=1)
    assert reward(problem, "2") == 1.0
    assert reward(problem, "6") == reward(problem, "1") == reward(problem, "5") == 0.0  # 5: permutations
    assert reward(problem, "-1") == -0.5
    assert CountBoundedDisplacementRearrangements("0101", reach=1).solution == 5
    assert CountBoundedDisplacementRearrangements("0011", reach=3).solution == 6


def test_equals_all_permutations():
    for bits in ("0110100", "1010011", "0001011", "1111000"):
        for reach in (1, 2, 3):
            problem = CountBoundedDisplacementRearrangements(bits, reach)
            orders = permutations(range(len(bits)))
            near = (order for order in orders if all(abs(k - other) <= reach for k, other in enumerate(order)))
            assert problem.strings() == len({"".join(bits[other] for other in order) for order in near})


def test_drawn_problems_leave_strings_out():
    for problem in drawn(CountBoundedDisplacementRearrangements, seeds=50, length=12, reach=3):
        assert 20 <= problem.strings() < comb(12, problem.bits.count("1"))


def shortcut_all_strings(problem):
    """Counts all strings with as many ones."""
    return comb(len(problem.bits), problem.bits.count("1")) % 10_007


def shortcut_zeros_alone(problem):
    """Looks at how far the zeros move, and not at the ones."""
    return problem.moving("0") % 10_007


def shortcut_permutations(problem):
    """Counts the permutations that move nothing too far, equal strings as often as they arise."""
    ways = {0: 1}  # characters that were used, seen from the present place
    size, reach = len(problem.bits), problem.reach
    for place in range(min(size, 16)):
        after = {}
        for used, count in ways.items():
            for other in range(max(0, place - reach), min(size, place + reach + 1)):
                if not used >> other & 1:
                    after[used | 1 << other] = after.get(used | 1 << other, 0) + count
        ways = {used: count for used, count in after.items() if place < reach or used >> (place - reach) & 1}
    return sum(ways.values()) % 10_007


def shortcut_exchanges_of_neighbours(problem):
    """Counts the sets of exchanges of different neighbours that do not meet."""
    one, other = 1, 1
    for left, right in zip(problem.bits, problem.bits[1:]):
        one, other = one + (other if left != right else 0), one
    return one % 10_007
