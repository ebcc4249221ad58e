from itertools import combinations_with_replacement

from rlve.envs.optimization.monotone_array_min_l1_change import MonotoneArrayMinL1Change
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 1 5 5 5 9 costs 4 + 2 = 6, as does 1 5 3 3 9 with 3 raised to 5; falling, nothing below 12 is reached.
    problem = MonotoneArrayMinL1Change([1, 9, 5, 3, 9])
    assert reward(problem, "1 5 5 5 9") == 1.0
    assert reward(problem, "1 3 3 3 9") < 1.0  # 8
    assert reward(problem, "1 9 9 9 9") == reward(problem, "5 5 5 5 5") == 0.0
    assert reward(problem, "1 9 5 3 9") == reward(problem, "1 5 5 9") == reward(problem, "1 5 5 4 9") == -0.5


def test_falling_and_negative():
    problem = MonotoneArrayMinL1Change([9, 3, 5, 1, 0])
    assert reward(problem, "9 4 4 1 0") == reward(problem, "9 3 3 1 0") == 1.0
    assert reward(problem, "9 5 3 1 -1") < 1.0


def test_all_monotone_arrays_of_given_values():
    for problem in drawn(MonotoneArrayMinL1Change, seeds=20, size=6):
        values = sorted(problem.numbers)
        best = min(
            sum(abs(a - b) for a, b in zip(problem.numbers, changed))
            for rising in combinations_with_replacement(values, 6)
            for changed in (rising, rising[::-1])
        )
        assert problem.cost(problem.solution) == best
        assert reward(problem, " ".join(map(str, problem.solution))) == 1.0


def shortcut_best_of_the_obvious(problem):
    """The best of the median, the largest so far, the least to come and the means of stretches."""
    return min(problem.obvious(), key=problem.cost)


def shortcut_sorted(problem):
    """The numbers themselves, sorted, in the better direction."""
    rising = sorted(problem.numbers)
    return min(rising, rising[::-1], key=problem.cost)


def shortcut_never_back(problem):
    """Replaces each number that falls below the one before by that one, or lowers that one, whichever is one step."""
    changed = problem.numbers[:1]
    for number, after in zip(problem.numbers[1:], [*problem.numbers[2:], problem.numbers[-1]]):
        changed.append(max(changed[-1], min(number, max(after, changed[-1]))))
    return changed
