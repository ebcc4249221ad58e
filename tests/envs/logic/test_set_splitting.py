from itertools import combinations

import pytest

from rlve.envs.logic.set_splitting import SetSplitting
from tests.envs.drawing import drawn, reward

EXAMPLE = SetSplitting(4, [[0, 1], [1, 2, 3], [2, 0]], planted=[0])


def test_worked_example():
    assert (
        reward(EXAMPLE, "0 3") == reward(EXAMPLE, "1 2") == reward(EXAMPLE, "2 1") == 1.0
    )  # both parts of one division
    assert reward(EXAMPLE, "0") == (2 / 3) ** 10  # 1 2 3 stay together
    assert reward(EXAMPLE, "0 1 2 3") == 0.0
    assert reward(EXAMPLE, "0 3 3") == reward(EXAMPLE, "0 4") == -0.5
    assert reward(EXAMPLE, "") == reward(EXAMPLE, "none") == -1.0


def test_agrees_with_every_part():
    for problem in drawn(SetSplitting, seeds=30, elements=7, subsets=12):
        lines = [set(map(int, line.split())) for line in problem.statement().split("\n")[1:-1]]
        assert len(lines) == 12
        for size in range(1, 8):
            for part in combinations(range(7), size):
                right = all(line & set(part) and line - set(part) for line in lines)
                assert (reward(problem, " ".join(map(str, part))) == 1.0) == right


@pytest.mark.parametrize("difficulty", [3, 6, 10])
def test_obvious_divisions_are_rarely_right(difficulty):
    problems = drawn(SetSplitting, seeds=200, **SetSplitting.parameters(difficulty))
    for obvious in (range(0, 6 + difficulty, 2), range((6 + difficulty) // 2)):
        assert sum(reward(problem, " ".join(map(str, obvious))) == 1.0 for problem in problems) < 20
    assert all(reward(problem, " ".join(map(str, problem.planted))) == 1.0 for problem in problems)
