from random import Random

from rlve.envs.sequences.repeated_array_longest_nondecreasing_subsequence import (
    RepeatedArrayLongestNondecreasingSubsequence,
)
from tests.envs.drawing import drawn, reward


def longest(numbers: list[int]) -> int:
    lengths: list[int] = []
    for i, number in enumerate(numbers):
        lengths.append(1 + max((lengths[j] for j in range(i) if numbers[j] <= number), default=0))
    return max(lengths)


def test_worked_example():
    # 3 1 2 3 1 2 3 1 2: 1 2 2 2, 1 1 1 2, 3 3 3 and 1 1 2 3, also 1 2 2 3; none has five
    problem = RepeatedArrayLongestNondecreasingSubsequence([3, 1, 2], copies=3)
    assert reward(problem, "4") == 1.0
    assert reward(problem, "5") == reward(problem, "3") == 0.0
    assert reward(problem, "0") == -0.5


def test_equals_the_whole_array():
    for size, most_copies in ((5, 9), (7, 9), (9, 12)):
        for problem in drawn(
            RepeatedArrayLongestNondecreasingSubsequence, seeds=12, size=size, most_copies=most_copies
        ):
            assert problem.solution == longest(problem.numbers * problem.copies)
            assert problem.solution > problem.one_copy_and_repeats()


def test_equals_the_whole_array_where_numbers_repeat():
    for seed in range(40):
        rng = Random(seed)
        numbers = [rng.randint(1, 4) for _ in range(rng.randint(1, 8))]
        copies = rng.randint(1, 9)
        problem = RepeatedArrayLongestNondecreasingSubsequence(numbers, copies)
        assert problem.solution == longest(numbers * copies)


def test_a_billion_copies():
    assert RepeatedArrayLongestNondecreasingSubsequence([2, 1, 1], copies=10**9).solution == 2 * 10**9
    assert RepeatedArrayLongestNondecreasingSubsequence([2, 1], copies=10**9).solution == 10**9


def shortcut_one_copy_and_repeats(problem):
    """The best of one copy, and the most frequent number in every further one."""
    return problem.one_copy_and_repeats()


def shortcut_all_elements_once(problem):
    """All elements in order, one value a copy, as far as the copies last."""
    by_frequency = sorted((problem.numbers.count(value) for value in set(problem.numbers)), reverse=True)
    spare = max(0, problem.copies - len(by_frequency))
    return sum(by_frequency[: problem.copies]) + spare * by_frequency[0]
