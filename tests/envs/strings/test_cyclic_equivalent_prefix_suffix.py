from rlve.envs.strings.cyclic_equivalent_prefix_suffix import CyclicEquivalentPrefixSuffix
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = CyclicEquivalentPrefixSuffix("aabbabaa")  # aab, baa; not aabb, abaa
    assert reward(problem, "3 2") == 1.0
    assert 0.0 <= reward(problem, "1 0") < 0.2
    assert reward(problem, "3 1") == reward(problem, "4 0") == reward(problem, "3 5") == -0.5
    assert reward(problem, "0 0") == 0.0
    assert reward(problem, "3") == -0.5


def test_equals_trying_all_lengths_and_rotations():
    for problem in drawn(CyclicEquivalentPrefixSuffix, seeds=25, length=16):
        text, right = problem.text, {(0, 0)}
        for size in range(1, 9):
            suffix = "".join(text[len(text) - size + i] for i in range(size))
            for turn in range(size):
                if all(suffix[i] == text[(i + turn) % size] for i in range(size)):
                    right.add((size, turn))
        largest = max(right)[0]
        for size in range(9):
            for turn in range(9):
                earned = reward(problem, f"{size} {turn}")
                assert (earned >= 0.0) == ((size, turn) in right)
                assert (earned == 1.0) == ((size, turn) in right and size == largest)


def test_no_length_at_all():
    assert reward(CyclicEquivalentPrefixSuffix("ab"), "0 0") == 1.0


def shortcut_equal_prefix_and_suffix(problem):
    """Takes the longest prefix that is a suffix without rotation."""
    return [problem.border(), 0]


def shortcut_stops_at_the_first_failure(problem):
    """Tries lengths from 1 up as long as there are rotations."""
    return problem.from_below()


def shortcut_same_letters(problem):
    """Takes the largest L whose prefix and suffix have equally many a, and a rotation that begins like the suffix."""
    sizes = range(len(problem.text) // 2, 0, -1)
    size = next((n for n in sizes if problem.text[:n].count("a") == problem.text[-n:].count("a")), 0)
    return [size, max(0, problem.text[:size].find(problem.text[len(problem.text) - size :][:2]))]
