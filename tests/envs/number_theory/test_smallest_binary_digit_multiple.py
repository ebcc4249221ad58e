from itertools import count

from rlve.envs.number_theory.smallest_binary_digit_multiple import SmallestBinaryDigitMultiple
from tests.envs.drawing import drawn, reward


def smallest_factor(number: int, digit: int) -> int:
    """By reading binary numerals as decimal numbers, in ascending order."""
    multiples = (int(bin(n)[2:].replace("1", str(digit))) for n in count(1))
    return next(multiple for multiple in multiples if multiple % number == 0) // number


def test_worked_example():
    problem = SmallestBinaryDigitMultiple(12, digit=3)  # 12 * 25 = 300
    assert reward(problem, "25") == 1.0
    assert 0.0 < reward(problem, "275") < 0.001  # 3300
    assert reward(problem, "300") == reward(problem, "3") == -0.5  # 3600 and 36
    assert reward(problem, "0") == reward(problem, "-25") == -0.5


def test_equals_trying_all_numerals():
    for problem in drawn(SmallestBinaryDigitMultiple, largest=120):
        assert problem.solution == smallest_factor(problem.number, problem.digit)
    for number in range(1, 60):
        assert SmallestBinaryDigitMultiple(number, digit=1).smallest_multiple() == number * smallest_factor(number, 1)


def test_a_long_answer_is_judged():
    problem = SmallestBinaryDigitMultiple(12, digit=3)
    assert reward(problem, "25" + "0" * 3990) < 1e-9
    assert reward(problem, "9" * 4000) == -0.5


def test_multiples_of_nine_are_not_long():
    for problem in drawn(SmallestBinaryDigitMultiple, largest=400):
        assert 1 < problem.solution < 10**24


def shortcut_equal_digits_then_zeros(problem):
    """Tries numbers of equal digits, then with zeros behind them."""
    for zeros in range(40):
        for ones in range(1, 60):
            multiple = int(str(problem.digit) * ones + "0" * zeros)
            if multiple % problem.number == 0:
                return multiple // problem.number
    return 1


def shortcut_two_of_the_digit(problem):
    """Tries numbers with one or two digits that are not 0, among the first hundred places."""
    ones = [int(str(problem.digit) + "0" * place) for place in range(40)]
    sums = [one + two for one in ones for two in [0, *ones] if one != two]
    return min((total // problem.number for total in sums if total % problem.number == 0), default=1)
