from functools import cache

from rlve.envs.games.even_heap_splitting_game import EvenHeapSplittingGame
from tests.envs.drawing import drawn, reward


def moves(heaps: tuple[int, ...], threshold: int) -> dict[tuple[int, int], tuple[int, ...]]:
    found = {}
    for i, heap in enumerate(heaps):
        for k in range(2, heap + 1 if heap >= threshold else 0):
            parts = [heap // k] * k
            for larger in range(heap % k):
                parts[larger] += 1
            found[i + 1, k] = tuple(sorted([*heaps[:i], *parts, *heaps[i + 1 :]]))
    return found


@cache
def wins(heaps: tuple[int, ...], threshold: int) -> bool:
    return any(not wins(after, threshold) for after in moves(heaps, threshold).values())


def test_worked_example():
    # Of the heap of 4, k = 2 leaves 2 and 2, k = 3 leaves 2, 1 and 1, and k = 4 ends the game, as does k = 2 or 3.
    problem = EvenHeapSplittingGame(heaps=[4, 2], threshold=3)
    assert reward(problem, "3 1 2") == reward(problem, "3 1 4") == 1.0
    assert reward(problem, "2 1 3") == 0.2
    assert reward(problem, "0") == 0.0
    assert reward(problem, "3 2 2") == reward(problem, "3 1 5") == reward(problem, "3 1 1") == -0.5
    assert reward(problem, "3 0 2") == reward(problem, "3 3 2") == reward(problem, "3") == -0.5


def test_a_lost_position():
    problem = EvenHeapSplittingGame(heaps=[5, 5], threshold=2)
    assert reward(problem, "0") == 1.0
    assert reward(problem, "1 1 2") == 0.0


def test_every_move_by_search():
    for largest in (6, 9):
        for problem in drawn(EvenHeapSplittingGame, seeds=25, heaps=2, largest=largest):
            heaps, threshold = tuple(problem.heaps), problem.threshold
            after = moves(heaps, threshold)
            winning = [move for move, left in after.items() if not wins(left, threshold)]
            assert after
            assert problem.solution[0] == len(winning)
            for move in after:
                assert problem.score([len(winning), *move]) == float(move in winning)
            assert reward(problem, "0") == float(not winning)


def test_lost_positions_occur():
    lost = [p for p in drawn(EvenHeapSplittingGame, seeds=300, heaps=2, largest=16) if p.solution == [0]]
    assert 15 < len(lost) < 80


def shortcut_no_winning_move(problem):
    """Says that no move wins."""
    return [0]


def shortcut_take_the_largest_heap_apart(problem):
    """Splits the largest heap into single stones and believes that nothing else wins."""
    size = max(problem.heaps)
    return [1, problem.heaps.index(size) + 1, size]


def shortcut_halve_the_largest_heap(problem):
    """Splits the largest heap in two and believes that nothing else wins."""
    return [1, problem.heaps.index(max(problem.heaps)) + 1, 2]
