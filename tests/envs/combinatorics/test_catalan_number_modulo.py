from itertools import permutations
from math import comb

from rlve.envs.combinatorics.catalan_number_modulo import CatalanNumberModulo
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 1 2 3 4 5 6, 1 2 3 5 4 6 have A[2] = 2; and A[2] = 3 < A[5] in 1 3 2 4 5 6, 1 3 2 5 4 6; the last of the five has 4
    problem = CatalanNumberModulo(3, [[2, 5]], 1000)
    assert reward(problem, "4") == 1.0
    assert reward(problem, "5") == reward(problem, "2") == 0.0
    assert CatalanNumberModulo(3, [[2, 3]], 1000).solution == 2
    assert CatalanNumberModulo(10, [], 1000).solution == 796  # 16796
    assert reward(problem, "1000") == -0.5


def test_equals_all_permutations():
    rising = [
        order
        for order in permutations(range(1, 9))
        if order[0] < order[2] < order[4] < order[6]
        and order[1] < order[3] < order[5] < order[7]
        and all(order[i] < order[i + 1] for i in (0, 2, 4, 6))
    ]
    assert len(rising) == 14
    pairs = [[even, odd] for even in (2, 4, 6) for odd in (3, 5, 7) if even < odd]
    for first in pairs:
        for second in pairs:
            fitting = [a for a in rising if all(a[even - 1] < a[odd - 1] for even, odd in (first, second))]
            assert CatalanNumberModulo(4, [first, second], 1009).solution == len(fitting)


def standard(problem: CatalanNumberModulo) -> int:
    """Puts the largest number last of all into either row, and takes it away again."""
    known = {(0, 0): 1}
    for upper in range(problem.half + 1):
        for lower in range(upper + 1):
            if upper:
                bad = any(2 * lower < even and 2 * upper - 1 == odd for even, odd in problem.orders)
                last_upper = 0 if bad else known.get((upper - 1, lower), 0)
                known[upper, lower] = last_upper + (known.get((upper, lower - 1), 0) if lower else 0)
    return known[problem.half, problem.half]


def test_equals_taking_the_largest_away():
    for problem in drawn(CatalanNumberModulo, seeds=40, half=9, orders=3):
        assert problem.solution == standard(problem) % problem.modulus


def shortcut_catalan_number(problem):
    """Forgets the last conditions: a Catalan number."""
    return comb(2 * problem.half, problem.half) // (problem.half + 1) % problem.modulus


def shortcut_splits_at_the_condition(problem):
    """Multiplies two Catalan numbers, as if all before A[even] came before all behind it."""
    left = problem.orders[0][0] // 2
    right = problem.half - left
    return comb(2 * left, left) // (left + 1) * comb(2 * right, right) // (right + 1) % problem.modulus
