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


def shortcut_one_of_each_pair(problem):
    """Removes the repetitions of equal heaps only."""
    return [i + 1 for i, heap in enumerate(problem.heaps) if heap in problem.heaps[:i]]


def shortcut_keep_the_small_heaps(problem):
    """Keeps heaps from the smallest up, as long as the opponent cannot use them."""
    kept, removed = {0}, []
    for heap, size in sorted(enumerate(problem.heaps, start=1), key=lambda item: item[1]):
        if size in kept:
            removed.append(heap)
        else:
            kept |= {size ^ other for other in kept}
    return removed


def shortcut_pairs_and_sums_of_two(problem):
    """From the largest heap down, removes what is equal to a kept one or is the XOR of two kept ones."""
    return problem.sums_of_two()
