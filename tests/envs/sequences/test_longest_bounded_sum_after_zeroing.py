import pytest

from rlve.envs.sequences.longest_bounded_sum_after_zeroing import LongestBoundedSumAfterZeroing
from tests.envs.drawing import drawn, reward

EXAMPLE = LongestBoundedSumAfterZeroing([4, 1, 6, 5, 2, 2, 7], longest_zeroed=2, bound=7)


def best_length(problem: LongestBoundedSumAfterZeroing) -> int:
    """Over all pairs of intervals."""
    size, best = len(problem.numbers), 0
    for l1 in range(size):
        for r1 in range(l1, min(size, l1 + problem.longest_zeroed)):
            changed = [0 if l1 <= i <= r1 else number for i, number in enumerate(problem.numbers)]
            for l2 in range(size):
                for r2 in range(l2, size):
                    if sum(changed[l2 : r2 + 1]) <= problem.bound:
                        best = max(best, r2 - l2 + 1)
    return best


def test_worked_example():
    # 4 1 0 0 2 has the sum 7, 1 0 0 2 2 the sum 5, and every interval of six has more
    assert best_length(EXAMPLE) == EXAMPLE.length(EXAMPLE.solution) == 5
    assert EXAMPLE.plain() == 2
    assert reward(EXAMPLE, "3 4\n1 5") == reward(EXAMPLE, "3 4\n2 6") == 1.0
    assert reward(EXAMPLE, "3 4\n2 5") == 0.0  # setting the largest sum to 0 does better
    assert reward(EXAMPLE, "3 3\n2 3") == 0.0


@pytest.mark.parametrize(
    "text", ["3 4\n1 6", "3 5\n1 5", "4 3\n1 5", "3 4\n5 1", "0 1\n1 2", "3 4\n1 8", "3 4", "3 4 1\n5"]
)
def test_broken_rules(text):
    assert reward(EXAMPLE, text) == -0.5


def test_naming_the_zeroed_interval_twice_pays_little():
    total = 0.0
    for problem in drawn(LongestBoundedSumAfterZeroing, seeds=200, size=14):
        text = f"1 {problem.longest_zeroed}\n1 {problem.longest_zeroed}"
        total += max(0.0, reward(problem, text))
    assert total < 4.0


def test_equals_all_pairs_of_intervals():
    for size in (5, 8, 11):
        for problem in drawn(LongestBoundedSumAfterZeroing, seeds=15, size=size):
            assert problem.length(problem.solution) == best_length(problem)
            assert problem.score(problem.solution) == 1.0
            plain = [
                right - left
                for left in range(size)
                for right in range(left, size + 1)
                if sum(problem.numbers[left:right]) <= problem.bound
            ]
            assert problem.plain() == max(plain)


def longest(problem, zeroed):
    """The longest interval within the bound after these positions, from 0, were set to 0."""
    numbers = [0 if i in zeroed else number for i, number in enumerate(problem.numbers)]
    spans = [
        (i, j) for i in range(len(numbers)) for j in range(i, len(numbers)) if sum(numbers[i : j + 1]) <= problem.bound
    ]
    i, j = max(spans, key=lambda span: span[1] - span[0])
    return [[zeroed[0] + 1, zeroed[-1] + 1], [i + 1, j + 1]]


def shortcut_zero_the_largest_sum(problem):
    """Sets the interval of the largest sum to 0, and then looks for the longest interval."""
    width = problem.longest_zeroed
    start = max(range(len(problem.numbers) - width + 1), key=lambda i: sum(problem.numbers[i : i + width]))
    return longest(problem, range(start, start + width))


def shortcut_extend_the_longest_plain_interval(problem):
    """Takes the longest interval as it is, and sets what follows it to 0."""
    size = len(problem.numbers)
    _, (_, last) = longest(problem, range(size, size + 1))
    return longest(problem, range(min(last, size - 1), min(last + problem.longest_zeroed, size)))
