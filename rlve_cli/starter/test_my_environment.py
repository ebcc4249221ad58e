"""What the checker cannot know: whether answers are right, and whether shortcuts pay."""

from inspect import getfile
from itertools import combinations
from random import Random

import pytest

from rlve.envs.checker import complaints
from rlve.envs.registry import get
from rlve_cli.starter.my_environment import MyEnvironment


def drawn(count: int, **parameters: int) -> list[MyEnvironment]:
    return [MyEnvironment.draw(Random(seed), **parameters) for seed in range(count)]


def reward(problem: MyEnvironment, answer: str) -> float | None:
    return problem.verify(f"<answer>{answer}</answer>").reward


def test_worked_example() -> None:
    """By hand: 7 + 7 + 6 beside the 9 and the 8, which stand alone."""
    problem = MyEnvironment([7, 9, 7, 1, 8, 6, 1, 6])
    assert problem.solution == [0, 2, 4, 7]  # 7 + 7 + 8 + 6 = 28
    assert reward(problem, "7 4 2 0") == 1.0  # in any order
    assert reward(problem, "1 4 7") == 0.0  # 9 + 8 + 6 = 23: the largest numbers first
    assert reward(problem, "0 2 5 7") == 0.6**5  # 7 + 7 + 6 + 6 = 26: three fifths of the way from 23 to 28
    assert reward(problem, "0 1 4") == -0.5  # neighbours
    assert reward(problem, "0 2 2") == -0.5  # twice the same
    assert reward(problem, "one three five") == -1.0


def test_no_choice_is_better_than_the_solution() -> None:
    """The oracle is of another kind than `solve`: it tries every choice of a short row."""
    for problem in drawn(30, size=9):
        choices = [
            list(places)
            for count in range(len(problem.numbers))
            for places in combinations(range(len(problem.numbers)), count)
            if all(after - before > 1 for before, after in zip(places, places[1:]))
        ]
        best = max(map(problem.total, choices))
        assert problem.total(problem.solution) == best
        for places in filter(None, choices):
            assert (problem.score(places) == 1.0) == (problem.total(places) == best)


def shortcut_hurried(problem: MyEnvironment) -> list[int]:
    """The even places, the odd ones, or always the largest number, whichever is best."""
    return problem.hurried()


def shortcut_from_the_left(problem: MyEnvironment) -> list[int]:
    """Goes from left to right and takes a number that is larger than the next one."""
    places: list[int] = []
    for place, number in enumerate(problem.numbers):
        if place - 1 not in places and number >= max(problem.numbers[place : place + 2]):
            places.append(place)
    return places


@pytest.mark.parametrize("shortcut", [shortcut_hurried, shortcut_from_the_left])
@pytest.mark.parametrize("difficulty", [3, 6, 10])
def test_shortcuts_earn_little(shortcut, difficulty) -> None:  # type: ignore[no-untyped-def]
    problems = drawn(100, **MyEnvironment.parameters(difficulty))
    rewards = [reward(problem, problem.answer_format().render(shortcut(problem))) or 0.0 for problem in problems]
    assert sum(max(0.0, each) for each in rewards) / len(rewards) <= 0.3


def test_passes_the_checker() -> None:
    assert complaints(get(getfile(MyEnvironment))) == []
