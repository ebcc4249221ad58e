from itertools import product

from rlve.envs.strings.minimal_cyclic_rotation import MinimalCyclicRotation
from tests.envs.drawing import drawn, reward


def rotations(text: str) -> list[str]:
    return [text[i:] + text[:i] for i in range(len(text))]


def test_worked_example():
    problem = MinimalCyclicRotation("10011001010")  # its two runs of zeros begin 001100... and 001010...
    assert reward(problem, "00101010011") == 1.0
    assert 0.0 < reward(problem, "00110010101") < 0.1
    assert reward(problem, "00000111111") == -0.5  # sorted, not rotated
    assert reward(problem, "0010101001") == -0.5
    assert reward(problem, "00101o10011") == -1.0


def test_equals_the_least_of_all_rotations_of_every_string():
    for length in range(1, 11):
        for characters in product("01", repeat=length):
            problem = MinimalCyclicRotation("".join(characters))
            assert problem.solution == min(rotations(problem.text))


def test_is_never_drawn_solved():
    for length, runs in ((8, 2), (15, 3), (38, 6)):
        for problem in drawn(MinimalCyclicRotation, seeds=50, length=length, runs=runs):
            assert len(problem.text) == length
            doubled = ("1" + problem.solution).split("1")
            assert sum(len(run) == max(map(len, doubled)) for run in doubled) >= runs
            assert problem.solution == min(rotations(problem.text)) != problem.text
            assert all(problem.score(text) < 1.0 for text in rotations(problem.text) if text != problem.solution)


def longest_runs(problem):
    """Where the longest runs of zeros begin, in the order of the string."""
    doubled = problem.text + problem.text
    run = max(length for length in range(len(problem.text)) if "0" * length in doubled)
    return [i for i in range(len(problem.text)) if doubled.startswith("0" * run, i)]


def shortcut_first_longest_run(problem):
    """Begin at the first of the longest runs of zeros."""
    start = longest_runs(problem)[0]
    return problem.text[start:] + problem.text[:start]


def shortcut_last_longest_run(problem):
    """Begin at the last of the longest runs of zeros."""
    start = longest_runs(problem)[-1]
    return problem.text[start:] + problem.text[:start]
