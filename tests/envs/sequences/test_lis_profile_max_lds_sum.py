from itertools import permutations

from rlve.envs.sequences.lis_profile_max_lds_sum import LisProfileMaxLdsSum, falling_sum
from tests.envs.drawing import drawn, reward


def rising(p: tuple[int, ...]) -> list[int]:
    lengths: list[int] = []
    for i in range(len(p)):
        lengths.append(1 + max((lengths[j] for j in range(i) if p[j] < p[i]), default=0))
    return lengths


def falling(p: tuple[int, ...]) -> list[int]:
    lengths = [0] * len(p)
    for i in reversed(range(len(p))):
        lengths[i] = 1 + max((lengths[j] for j in range(i + 1, len(p)) if p[j] < p[i]), default=0)
    return lengths


def test_worked_example():
    # 4 1 3 2 has the B 3 1 2 1, and 3 1 4 2, which fits as well, 2 1 2 1; by levels it is 2 1 4 3 with 2 1 2 1
    problem = LisProfileMaxLdsSum([1, 1, 2, 2])
    assert reward(problem, "4 1 3 2") == 1.0
    assert reward(problem, "2 1 4 3") == reward(problem, "3 1 4 2") == 0.0
    assert reward(problem, "4 2 3 1") == -0.5  # A is 1 1 2 1
    assert reward(problem, "4 1 3 3") == reward(problem, "4 1 3") == -0.5


def test_agrees_with_all_permutations():
    for size in (5, 6):
        for problem in drawn(LisProfileMaxLdsSum, seeds=12, size=size):
            fitting = [p for p in permutations(range(1, size + 1)) if rising(p) == problem.rising]
            best = max(sum(falling(p)) for p in fitting)
            assert tuple(problem.by_levels()) in fitting
            for p in permutations(range(1, size + 1)):
                earned = reward(problem, " ".join(map(str, p)))
                assert (earned >= 0.0) == (p in fitting)
                assert (earned == 1.0) == (p in fitting and sum(falling(p)) == best)


def test_sums_agree():
    for p in permutations(range(1, 6)):
        assert falling_sum(list(p)) == sum(falling(p))


def shortcut_level_by_level(problem):
    """Smaller lengths get smaller numbers, equal ones falling numbers."""
    return problem.by_levels()


def shortcut_insert_as_low_as_possible(problem):
    """The skill: inserts each element right above the latest one of the length before, below everything else."""
    order, latest = [], {}
    for i, length in enumerate(problem.rising):
        place = 0 if length == 1 else order.index(latest[length - 1]) + 1
        order.insert(place, i)
        latest[length] = i
    permutation = [0] * len(order)
    for number, position in enumerate(order, start=1):
        permutation[position] = number
    return permutation
