from functools import cache
from math import comb, factorial

from rlve.envs.combinatorics.partition_into_k_parts_counting import PartitionIntoKPartsCounting, bounded
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # 10 = 8 1 1 = 7 2 1 = 6 3 1 = 6 2 2 = 5 4 1 = 5 3 2 = 4 4 2 = 4 3 3
    problem = PartitionIntoKPartsCounting(total=10, parts=3, largest=6, excluded=5)
    assert reward(problem, "4") == 1.0
    assert reward(problem, "6") == reward(problem, "7") == reward(problem, "18") == 0.0
    assert reward(problem, "-4") == -0.5


@cache
def listed(total, parts, largest, excluded):
    """By the largest part."""
    if parts == 0:
        return int(total == 0)
    return sum(
        listed(total - part, parts - 1, part, excluded)
        for part in range(1, min(largest, total) + 1)
        if part != excluded
    )


def test_all_sums():
    for total in range(16):
        for parts in range(1, 8):
            for largest in range(1, 8):
                for excluded in (1, 3):
                    problem = PartitionIntoKPartsCounting(total, parts, largest, excluded)
                    assert excluded > largest or problem.solution == listed(total, parts, largest, excluded)
    for problem in drawn(PartitionIntoKPartsCounting, seeds=30, most_total=30):
        assert problem.solution == listed(problem.total, problem.parts, problem.largest, problem.excluded) >= 10


def shortcut_without_bound(problem):
    """Forgets that the parts are bounded."""
    return PartitionIntoKPartsCounting(problem.total, problem.parts, problem.total, problem.excluded).solution


def shortcut_at_most_so_many_parts(problem):
    """Counts the sums of at most so many parts."""
    return sum(
        PartitionIntoKPartsCounting(problem.total, parts, problem.largest, problem.excluded).solution
        for parts in range(1, problem.parts + 1)
    )


def shortcut_excluded_part_allowed(problem):
    """Forgets that one part is excluded."""
    return bounded(problem.total, problem.parts, problem.largest)


def shortcut_orders_divided_out(problem):
    """Divides the number of ordered sums by the number of orders."""
    return comb(problem.total - 1, problem.parts - 1) // factorial(problem.parts)
