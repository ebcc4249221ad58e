from itertools import combinations

from rlve.envs.strings.digit_lis_count import DigitLisCount
from tests.envs.drawing import drawn, reward


def power(number: int) -> int:
    """By trying all subsequences."""
    digits = str(number)
    return max(
        length
        for length in range(1, len(digits) + 1)
        for chosen in combinations(digits, length)
        if all(a < b for a, b in zip(chosen, chosen[1:]))
    )


def test_worked_example():
    problem = DigitLisCount(low=118, high=126, power=3)  # 123, 124, 125 and 126
    assert reward(problem, "4") == 1.0
    assert reward(problem, "3") == reward(problem, "5") == 0.0
    assert reward(problem, "10") == reward(problem, "-1") == -0.5


def test_large_ranges_are_counted_at_once():
    for low, high in ((0, 12_000), (7, 10_500), (98_765, 123_456)):
        for length in range(1, 7):
            wanted = sum(power(n) == length for n in range(low, high + 1)) if high < 20_000 else None
            parts = sum(DigitLisCount(a, min(a + 9_999, high), length).solution for a in range(low, high + 1, 10_000))
            assert DigitLisCount(low, high, length).solution == parts
            assert wanted in (None, parts)
    everything = sum(DigitLisCount(0, 10**18, length).solution for length in range(1, 11))
    assert everything == 10**18 + 1


def test_zero_is_a_number_of_power_one():
    assert DigitLisCount(low=0, high=0, power=1).solution == 1
    assert DigitLisCount(low=0, high=12, power=1).solution == 12


def test_equals_the_search_of_all_subsequences():
    for digits, width in ((2, 30), (3, 60), (5, 80)):
        for problem in drawn(DigitLisCount, seeds=15, digits=digits, width=width):
            powers = [power(number) for number in range(problem.low, problem.high + 1)]
            assert problem.solution == powers.count(problem.power)
            assert 1 < problem.solution < len(powers)


def test_every_small_range():
    powers = [power(number) for number in range(130)]
    for low in range(0, 130, 7):
        for high in range(low, 130):
            for wanted in (1, 2, 3):
                assert DigitLisCount(low, high, wanted).solution == powers[low : high + 1].count(wanted)


def shortcut_by_different_digits(problem):
    """Count the numbers with as many different digits."""
    return sum(len(set(str(n))) == problem.power for n in range(problem.low, problem.high + 1))


def shortcut_consecutive(problem):
    """Count by the longest run of increasing neighbouring digits."""

    def run(text):
        best = now = 1
        for a, b in zip(text, text[1:]):
            now = now + 1 if a < b else 1
            best = max(best, now)
        return best

    return sum(run(str(n)) == problem.power for n in range(problem.low, problem.high + 1))


def shortcut_sample(problem):
    """Count in the first tenth of the range, times ten."""
    size = max(1, (problem.high - problem.low + 1) // 10)
    return 10 * sum(each == problem.power for each in map(power, range(problem.low, problem.low + size)))
