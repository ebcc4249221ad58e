from itertools import product

from rlve.envs.sequences.digit_split_recurrence_sum import DigitSplitRecurrenceSum
from tests.envs.drawing import drawn, reward


def values(order: int, count: int) -> list[int]:
    found = [1]
    while len(found) < count:
        found.append(sum(found[-order:]))
    return found


def total(problem: DigitSplitRecurrenceSum) -> int:
    """By cutting in all ways, with exact values of F."""
    f = values(problem.order, int(problem.digits) + 1)
    found = 0
    for cuts in product(("", " "), repeat=len(problem.digits) - 1):
        pieces = "".join(cut + digit for cut, digit in zip(("", *cuts), problem.digits)).split()
        found += f[sum(map(int, pieces))]
    return found % problem.modulus


def test_worked_example():
    # F = 1, 1, 2, 3, 5, 8, ...: 12 gives F(12) = 233, and 1 + 2 gives F(3) = 3
    problem = DigitSplitRecurrenceSum("12", order=2, modulus=100)
    assert "F(0) = 1, F(1) = F(0), and F(n) = F(n-1) + F(n-2) for all n >= 2" in problem.statement()
    assert reward(problem, "36") == 1.0
    assert reward(problem, "37") == 0.0
    assert reward(problem, "236") == reward(problem, "-64") == -0.5


def test_equals_the_sum_over_all_cuts():
    for order in (1, 2, 3, 4):
        for length in (1, 2, 3):
            for problem in drawn(DigitSplitRecurrenceSum, seeds=6, length=length, order=order, modulus=900):
                assert problem.solution == total(problem)


def test_pieces_may_begin_with_zeros():
    for digits in ("007", "100", "1010"):
        problem = DigitSplitRecurrenceSum(digits, order=3, modulus=1000)
        assert problem.solution == total(problem)


def test_fewer_terms_at_the_beginning():
    assert values(3, 6) == [1, 1, 2, 4, 7, 13]
    for n, value in enumerate(values(3, 10)):
        assert DigitSplitRecurrenceSum(str(n), order=3, modulus=10**6).solution == value


def shortcut_no_cut_and_all_cuts(problem):
    """Looks at the whole string and at the single digits, and lets every other way be like the latter."""
    values = [1]
    for _ in range(1, 10_000):
        values.append(sum(values[-problem.order :]) % problem.modulus)
    ways = 2 ** (len(problem.digits) - 1)
    whole = values[int(problem.digits) % 10_000]
    return (whole + (ways - 1) * values[sum(map(int, problem.digits))]) % problem.modulus
