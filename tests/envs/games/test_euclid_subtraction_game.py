from functools import cache

from rlve.envs.games.euclid_subtraction_game import EuclidSubtractionGame
from tests.envs.drawing import drawn, reward


@cache
def mover_wins(larger: int, smaller: int) -> bool:
    """By trying every move."""
    for result in range(larger % smaller, larger, smaller):
        if result == 0 or not mover_wins(max(result, smaller), min(result, smaller)):
            return True
    return False


def test_worked_example():
    # 5 3 -> 3 2 -> 2 1 -> a zero: forced, three moves. 4 3 -> 3 1 -> a zero. 7 7 -> a zero.
    problem = EuclidSubtractionGame([[3, 5], [4, 3], [7, 7]])
    assert reward(problem, "Stan Ollie Stan") == 1.0
    assert reward(problem, "stan, ollie, stan") == 1.0
    assert reward(problem, "Stan Stan Stan") == 0.0
    assert reward(problem, "Stan Ollie") == -0.5
    assert reward(problem, "Stan Ollie Bob") == -1.0


def test_every_small_game():
    for larger in range(1, 61):
        for smaller in range(1, larger + 1):
            expected = "Stan" if mover_wins(larger, smaller) else "Ollie"
            assert EuclidSubtractionGame([[smaller, larger]]).solution == [expected]


def test_both_players_win_games_and_none_is_won_at_once():
    winners = []
    for problem in drawn(EuclidSubtractionGame, forced=6, pairs=5):
        assert len(set(problem.solution)) == 2
        assert all(max(pair) < 2 * min(pair) and x != y for pair in problem.pairs for x, y in [pair])
        winners += problem.solution
    assert 0.4 < winners.count("Stan") / len(winners) < 0.6


def shortcut_ratio_of_at_least_1_6(problem):
    """Lets the first player win where the ratio is at least 1.6."""
    return ["Stan" if max(pair) >= 1.6 * min(pair) else "Ollie" for pair in problem.pairs]


def shortcut_ratio_of_at_least_1_5(problem):
    """Lets the first player win where the ratio is at least 1.5."""
    return ["Stan" if max(pair) >= 1.5 * min(pair) else "Ollie" for pair in problem.pairs]


def shortcut_golden_ratio(problem):
    """The skill: the first player wins from the golden ratio on (for forced play, one step after another)."""
    return ["Stan" if 2 * max(pair) >= (1 + 5**0.5) * min(pair) else "Ollie" for pair in problem.pairs]
