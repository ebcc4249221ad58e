from itertools import product

import pytest

from rlve.envs.logic.four_symbol_distinctness_sequence import FourSymbolDistinctnessSequence
from tests.envs.drawing import drawn, earned, reward


def test_worked_example():
    problem = FourSymbolDistinctnessSequence([[3, 1], [2, 1, 4]], planted=[2, 1, 0, 3])
    assert reward(problem, "2 1 0 3") == 1.0
    assert reward(problem, "0 1 2 1") == 0.0  # positions 2 and 4 are equal: what the first symbols that fit give
    assert reward(problem, "0 1 0 1") == 0.0
    for text in ("2 0 1 2", "3 2 1 0", "2 1 1 0", "1 0 3 1"):
        assert "neighbours" in problem.verify(f"<answer>{text}</answer>").reason
    assert reward(problem, "2 1 0") == reward(problem, "2 1 0 4") == -0.5


def test_agrees_with_every_sequence():
    for problem in drawn(FourSymbolDistinctnessSequence, seeds=12, length=6, conditions=4):
        lines = [list(map(int, line.split())) for line in problem.statement().split("\n")[1:-1]]
        right = 0
        for symbols in product("0123", repeat=6):
            word = "".join(symbols)
            if not all(pair in ("01", "10", "03", "30", "12", "21") for pair in map("".join, zip(word, word[1:]))):
                continue
            good = all(word[i - 1] != word[j - 1] for line in lines for i in line for j in line if i != j)
            assert (reward(problem, " ".join(word)) == 1.0) == good
            right += good
        assert right >= 1


def test_only_what_is_better_than_the_first_fit_earns_a_little():
    problem = FourSymbolDistinctnessSequence([[1, 3], [1, 5], [3, 5], [2, 4]], planted=[3, 0, 1, 2, 1])
    assert problem.first_fitting == [0, 1, 2, 1, 0]
    assert reward(problem, "0 1 2 1 0") == reward(problem, "1 0 3 0 1") == 0.0  # two lines are met
    assert reward(problem, "3 0 1 2 1") == reward(problem, "2 1 0 3 0") == 0.5**10  # three


@pytest.mark.parametrize("length", [6, 9, 16])
def test_alternating_sequences_meet_no_condition(length):
    for problem in drawn(FourSymbolDistinctnessSequence, seeds=30, length=length, conditions=6):
        for pair in ("01", "10", "12", "21", "03", "30"):
            assert reward(problem, " ".join((pair * length)[:length])) == 0.0
        assert reward(problem, " ".join(map(str, problem.planted))) == 1.0


FOLLOWING = {0: (1, 3), 1: (0, 2), 2: (1,), 3: (0,)}


def shortcut_first_fit(problem):
    """Writes the first symbol that may follow and meets the conditions so far, and never goes back."""
    symbols = list[int]()
    for place in range(1, len(problem.planted) + 1):
        allowed = FOLLOWING[symbols[-1]] if symbols else (0, 1, 2, 3)
        fitting = [
            symbol for symbol in allowed
            if not any(place in line and any(k < place and symbols[k - 1] == symbol for k in line)
                       for line in problem.conditions)
        ]  # fmt: skip
        symbols.append((fitting or allowed)[0])
    return symbols


def shortcut_once_around(problem):
    """Goes from 3 over 0 and 1 to 2 and back, again and again."""
    return [(3, 0, 1, 2, 1, 0)[place % 6] for place in range(len(problem.planted))]


def test_the_hurried_are_seldom_right_but_sometimes():
    assert 0.0 < earned("four_symbol_distinctness_sequence", shortcut_first_fit, 3, problems=150) < 0.35
