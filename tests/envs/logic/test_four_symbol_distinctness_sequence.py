from itertools import product

import pytest

from rlve.envs.logic.four_symbol_distinctness_sequence import FourSymbolDistinctnessSequence
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = FourSymbolDistinctnessSequence([[3, 1], [2, 1, 4]], planted=[2, 1, 0, 3])
    assert reward(problem, "2 1 0 3") == 1.0
    assert reward(problem, "0 1 2 1") == 0.5**10  # positions 2 and 4 are equal
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


@pytest.mark.parametrize("length", [6, 9, 16])
def test_alternating_sequences_meet_no_condition(length):
    for problem in drawn(FourSymbolDistinctnessSequence, seeds=30, length=length, conditions=6):
        for pair in ("01", "10", "12", "21", "03", "30"):
            assert reward(problem, " ".join((pair * length)[:length])) == 0.0
        assert reward(problem, " ".join(map(str, problem.planted))) == 1.0
