from math import comb

from rlve.envs.combinatorics.increasing_digit_number_count import IncreasingDigitNumberCount
from tests.envs.drawing import drawn, reward


def increases(number: int, base: int) -> bool:
    number, last = divmod(number, base)
    count = 1
    while number:
        number, digit = divmod(number, base)
        if digit >= last:
            return False
        last, count = digit, count + 1
    return count >= 2


def test_worked_example():
    problem = IncreasingDigitNumberCount(base=4, limit=28)  # 12, 13, 23 and 123, which is 27; the limit is 130
    assert reward(problem, "4") == 1.0
    assert reward(problem, "3") == reward(problem, "7") == 0.0
    assert reward(problem, "-4") == -0.5


def test_the_limit_itself_counts():
    assert [IncreasingDigitNumberCount(4, limit).solution for limit in (26, 27)] == [3, 4]
    assert [IncreasingDigitNumberCount(10, limit).solution for limit in (12, 13, 21, 22, 23)] == [1, 2, 8, 8, 9]


def test_every_limit():
    for base, end in ((5, 3130), (8, 4100)):
        count = 0
        for limit in range(base * base, end):
            count = sum(increases(n, base) for n in range(limit + 1)) if limit == base * base else count
            count += limit > base * base and increases(limit, base)
            assert IncreasingDigitNumberCount(base, limit).solution == count


def test_drawn_problems():
    for largest_base, digits in ((8, 3), (9, 4)):
        for problem in drawn(IncreasingDigitNumberCount, seeds=12, largest_base=largest_base, digits=digits):
            assert problem.solution == sum(increases(n, problem.base) for n in range(problem.limit + 1))


def shortcut_shorter_numbers(problem):
    """All increasing numbers with fewer digits than the limit."""
    digits, rest = 0, problem.limit
    while rest:
        rest, digits = rest // problem.base, digits + 1
    return sum(comb(problem.base - 1, length) for length in range(2, digits))


def shortcut_all_lengths(problem):
    """All increasing numbers with as many digits as the limit, or fewer."""
    digits, rest = 0, problem.limit
    while rest:
        rest, digits = rest // problem.base, digits + 1
    return sum(comb(problem.base - 1, length) for length in range(2, digits + 1))
