from rlve.envs.number_theory.concatenated_integers_modulo import ConcatenatedIntegersModulo
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = ConcatenatedIntegersModulo(last=11, modulus=13)
    assert reward(problem, str(1234567891011 % 13)) == 1.0
    assert reward(problem, str(12345678910 % 13)) == 0.0
    assert reward(problem, str(1234567891011 % 13 + 13)) == reward(problem, "-1") == -0.5


def test_equals_appending_one_by_one():
    for modulus in (2, 9, 11, 99, 101, 1000):  # 9, 11, 99 and 101 share factors with 10 - 1, 100 - 1, 10^4 - 1
        value = 0
        for last in range(1, 1205):
            value = (value * 10 ** len(str(last)) + last) % modulus
            if last < 20 or 90 < last < 110 or last > 990:
                assert ConcatenatedIntegersModulo(last, modulus).solution == value


def test_equals_the_remainder_of_the_whole_number():
    for problem in drawn(ConcatenatedIntegersModulo, seeds=60, longest=900, largest_modulus=400):
        whole = int("".join(map(str, range(1, problem.last + 1))))
        assert problem.solution == whole % problem.modulus


def shortcut_last_number(problem):
    """Looks at the last number alone."""
    return problem.last % problem.modulus


def shortcut_sum_of_the_numbers(problem):
    """Adds the numbers up instead of writing them one after another."""
    return problem.last * (problem.last + 1) // 2 % problem.modulus
