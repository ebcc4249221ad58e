from collections import deque
from itertools import product

from rlve.envs.sequences.neighbor_addition_ternary_sorting import NeighborAdditionTernarySorting, _costs
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
        for numbers in product((-1, 0, 1), repeat=size):
            if size < 5 or numbers.count(0) == 1:
                assert min(_costs(list(numbers)).values(), default=None) == fewest(list(numbers))


def test_arrays_that_cannot_be_repaired_are_not_drawn():
    assert not _costs([0, -1])
    for problem in drawn(NeighborAdditionTernarySorting, size=14):
        assert _costs(problem.numbers)


def test_neither_of_two_obvious_ways_is_best():
    for problem in drawn(NeighborAdditionTernarySorting, size=14):
        numbers = problem.numbers
        after_minus_one = numbers[numbers.index(-1) :]
        assert problem.solution < after_minus_one.count(0) + 2 * after_minus_one.count(1)
        array, operations = [*numbers], 0
        for i in range(13):
            while array[i + 1] < array[i] and array[i] > 0:
                array[i + 1] += array[i]
                operations += 1
        assert array != sorted(array) or problem.solution < operations


def shortcut_all_minus_ones(problem):
    """Makes every element from the first -1 on a -1."""
    numbers = problem.numbers
    return sum(number + 1 for number in numbers[numbers.index(-1) :]) if -1 in numbers else 0


def shortcut_count_the_falls(problem):
    """Counts the places at which the array falls."""
    return sum(a > b for a, b in zip(problem.numbers, problem.numbers[1:]))


def shortcut_ones_from_the_first_one_on(problem):
    """Makes -1 of all before the first 1, and 1 of all behind it."""
    numbers = problem.numbers
    if 1 not in numbers:
        return shortcut_all_minus_ones(problem)
    first = numbers.index(1)
    before = shortcut_all_minus_ones(type(problem)(numbers[:first])) if first else 0
    return before + sum(1 - number for number in numbers[first:])
