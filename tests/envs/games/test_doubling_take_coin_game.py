from rlve.envs.games.doubling_take_coin_game import DoublingTakeCoinGame
from tests.envs.drawing import drawn, reward


def most(coins: tuple[int, ...], limit: int) -> int:
    """What the player to move gets, by playing out every game."""
    takes = range(1, min(limit, len(coins)) + 1)
    return max((sum(coins) - most(coins[take:], 2 * take) for take in takes), default=0)


def test_worked_example():
    problem = DoublingTakeCoinGame([3, 2, 9])  # one coin leaves 2 and 9 to Bob, two leave him 9
    assert reward(problem, "5") == 1.0
    assert reward(problem, "9") == reward(problem, "6") == reward(problem, "7") == 0.0
    assert reward(problem, "0") == -0.5


def test_equals_search_of_the_game_tree():
    for count in range(1, 13):
        for coins in ([n * n % 7 + 1 for n in range(count)], [(3 * n) % 5 + 1 for n in range(count)]):
            assert DoublingTakeCoinGame(coins).solution == most(tuple(coins), 2)
    for count in range(4, 13):
        for problem in drawn(DoublingTakeCoinGame, seeds=15, count=count):
            assert problem.solution == most(tuple(problem.coins), 2)


def test_taking_all_one_may_is_not_the_answer():
    assert DoublingTakeCoinGame([1, 2, 4, 8, 16, 32, 64, 128]).greedy_total() == 3 + 64 + 128
    for problem in drawn(DoublingTakeCoinGame, count=8):
        assert reward(problem, str(problem.greedy_total())) == 0.0
