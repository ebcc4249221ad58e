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
    for length in (8, 15, 38):
        for problem in drawn(MinimalCyclicRotation, seeds=50, length=length):
            assert problem.solution == min(rotations(problem.text)) != problem.text
            assert all(problem.score(text) < 1.0 for text in rotations(problem.text) if text != problem.solution)
