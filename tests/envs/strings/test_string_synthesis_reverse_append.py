from rlve.envs.strings.string_synthesis_reverse_append import OPERATIONS, StringSynthesisReverseAppend
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = StringSynthesisReverseAppend("011001101")  # 01, 0110, 01100110, and a 1: five operations
    assert reward(problem, "B0 B1 MB MB B1") == reward(problem, "F1 F0 MB MF B1") == 1.0
    assert 0.0 <= reward(problem, "B0 B1 B1 B0 MB B1") < 0.3
    assert reward(problem, "B0 B1 MF MB B1") == reward(problem, "B0 B1 MB MB") == -0.5
    assert reward(problem, "B0 B1 MB MB MB B1") == -0.5
    assert reward(problem, "B0 B1 MB MB B2") == -1.0
    assert reward(problem, " ".join(["MB"] * 3000 + ["B0 B1 MB MB B1"])) < 0.1  # mirroring nothing is an operation


def test_equals_breadth_first_search():
    for problem in drawn(StringSynthesisReverseAppend, seeds=25, length=13):
        level, steps = {""}, 0
        while problem.target not in level:
            following = set[str]()
            for s in level:
                following |= {"0" + s, "1" + s, s + "0", s + "1", s[::-1] + s, s + s[::-1]}
            level = {s for s in following if s in problem.target}
            steps += 1
        assert len(problem.solution) == steps
        assert set(problem.solution) <= set(OPERATIONS)
        assert problem.score(problem.solution) == 1.0


def shortcut_one_mirror(problem):
    """Mirrors once, in the middle of the longest even palindrome."""
    return problem.one_mirror()


def shortcut_characters(problem):
    """Adds one character after the other."""
    return [f"B{character}" for character in problem.target]


def shortcut_mirror_when_possible(problem):
    """Goes through the string from the left and mirrors where that fits."""
    text, operations = "", []
    while text != problem.target:
        mirrored = text + text[::-1]
        if text and problem.target.startswith(mirrored):
            text = mirrored
            operations.append("MB")
        else:
            operations.append(f"B{problem.target[len(text)]}")
            text = problem.target[: len(text) + 1]
    return operations
