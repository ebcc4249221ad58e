from rlve.envs.number_theory.power_last_digits_cycle import PowerLastDigitsCycle
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = PowerLastDigitsCycle(number=76, digits=1)  # 6, 6, 6, ...
    assert reward(problem, "1") == 1.0
    problem = PowerLastDigitsCycle(number=7, digits=2)  # 07 49 43 01 07
    assert reward(problem, "4") == 1.0
    assert reward(problem, "8") == reward(problem, "2") == 0.0  # 8 is a period, but not the smallest
    assert reward(problem, "0") == -0.5
    assert reward(PowerLastDigitsCycle(number=16, digits=4), "125") == 1.0  # 0016, 0256, ..., 0016 only after 125


def test_is_the_first_return_of_the_number_itself():
    with_factor = 0
    for digits in (2, 3, 4, 5):
        for problem in drawn(PowerLastDigitsCycle, seeds=30, digits=digits):
            modulus = 10**digits
            first = problem.number % modulus
            power, steps = first * problem.number % modulus, 1
            while power != first:
                power, steps = power * problem.number % modulus, steps + 1
                assert steps <= modulus
            assert problem.solution == steps >= 3
            with_factor += problem.number % 2 == 0 or problem.number % 5 == 0
    assert 10 < with_factor < 70


def shortcut_longest_period(problem):
    """Answers with the period that most numbers have."""
    return 4 * 5 ** (problem.digits - 1)


def shortcut_last_two_digits(problem):
    """Watches the last two digits, and takes five times their period for each digit more."""
    return problem.from_two_digits()
