from itertools import combinations

from rlve.envs.sequences.minimax_sum_array_partition import MinimaxSumArrayPartition
from tests.envs.drawing import drawn, reward


def largest_sum(numbers: list[int], ends: tuple[int, ...]) -> int:
    cuts = [-1, *ends]
    return max(sum(numbers[i] for i in range(a + 1, b + 1)) for a, b in zip(cuts, cuts[1:]))


def test_worked_example():
    problem = MinimaxSumArrayPartition([9, 1, 2, 3, 4, 8], blocks=3)
    assert reward(problem, "0 4 5") == reward(problem, "1 4 5") == 1.0  # 9 | 1 2 3 4 | 8, and 9 1 is no worse
    assert reward(problem, "0 3 5") == reward(problem, "1 3 5") == 0.0  # 4 8, as in blocks of equal length
    assert reward(problem, "0 5") == reward(problem, "4 0 5") == reward(problem, "0 3 4") == -0.5
    assert reward(problem, "0 0 5") == reward(problem, "0 4 6") == -0.5


def test_agrees_with_all_cuts():
    for size in (6, 9, 11):
        for problem in drawn(MinimaxSumArrayPartition, seeds=15, size=size):
            cuts = [(*inner, size - 1) for inner in combinations(range(size - 1), problem.blocks - 1)]
            best = min(largest_sum(problem.numbers, ends) for ends in cuts)
            for ends in cuts:
                earned = reward(problem, " ".join(map(str, ends)))
                assert (earned == 1.0) == (largest_sum(problem.numbers, ends) == best)
                assert earned >= 0.0
            assert reward(problem, " ".join(map(str, problem.solution))) == 1.0


def test_exactly_as_many_blocks_as_asked():
    assert len(MinimaxSumArrayPartition([1, 1, 1, 100], blocks=4).solution) == 4
    assert MinimaxSumArrayPartition([100, 1, 1, 1], blocks=3).solution == [0, 1, 3]


def shortcut_filled_to_the_mean(problem):
    """Ends a block as soon as it holds its share of what is left."""
    return problem.filled_to_the_mean()


def shortcut_filled_to_the_largest_element(problem):
    """Fills blocks up to the largest element, from the left, and the last block with what is left."""
    ends = problem.filled(max(problem.numbers))
    last = len(problem.numbers) - 1
    if len(ends) > problem.blocks:
        return [*ends[: problem.blocks - 1], last]
    unused = [i for i in range(last) if i not in ends]
    return sorted(ends + unused[: problem.blocks - len(ends)])


def shortcut_equal_lengths(problem):
    """Cuts blocks of equal lengths."""
    return problem.equal_lengths()
