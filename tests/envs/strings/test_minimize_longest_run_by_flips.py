from itertools import combinations

from rlve.envs.strings.minimize_longest_run_by_flips import MinimizeLongestRunByFlips
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = MinimizeLongestRunByFlips("00000000", flips=2)  # two flips leave six zeros in three parts
    assert reward(problem, "00100100") == 1.0
    assert 0.0 <= reward(problem, "00010010") < 0.1
    assert reward(problem, "00101001") == reward(problem, "0010010") == -0.5
    assert reward(problem, "0010010x") == -1.0
    alternating = MinimizeLongestRunByFlips("0110", flips=2)
    assert reward(alternating, "0101") == reward(alternating, "1010") == 1.0
    at_the_edge = MinimizeLongestRunByFlips("00011", flips=1)
    assert reward(at_the_edge, "01011") == 1.0
    assert reward(at_the_edge, "00111") < 1.0


def test_equals_trying_all_flips():
    for problem in drawn(MinimizeLongestRunByFlips, seeds=12, runs=3, longest=7):
        assert problem.score(problem.solution) == 1.0
        options = [problem.text]
        for count in range(1, problem.flips + 1 if problem.flips <= 3 else 0):
            for places in combinations(range(len(problem.text)), count):
                options.append("".join("10"[int(b)] if i in places else b for i, b in enumerate(problem.text)))
        best = next(n for n in range(1, 20) if any("0" * (n + 1) not in o and "1" * (n + 1) not in o for o in options))
        assert problem.flips > 3 or problem.longest(problem.solution) == best


def test_every_number_of_flips():
    for text in ("0001100000", "1111111", "010011000111"):
        for flips in range(1, len(text)):
            problem = MinimizeLongestRunByFlips(text, flips)
            assert problem.score(problem.solution) == 1.0
            if flips <= 3:
                options = [
                    "".join("10"[int(b)] if i in c else b for i, b in enumerate(text))
                    for c in combinations(range(len(text)), flips)
                ]
                assert problem.longest(problem.solution) == min(map(problem.longest, [text, *options]))


def shortcut_halving(problem):
    """Flips the middle of the longest run, as often as it may."""
    return problem.halved()


def shortcut_from_the_left(problem):
    """Lets no run grow beyond the best length, from left to right, until the flips are used up."""
    return problem.one_pass()


def shortcut_nothing(problem):
    """Leaves the string as it is."""
    return problem.text
