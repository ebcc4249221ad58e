from functools import cache

from rlve.envs.games.multiples_flipping_game import MultiplesFlippingGame
from tests.envs.drawing import drawn, reward


def moves(cells: int, white: frozenset[int]) -> dict[tuple[int, int], frozenset[int]]:
    return {
        (x, k): white ^ frozenset(x * factor for factor in range(1, k + 1))
        for x in white
        for k in range(1, cells // x + 1)
    }


@cache
def wins(cells: int, white: frozenset[int]) -> bool:
    return any(not wins(cells, after) for after in moves(cells, white).values())


def test_worked_example():
    # To flip 2 alone or 3 alone leaves one white cell, which the opponent flips; to flip 2 and 4 leaves 3 and 4.
    problem = MultiplesFlippingGame(cells=4, white=[2, 3])
    assert wins(4, frozenset([2, 3]))
    assert reward(problem, "1 2 2") == 1.0
    assert reward(problem, "2 2 2") == 0.2
    assert reward(problem, "1 2 1") == reward(problem, "1 3 1") == reward(problem, "0") == 0.0
    assert reward(problem, "1 2 3") == reward(problem, "1 4 1") == reward(problem, "1 2 0") == -0.5
    assert reward(problem, "1") == reward(problem, "0 2 2 2") == -0.5


def test_a_lost_position():
    problem = MultiplesFlippingGame(cells=4, white=[3, 4])
    assert reward(problem, "0") == 1.0
    assert reward(problem, "1 3 1") == 0.0


def test_every_move_by_search():
    for cells in (5, 8):
        for problem in drawn(MultiplesFlippingGame, seeds=25, cells=cells):
            after = moves(cells, frozenset(problem.white))
            winning = [move for move, left in after.items() if not wins(cells, left)]
            assert problem.solution[0] == len(winning)
            for move in after:
                assert problem.score([len(winning), *move]) == float(move in winning)
            assert reward(problem, "0") == float(not winning)


def test_lost_positions_occur():
    lost = [problem for problem in drawn(MultiplesFlippingGame, seeds=300, cells=9) if problem.solution == [0]]
    assert 15 < len(lost) < 60
    assert all(problem.white for problem in lost)


def shortcut_smallest_white_cell(problem):
    """Flips all multiples of the smallest white cell and believes that nothing else wins."""
    return [1, problem.white[0], problem.cells // problem.white[0]]


def shortcut_largest_white_cell(problem):
    """Flips the largest white cell alone and believes that nothing else wins."""
    return [1, problem.white[-1], 1]


def shortcut_nothing_left(problem):
    """Looks for a move after which no cell is white, or flips the largest white cell; counts three winning moves."""
    for cell in problem.white:
        for k in range(1, problem.cells // cell + 1):
            if set(range(cell, cell * k + 1, cell)) == set(problem.white):
                return [3, cell, k]
    return [3, problem.white[-1], 1]
