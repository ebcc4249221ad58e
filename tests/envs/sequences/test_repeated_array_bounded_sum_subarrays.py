from rlve.envs.sequences.repeated_array_bounded_sum_subarrays import RepeatedArrayBoundedSumSubarrays
from tests.envs.drawing import drawn, reward


def count(numbers: list[int], bound: int) -> int:
    size = len(numbers)
    return sum(sum(numbers[i:j]) <= bound for i in range(size) for j in range(i + 1, size + 1))


def test_worked_example():
    # 1 2 1 2: four single elements and 1 2, 2 1, 1 2 have sums up to 3
    problem = RepeatedArrayBoundedSumSubarrays([1, 2], copies=2, bound=3)
    assert reward(problem, "7") == 1.0
    assert reward(problem, "6") == reward(problem, "4") == 0.0


def test_equals_the_count_on_the_whole_array():
    for size, copies in ((1, 4), (2, 3), (3, 5), (5, 4)):
        for problem in drawn(RepeatedArrayBoundedSumSubarrays, seeds=30, size=size, copies=copies):
            assert problem.solution == count(problem.numbers * copies, problem.bound)


def test_every_bound_up_to_beyond_the_whole_sum():
    for bound in range(26):
        problem = RepeatedArrayBoundedSumSubarrays([3, 1, 4], copies=3, bound=bound)
        assert problem.solution == count([3, 1, 4] * 3, bound)
    assert RepeatedArrayBoundedSumSubarrays([3, 1, 4], copies=3, bound=24).solution == 9 * 10 // 2


def test_a_billion_copies():
    problem = RepeatedArrayBoundedSumSubarrays([1, 1], copies=10**9, bound=3)
    assert problem.solution == 3 * (2 * 10**9 - 2) + 2 + 1


def within(numbers, bound):
    sums = [0]
    for number in numbers:
        sums.append(sums[-1] + number)
    return sum(sums[j] - sums[i] <= bound for i in range(len(sums)) for j in range(i + 1, len(sums)))


def shortcut_each_copy_for_itself(problem):
    """Counts in one copy, times the copies."""
    return problem.copies * within(problem.numbers, problem.bound)


def shortcut_every_start_alike(problem):
    """Gives every start the mean length, also near the end."""
    size, total = len(problem.numbers), sum(problem.numbers)
    return problem.copies * size * (problem.bound * size // total)
