from rlve.envs.sequences.integer_sorting import IntegerSorting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = IntegerSorting([3, -1, 3, 0])
    assert reward(problem, "-1 0 3 3") == 1.0
    assert 0.0 < reward(problem, "-1 0 3 4") < 0.1
    assert reward(problem, "-1 0 3") == -0.5


def test_is_ascending_and_a_rearrangement():
    for problem in drawn(IntegerSorting, size=7):
        assert all(a <= b for a, b in zip(problem.solution, problem.solution[1:]))
        assert all(problem.solution.count(number) == problem.numbers.count(number) for number in problem.numbers)


def shortcut_as_words(problem):
    """Sorts the numbers as words, digit by digit."""
    return sorted(problem.numbers, key=str)


def shortcut_one_pass(problem):
    """Goes through the list once and swaps neighbours that stand in the wrong order."""
    numbers = problem.numbers.copy()
    for i in range(len(numbers) - 1):
        numbers[i : i + 2] = sorted(numbers[i : i + 2])
    return numbers
