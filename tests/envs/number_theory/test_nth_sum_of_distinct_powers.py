from itertools import combinations

from rlve.envs.number_theory.nth_sum_of_distinct_powers import NthSumOfDistinctPowers
from rlve.envs.toolkit.numbers import digits
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = NthSumOfDistinctPowers(base=3, position=6)  # 1, 3, 4, 9, 10, 12, 13
    assert reward(problem, "12") == 1.0
    assert reward(problem, "10") == reward(problem, "13") == 0.0  # counted from 0 and with the empty sum


def test_equals_the_sorted_list_of_all_sums():
    for base in (3, 4, 7):
        powers = [base**k for k in range(8)]
        sums = sorted(sum(chosen) for size in range(1, 9) for chosen in combinations(powers, size))
        for position in range(1, 256):
            assert NthSumOfDistinctPowers(base, position).solution == sums[position - 1]


def test_answers_are_no_copies():
    for problem in drawn(NthSumOfDistinctPowers, largest_position=32, largest_base=5):
        assert problem.solution != problem.position
        assert problem.position.bit_count() > 1


def shortcut_count_from_zero(problem):
    """Counts the list from 0, with the empty sum."""
    return int(bin(problem.position - 1)[2:], problem.base)


def shortcut_position_in_the_base(problem):
    """Writes the position in base K and reads it as a decimal number."""
    return int("".join(map(str, digits(problem.position, problem.base))))
