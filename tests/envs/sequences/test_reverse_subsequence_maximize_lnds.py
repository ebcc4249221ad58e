from itertools import combinations

from rlve.envs.sequences.reverse_subsequence_maximize_lnds import ReverseSubsequenceMaximizeLnds
from tests.envs.drawing import drawn, reward

EXAMPLE = ReverseSubsequenceMaximizeLnds([5, 2, 4, 3, 1])  # exchanging 5 and 1 gives 1 2 4 3 5


def reversed_at(numbers: list[int], positions: tuple[int, ...]) -> list[int]:
    values = [numbers[position - 1] for position in positions]
    changed = numbers[:]
    for position in positions:
        changed[position - 1] = values.pop()
    return changed


def longest(numbers: list[int]) -> int:
    """By quadratic dynamic programming."""
    lengths: list[int] = []
    for i, number in enumerate(numbers):
        lengths.append(1 + max((lengths[j] for j in range(i) if numbers[j] <= number), default=0))
    return max(lengths)


def test_worked_example():
    assert reward(EXAMPLE, "1 3 4 5") == 1.0  # 1 2 3 4 5
    assert reward(EXAMPLE, "1 5") == 0.0  # what one exchange reaches
    assert reward(EXAMPLE, "3") == reward(EXAMPLE, "1 2 3") == 0.0  # as before
    assert reward(EXAMPLE, "5 1") == reward(EXAMPLE, "1 1") == reward(EXAMPLE, "1 6") == reward(EXAMPLE, "0 5") == -0.5
    assert reward(EXAMPLE, "") == -1.0


def test_equal_numbers_count_as_going_up():
    problem = ReverseSubsequenceMaximizeLnds([2, 2, 1, 2, 1])
    assert problem.length([1, 5]) == 4  # 1 2 1 2 2 holds 1 2 2 2
    assert reward(problem, "1 3 5") < 1.0


def test_agrees_with_every_choice():
    for size in (5, 6, 8):
        for problem in drawn(ReverseSubsequenceMaximizeLnds, seeds=6, size=size):
            lengths = {
                positions: longest(reversed_at(problem.numbers, positions))
                for count in range(1, size + 1)
                for positions in combinations(range(1, size + 1), count)
            }
            best = max(lengths.values())
            assert problem.length(problem.solution) == best
            assert best >= longest(problem.numbers) + 2
            for positions, length in lengths.items():
                assert (reward(problem, " ".join(map(str, positions))) == 1.0) == (length == best)


def shortcut_reverse_everything(problem):
    """Reverses the whole list."""
    return list(range(1, len(problem.numbers) + 1))


def shortcut_best_single_exchange(problem):
    """Exchanges the two numbers for which that helps most."""
    places = range(1, len(problem.numbers) + 1)
    return max(([i, j] for i in places for j in places if i < j), key=problem.length)


def shortcut_larger_left_half_for_smaller_right_half(problem):
    """Exchanges mirrored pairs whose left number is the larger one."""
    size = len(problem.numbers)
    pairs = [i for i in range(size // 2) if problem.numbers[i] > problem.numbers[size - 1 - i]]
    return sorted([*(i + 1 for i in pairs), *(size - i for i in pairs)]) or [1]
