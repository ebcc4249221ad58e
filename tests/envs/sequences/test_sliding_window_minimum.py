from rlve.envs.sequences.sliding_window_minimum import SlidingWindowMinimum
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SlidingWindowMinimum([4, 2, 5, 7, 3, 3], width=3)
    assert reward(problem, "2 2 3 3") == 1.0
    assert 0.0 < reward(problem, "2 2 3 5") < 0.1
    assert reward(problem, "2 2 3") == reward(problem, "2 2 3 3 3") == -0.5


def test_equals_the_minimum_of_each_slice():
    for size in (6, 7, 10, 25):
        for problem in drawn(SlidingWindowMinimum, size=size):
            slices = [problem.numbers[i : i + problem.width] for i in range(size - problem.width + 1)]
            assert problem.solution == [min(part) for part in slices]


def test_no_minimum_covers_more_than_half_of_the_windows():
    for problem in drawn(SlidingWindowMinimum, size=12):
        assert len(set(problem.solution)) >= 3
        for number in problem.solution:
            assert reward(problem, " ".join([str(number)] * len(problem.solution))) < 0.01


def shortcut_never_forget(problem):
    """Carries the smallest number along for ever."""
    return [min(problem.numbers[: end + 1]) for end in range(problem.width - 1, len(problem.numbers))]


def shortcut_block_minima(problem):
    """Finds the minimum of one window after another that do not overlap, and repeats it in between."""
    width, count = problem.width, len(problem.numbers) - problem.width + 1
    return [min(problem.numbers[i // width * width :][:width]) for i in range(count)]
