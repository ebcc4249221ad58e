from rlve.envs.number_theory.digit_sum_interval_construction import DigitSumIntervalConstruction
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = DigitSumIntervalConstruction(low=8, modulus=20)
    assert reward(problem, "9 11") == 0.0  # 9 + 1 + 2
    assert reward(problem, "8 11") == 1.0  # 8 + 9 + 1 + 2
    assert (
        reward(problem, "11 8") == reward(problem, "7 12") == reward(problem, "8 209") == reward(problem, "8") == -0.5
    )


def test_accepts_exactly_the_intervals_with_such_a_sum():
    for problem in drawn(DigitSumIntervalConstruction, seeds=6, largest=24):
        sums = [sum(map(int, str(x))) for x in range(problem.high() + 1)]
        for first in range(problem.low, problem.high() + 1):
            total = 0
            for last in range(first, problem.high() + 1):
                total += sums[last]
                assert problem.score([first, last]) == float(total % problem.modulus == 0)


def test_no_single_number_is_an_interval_from_the_start():
    for problem in drawn(DigitSumIntervalConstruction, **DigitSumIntervalConstruction.parameters(0)):
        assert all(problem.score([x, x]) == 0.0 for x in range(problem.low, problem.high() + 1, 13))
        assert problem.score(problem.solution) == 1.0


def shortcut_whole_decades(problem):
    """As many whole decades as the modulus says, so that the last digits fit."""
    first = -(-problem.low // 10) * 10
    return [first, min(first + 10 * problem.modulus - 1, problem.high())]
