from functools import reduce
from itertools import chain, combinations
from operator import xor

from rlve.envs.games.nim_with_heap_removal_round import NimWithHeapRemovalRound
from tests.envs.drawing import drawn, reward

EXAMPLE = NimWithHeapRemovalRound([2, 3, 5, 1, 5])


def choices(items: list[int]) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(items, count) for count in range(len(items) + 1)))


def test_worked_example():
    # Of the two heaps of 5 one must go, and one of 1, 2 and 3.
    assert reward(EXAMPLE, "4 3") == reward(EXAMPLE, "4 5") == 1.0
    assert reward(EXAMPLE, "2 3") == 0.0  # as many as when the heaps are kept in their order
    assert reward(EXAMPLE, "4") == reward(EXAMPLE, "empty") == 0.0  # the opponent leaves 5 and 5
    assert reward(EXAMPLE, "1 2 3 4 5") == reward(EXAMPLE, "4 4 3") == reward(EXAMPLE, "4 6") == -0.5
    assert reward(EXAMPLE, "") == -1.0


def test_nothing_to_remove():
    problem = NimWithHeapRemovalRound([1, 2, 4])
    assert reward(problem, "empty") == 1.0
    assert reward(problem, "1") == 0.0


def test_all_choices():
    for count in (4, 6):
        for problem in drawn(NimWithHeapRemovalRound, seeds=12, count=count):
            heaps = list(range(1, count + 1))
            winning = {}
            for removed in choices(heaps)[:-1]:
                kept = [problem.heaps[heap - 1] for heap in heaps if heap not in removed]
                if all(reduce(xor, left) for left in choices(kept)[1:]):  # what the opponent can leave
                    winning[removed] = sum(problem.heaps[heap - 1] for heap in removed)
            assert () not in winning
            for removed in choices(heaps)[1:-1]:
                best = removed in winning and winning[removed] == min(winning.values())
                assert (problem.score(list(removed)) == 1.0) == best
                assert removed in winning or problem.score(list(removed)) == 0.0
