from functools import cache

from rlve.envs.games.bean_splitting_game import BeanSplittingGame
from tests.envs.drawing import drawn, reward


def moves(beans: tuple[int, ...]) -> dict[tuple[int, int, int], tuple[int, ...]]:
    count = len(beans)
    return {
        (i, j, k): tuple(n - (b == i) + (b == j) + (b == k) for b, n in enumerate(beans))
        for i in range(count)
        if beans[i]
        for j in range(i + 1, count)
        for k in range(j, count)
    }


@cache
def wins(beans: tuple[int, ...]) -> bool:
    return any(not wins(after) for after in moves(beans).values())


def test_worked_example():
    # Beans in the last bottle cannot move. A bean in bottle 1 allows one move, so two of them allow two.
    problem = BeanSplittingGame([1, 0, 4])
    assert reward(problem, "0 2 2") == reward(problem, "0 1 1") == 1.0
    assert reward(problem, "0 1 2") == reward(problem, "none") == 0.0
    assert reward(problem, "0 2 1") == reward(problem, "1 2 2") == reward(problem, "0 0 1") == -0.5
    assert reward(problem, "0 1 3") == reward(problem, "0 1") == -0.5


def test_a_lost_position():
    problem = BeanSplittingGame([0, 2, 1])
    assert reward(problem, "none") == 1.0
    assert reward(problem, "1 2 2") == 0.0


def test_every_move_by_search():
    for bottles, most in ((3, 12), (4, 5)):
        for problem in drawn(BeanSplittingGame, seeds=60, bottles=bottles):
            beans = tuple(problem.beans)
            if sum(beans[:-1]) > most:
                continue
            for move, after in moves(beans).items():
                assert problem.score(list(move)) == float(not wins(after))
            assert reward(problem, "none") == float(not wins(beans))


def test_lost_positions_occur_and_allow_a_move():
    lost = [problem for problem in drawn(BeanSplittingGame, seeds=300, bottles=7) if not problem.solution]
    assert 15 < len(lost) < 60
    assert all(moves(tuple(problem.beans)) for problem in lost)


def shortcut_first_bean_to_the_last_bottle(problem):
    """Moves a bean of the first bottle that is not empty into the last bottle."""
    first = next(i for i, beans in enumerate(problem.beans) if beans)
    return [first, len(problem.beans) - 1, len(problem.beans) - 1]


def shortcut_even_numbers(problem):
    """Makes as many bottles even as one move can."""
    return problem.evening_move()


def shortcut_none(problem):
    """Says that no move wins."""
    return []
