from itertools import permutations

from rlve.envs.strings.largest_concatenated_number import LargestConcatenatedNumber
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = LargestConcatenatedNumber([21, 2, 212, 1])  # 2 212 21 1
    assert reward(problem, "1 2 0 3") == 1.0
    assert 0.0 <= reward(problem, "2 0 1 3") < 0.1
    assert reward(problem, "1 2 0") == reward(problem, "1 2 0 0") == -0.5
    twice = LargestConcatenatedNumber([12, 1212, 3])  # 12 and 1212 may be exchanged
    assert reward(twice, "2 0 1") == reward(twice, "2 1 0") == 1.0


def test_equals_trying_all_orders():
    for problem in drawn(LargestConcatenatedNumber, seeds=12, count=6):
        best = max(int(problem.written(list(order))) for order in permutations(range(6)))
        assert int(problem.written(problem.solution)) == best
        for order in list(permutations(range(6)))[::17]:
            assert (problem.score(list(order)) == 1.0) == (int(problem.written(list(order))) == best)


def shortcut_longer_first(problem):
    """Sorts as a dictionary backwards: a number stands behind the longer ones that begin with it."""
    return problem.filled("0")


def shortcut_shorter_first(problem):
    """Sorts by digits, a number before the longer ones that begin with it."""
    return problem.filled("9")


def shortcut_falling_numbers(problem):
    """Sorts by size."""
    return sorted(range(len(problem.numbers)), key=problem.numbers.__getitem__, reverse=True)


def shortcut_filled_with_the_last_digit(problem):
    """Compares the numbers as if their last digits went on for ever."""
    return problem.filled(-1)


def shortcut_filled_with_the_first_digit(problem):
    """Compares the numbers as if their first digits came behind them."""
    return problem.filled(0)
