from rlve.envs.sequences.array_mode import ArrayMode
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = ArrayMode([5, 3, 8, 3, 5, 0])
    assert reward(problem, "3") == reward(problem, "5") == 1.0  # both, for they are level
    assert reward(problem, "8") == 0.0
    assert reward(problem, "2") == -0.5  # a frequency
    assert reward(problem, "3 5") == -1.0


def test_accepts_exactly_the_values_that_no_other_value_beats():
    for problem in drawn(ArrayMode, seeds=60, size=14, values=5):
        numbers = problem.numbers
        for value in set(numbers):
            beaten = any(numbers.count(other) > numbers.count(value) for other in numbers)
            assert reward(problem, str(value)) == float(not beaten)


def test_the_runner_up_is_close_and_at_most_two_are_level():
    for problem in drawn(ArrayMode, seeds=60, size=20, values=6):
        frequencies = sorted((problem.numbers.count(value) for value in set(problem.numbers)), reverse=True)
        assert frequencies[0] - frequencies[1] <= 1
        assert frequencies[0] > frequencies[2]


def shortcut_first_half(problem):
    """Counts in the first half of the array only."""
    half = problem.numbers[: len(problem.numbers) // 2]
    return max(half, key=half.count)


def shortcut_first_to_come_again(problem):
    """Takes the first value that occurs a second time."""
    return next((n for i, n in enumerate(problem.numbers) if n in problem.numbers[:i]), problem.numbers[0])
