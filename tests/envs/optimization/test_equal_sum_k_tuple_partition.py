from itertools import combinations

from rlve.envs.optimization.equal_sum_k_tuple_partition import EqualSumKTuplePartition
from tests.envs.drawing import drawn, reward

EXAMPLE = EqualSumKTuplePartition([7, 2, 1, 4, 2, 4], size=3, planted=[[7, 2, 1], [4, 2, 4]])


def test_worked_example():
    assert reward(EXAMPLE, "7 2 1\n4 2 4") == reward(EXAMPLE, "2 4 4\n1 2 7") == 1.0
    assert reward(EXAMPLE, "7 1 4\n2 2 4") == -0.5  # 12 and 8
    assert reward(EXAMPLE, "7 2 1\n7 2 1") == reward(EXAMPLE, "7 2 1\n4 5 1") == reward(EXAMPLE, "7 2 1") == -0.5
    assert reward(EXAMPLE, "7 2 1 4\n2 4") == -0.5


def splits(numbers, size):
    """All ways to split sorted numbers into groups, the first number in the first of them."""
    if not numbers:
        yield []
        return
    for places in combinations(range(1, len(numbers)), size - 1):
        group = [numbers[0], *(numbers[i] for i in places)]
        rest = [number for i, number in enumerate(numbers) if i and i not in places]
        for others in splits(rest, size):
            yield [group, *others]


def test_every_split_is_judged_by_its_sums():
    for problem in drawn(EqualSumKTuplePartition, seeds=12, groups=2, scale=4):
        right = 0
        for split in splits(problem.numbers, problem.size):
            same = len(set(map(sum, split))) == 1
            right += same
            text = problem.answer_format().render(split)
            assert reward(problem, text) == (1.0 if same else -0.5)
        assert right > 0
        assert reward(problem, problem.answer_format().render(problem.solution)) == 1.0


def shortcut_snake(problem):
    """The largest numbers to the groups in turn, forth and back."""
    return problem.snake()


def shortcut_emptiest_first(problem):
    """The largest number that is left to the group with the least sum that has room."""
    return problem.emptiest_first()


def shortcut_largest_and_what_fits(problem):
    """The skill: the largest number with the first others that complete it, group after group, without going back."""
    left, groups = sorted(problem.numbers, reverse=True), []
    while left:
        for tried, others in enumerate(combinations(range(1, len(left)), problem.size - 1)):
            if left[0] + sum(left[i] for i in others) == problem.total():
                break
            if tried == 3000:
                return [problem.numbers[: problem.size]] * len(problem.planted)
        else:
            return [problem.numbers[: problem.size]] * len(problem.planted)
        groups.append([left[0], *(left[i] for i in others)])
        left = [number for i, number in enumerate(left) if i and i not in others]
    return groups
