from random import Random

from rlve.envs.optimization.partition_min_sum_of_boxes import PartitionMinSumOfBoxes
from tests.envs.drawing import drawn, reward

EXAMPLE = PartitionMinSumOfBoxes(widths=[1, 2, 30, 31, 20, 4], lengths=[90, 80, 4, 3, 2, 20])


def test_worked_example():
    # 1 and 2 cost 180, 3, 4 and 5 cost 124, and 6 costs 80; with 1 and 2 it makes 360, with the others 620.
    assert reward(EXAMPLE, "1 2\n3 4 5\n6") == reward(EXAMPLE, "6\n4 3 5\n2 1") == 1.0
    assert reward(EXAMPLE, "1 2 3 4 5 6") == reward(EXAMPLE, "1 2\n3\n4 5\n6") == 0.0
    assert (
        reward(EXAMPLE, "1 2\n3 4 5") == reward(EXAMPLE, "1 2\n3 4 5\n6 6") == reward(EXAMPLE, "1 2\n3 4 5\n7") == -0.5
    )


def splits(items):
    if not items:
        yield []
        return
    for rest in splits(items[1:]):
        yield [[items[0]], *rest]
        for i, group in enumerate(rest):
            yield [*rest[:i], [items[0], *group], *rest[i + 1 :]]


def test_all_splits():
    problems = []
    for seed in range(12):
        rng = Random(seed)
        widths, lengths = ([rng.randint(1, 2 ** rng.randint(2, 6)) for _ in range(6)] for _ in range(2))
        problems.append(PartitionMinSumOfBoxes(widths, lengths if seed % 2 else sorted(widths, reverse=True)))
    problems += [PartitionMinSumOfBoxes([3, 3, 2, 5, 5, 1], [4, 7, 7, 1, 1, 7])]  # ties
    for problem in problems:
        costs = [
            sum(max(problem.widths[i - 1] for i in g) * max(problem.lengths[i - 1] for i in g) for g in split)
            for split in splits([1, 2, 3, 4, 5, 6])
        ]
        assert problem.cost(problem.solution) == min(costs)
        assert sorted(item for group in problem.solution for item in group) == [1, 2, 3, 4, 5, 6]


def test_drawn_problems_need_more_than_two_groups():
    for problem in drawn(PartitionMinSumOfBoxes, seeds=5, size=14):
        assert len(problem.solution) > 2
        assert reward(problem, problem.answer_format().render(problem.solution)) == 1.0


def shortcut_merged(problem):
    """Joins neighbouring groups as long as that saves something, the most first."""
    return problem.merged()


def shortcut_one_group_for_each_stair(problem):
    """A group for every item that fits into no other."""
    return problem.grouped(list(range(1, len(problem.staircase()) + 1)))


def shortcut_from_the_left(problem):
    """Extends a group along the staircase as long as that is no dearer than a new group."""
    stairs, ends, start = problem.staircase(), [], 0
    for i in range(1, len(stairs)):
        alone = stairs[i - 1][0] * stairs[start][1] + stairs[i][0] * stairs[i][1]
        if stairs[i][0] * stairs[start][1] > alone:
            ends.append(i)
            start = i
    return problem.grouped([*ends, len(stairs)])
