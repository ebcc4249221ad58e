from itertools import combinations

from rlve.envs.sequences.minimax_absolute_balance_partition import MinimaxAbsoluteBalancePartition
from tests.envs.drawing import drawn, reward


def priority(problem: MinimaxAbsoluteBalancePartition, ends: tuple[int, ...]) -> tuple[int, list[int]]:
    starts = (0, *(end + 1 for end in ends))
    imbalances = [abs(sum(problem.signs[start : end + 1])) for start, end in zip(starts, ends)]
    return max(imbalances), [problem.labels[end] for end in ends]


def test_worked_example():
    # The signs add up to 4: two blocks of 2 each end at the 6 or at the 4, at the 1 they have 1 and 3.
    problem = MinimaxAbsoluteBalancePartition([3, 6, 1, 4, 2, 5], signs=[1, 1, -1, 1, 1, 1], blocks=2)
    assert reward(problem, "4 5") == 1.0
    assert 0.0 < reward(problem, "6 5") < 0.1
    assert 0.0 < reward(problem, "1 5") < 0.1
    problem = MinimaxAbsoluteBalancePartition([3, 6, 1, 4, 2, 5], signs=[1] * 6, blocks=3)
    assert reward(problem, "6 4 5") == 1.0  # two signs in each block
    assert 0.0 < reward(problem, "1 4 5") < 0.1  # three, one and two
    assert reward(problem, "3 1 5") < 0.1
    assert reward(problem, "2 4 5") == reward(problem, "1 1 5") == -0.5  # not from left to right
    assert reward(problem, "1 4 2") == -0.5  # does not end with the last label
    assert reward(problem, "2 4 5 5") == reward(problem, "0 2 5") == -0.5


def test_equals_the_best_of_all_cuts():
    for size in (6, 9, 11):
        for problem in drawn(MinimaxAbsoluteBalancePartition, seeds=20, size=size):
            cuts = [(*inner, size - 1) for inner in combinations(range(size - 1), problem.blocks - 1)]
            best = min(priority(problem, ends) for ends in cuts)
            assert best[1] == problem.solution


def test_blocks_without_any_imbalance():
    problem = MinimaxAbsoluteBalancePartition([1, 5, 2, 6, 3, 4], signs=[1, -1, -1, 1, 1, -1], blocks=2)
    assert reward(problem, "5 4") == 1.0  # ends at 5 or 6, where the sum is 0
    assert reward(problem, "1 4") < 0.1


def shortcut_smallest_labels(problem):
    """Takes the smallest labels and ignores the balance."""
    return problem.smallest_labels(bound=len(problem.labels))


def shortcut_bound_too_loose(problem):
    """Allows every block twice the imbalance that the whole array has for each block, and two more."""
    share = abs(sum(problem.signs)) // problem.blocks
    return problem.smallest_labels(bound=2 * share + 2) or shortcut_smallest_labels(problem)
