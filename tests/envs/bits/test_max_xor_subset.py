from functools import reduce
from itertools import combinations
from operator import xor

from rlve.envs.bits.max_xor_subset import MaxXorSubset
from tests.envs.drawing import drawn, first_improvement, reward


def total(problem: MaxXorSubset, chosen: list[int]) -> int:
    return reduce(xor, (problem.numbers[i] for i in chosen), 0)


def test_worked_example():
    problem = MaxXorSubset([9, 12, 10, 5])  # 9 ^ 12 ^ 10 = 15, and 10 ^ 5 too
    assert reward(problem, "2 3") == reward(problem, "0 2 1") == 1.0
    assert reward(problem, "1") == reward(problem, "0 1 2 3") == 0.0
    assert reward(problem, "2 2 3") == reward(problem, "2 4") == -0.5


def test_all_subsets():
    for size, bits in ((5, 7), (7, 6), (8, 12)):
        for problem in drawn(MaxXorSubset, seeds=8, size=size, bits=bits):
            subsets = [list(s) for count in range(1, size + 1) for s in combinations(range(size), count)]
            largest = max(total(problem, subset) for subset in subsets)
            assert problem.largest() == total(problem, problem.solution) == largest
            for subset in subsets[::3]:
                assert (problem.score(subset) == 1.0) == (total(problem, subset) == largest)


def shortcut_what_helps_the_largest_first(problem):
    """Goes through the numbers, the largest first, and takes what makes the XOR larger."""
    chosen: list[int] = []
    for i in sorted(range(len(problem.numbers)), key=problem.numbers.__getitem__, reverse=True):
        if total(problem, [*chosen, i]) > total(problem, chosen):
            chosen.append(i)
    return chosen


def shortcut_local_search(problem):
    """Adds or takes away one or two numbers as long as that helps."""
    indices = range(len(problem.numbers))
    moves = [{i} for i in indices] + [set(pair) for pair in combinations(indices, 2)]
    start = {max(indices, key=problem.numbers.__getitem__)}
    found = first_improvement(start, lambda chosen: (chosen ^ move for move in moves), lambda c: -total(problem, c))
    return sorted(found)


def shortcut_best_three(problem):
    """Tries all sets of at most three numbers."""
    indices = range(len(problem.numbers))
    return list(max((s for k in (1, 2, 3) for s in combinations(indices, k)), key=lambda s: total(problem, s)))
