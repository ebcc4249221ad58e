from rlve.envs.strings.rotating_doubling_string_character import RotatingDoublingStringCharacter
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = RotatingDoublingStringCharacter("wxyz", places=[5, 8, 9])  # wxyzzwxy ywxyzzwx
    assert reward(problem, "zyy") == 1.0
    assert reward(problem, "zyw") == reward(problem, "wzw") == 0.0
    assert reward(problem, "zy") == -0.5
    assert reward(problem, "zya") == -1.0


def test_equals_writing_the_string_out():
    for problem in drawn(RotatingDoublingStringCharacter, seeds=40, length=7, doublings=6):
        text = problem.start
        while len(text) < max(problem.places):
            text += text[-1] + text[:-1]
        assert problem.solution == "".join(text[place - 1] for place in problem.places)


def shortcut_without_rotation(problem):
    """Repeats the string."""
    return "".join(problem.start[(place - 1) % len(problem.start)] for place in problem.places)


def shortcut_one_rotation(problem):
    """Repeats the rotated string."""
    return "".join(problem.start[(place - 2) % len(problem.start)] for place in problem.places)


def shortcut_first_of_the_right_half(problem):
    """Forgets that the first character of a right half is the last one of the left half."""
    letters = []
    for place in problem.places:
        while place > len(problem.start):
            half = len(problem.start)
            while 2 * half < place:
                half *= 2
            place = max(1, place - half - 1)
        letters.append(problem.start[place - 1])
    return "".join(letters)
