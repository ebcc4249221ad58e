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


def played(problem, take):
    """What Alice gets if both take `take(coins left, limit)` coins."""
    coins, limit, totals, mover = problem.coins, 2, [0, 0], 0
    while coins:
        count = min(take(coins, limit), len(coins), limit)
        totals[mover] += sum(coins[:count])
        coins, limit, mover = coins[count:], 2 * count, 1 - mover
    return totals[0]


def shortcut_all_one_may(problem):
    """Both always take as many coins as they may."""
    return played(problem, lambda coins, limit: limit)


def shortcut_one_coin_each(problem):
    """Both always take one coin, and the rest when they may."""
    return played(problem, lambda coins, limit: len(coins) if len(coins) <= limit else 1)


def shortcut_better_than_the_next_move(problem):
    """Both take what leads by most after the opponent's largest answer."""
    return problem.total_one_move_ahead()
