from collections import deque

from envs.sequences.neighbor_addition_ternary_sorting import NeighborAdditionTernarySorting, _costs
from tests.envs.drawing import drawn, reward


def fewest(numbers: list[int], largest: int = 3) -> int | None:
    """By breadth-first search over all arrays with entries in -largest..largest."""
    start = tuple(numbers)
    steps, queue = {start: 0}, deque([start])
    while queue:
        array = queue.popleft()
        if list(array) == sorted(array):
            return steps[array]
        for i in range(len(array) - 1):
            following = (*array[: i + 1], array[i] + array[i + 1], *array[i + 2 :])
            if following not in steps and abs(following[i + 1]) <= largest:
                steps[following] = steps[array] + 1
                queue.append(following)
    return None


def test_worked_example():
    # -1 1 -1 1: the second to 0, then the third is -1 and cannot be repaired; by 1 twice instead: -1 1 1 1
    problem = NeighborAdditionTernarySorting([-1, 1, -1, 1])
    assert fewest([-1, 1, -1, 1]) == 2
    assert reward(problem, "2") == 1.0
    assert reward(problem, "1") == reward(problem, "3") == 0.0
    assert reward(problem, "-1") == -0.5


def test_equals_breadth_first_search():
    for size in (2, 3, 4, 5):
        for problem in drawn(NeighborAdditionTernarySorting, seeds=12, size=size):
            assert problem.solution == fewest(problem.numbers)


def test_arrays_that_cannot_be_repaired_are_told():
    for numbers in ([0, -1], [0, 0, -1], [1, 0, -1], [1, -1, -1], [-1, 0, -1]):
        assert (min(_costs(numbers).values()) if _costs(numbers) else None) == fewest(numbers)
    assert not _costs([0, -1])
