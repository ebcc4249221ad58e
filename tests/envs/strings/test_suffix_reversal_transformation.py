from itertools import permutations

from rlve.envs.strings.suffix_reversal_transformation import SuffixReversalTransformation
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = SuffixReversalTransformation("abcde", "bceda")
    assert reward(problem, "2 4 3 2") == reward(problem, "2 4 0 3 2") == 1.0  # edabc, cbade, edacb, bceda
    assert reward(problem, "2 4 3") == reward(problem, "4 2 3 2") == 0.0
    assert reward(problem, "6") == reward(problem, " ".join(["1"] * 16)) == -0.5
    assert reward(problem, "") == -1.0


def test_turns_every_string_into_every_other():
    for letters in ("abcd", "aabc"):
        for source in {"".join(order) for order in permutations(letters)}:
            for target in {"".join(order) for order in permutations(letters)}:
                problem = SuffixReversalTransformation(source, target)
                assert len(problem.solution) <= 12
                assert problem.score(problem.solution) == 1.0


def turned(text: str, count: int) -> str:
    characters = list(text)
    end = [characters.pop() for _ in range(count)]
    return "".join(end + characters)


def test_a_second_simulation():
    for problem in drawn(SuffixReversalTransformation, seeds=20, length=9):
        text = problem.source
        for count in problem.solution:
            text = turned(text, count)
        assert text == problem.target
        near = {turned(turned(problem.source, a), b) for a in range(10) for b in range(10)}
        assert problem.target not in near


def shortcut_more_places_right(problem):
    """Takes the operation after which the most places are right, again and again."""
    text, operations = problem.source, []
    for _ in range(min(len(text), 12)):
        options = {turned(text, count): count for count in range(1, len(text) + 1)}
        text = max(options, key=lambda option: sum(map(str.__eq__, option, problem.target)))
        operations.append(options[text])
        if text == problem.target:
            break
    return operations


def shortcut_next_letter_to_the_front(problem):
    """Moves, for each letter of the target from its end, all characters from that letter on to the front."""
    text, operations = problem.source, []
    for letter in reversed(problem.target):
        count = len(text) - text.rindex(letter)
        operations.append(count)
        text = turned(text, count)
    return operations
