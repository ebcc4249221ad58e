from itertools import combinations, permutations

from rlve.envs.combinatorics.aligned_block_swap_sorting import AlignedBlockSwapSorting, completed, exchanged
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = AlignedBlockSwapSorting([5, 6, 8, 7, 1, 2, 3, 4])
    assert reward(problem, "1 3 4\n3 1 2") == reward(problem, "3 2 1\n1 7 8") == 1.0
    assert reward(problem, "3 2 1") == reward(problem, "3 1 2\n1 3 4") == 0.0
    assert reward(problem, "1 3 4\n1 3 4") == reward(problem, "3 1 3") == reward(problem, "4 1 2") == -0.5
    assert reward(problem, "3 1 1") == reward(problem, "0 1 2") == reward(problem, "3 1") == -0.5


def turned(numbers, kind, first, second):
    """The same exchange, entry by entry."""
    size = 2 ** (kind - 1)
    result = list(numbers)
    for k in range(size):
        result[(first - 1) * size + k] = numbers[(second - 1) * size + k]
        result[(second - 1) * size + k] = numbers[(first - 1) * size + k]
    return result


def test_every_permutation_that_can_be_sorted():
    """All sequences of operations, undone, reach just the permutations for which the solver finds operations."""
    for levels in (2, 3):
        size = 2**levels
        sortable = {tuple(range(1, size + 1))}
        for count in range(1, levels + 1):
            for kinds in permutations(range(1, levels + 1), count):
                reached = {tuple(range(1, size + 1))}
                for kind in kinds:
                    pairs = list(combinations(range(1, (size >> (kind - 1)) + 1), 2))
                    reached = {tuple(turned(numbers, kind, *pair)) for numbers in reached for pair in pairs}
                sortable |= reached
        for numbers in sortable:
            found = completed([number - 1 for number in numbers], 1)
            assert found is not None
            for kind, first, second in found:
                numbers = turned(numbers, kind, first, second)
            assert list(numbers) == list(range(1, size + 1))
            assert len({kind for kind, *_ in found}) == len(found)
        if levels == 2:
            others = set(permutations(range(1, 5))) - sortable
            assert others
            assert all(completed([number - 1 for number in numbers], 1) is None for numbers in others)


def test_drawn_problems():
    for problem in drawn(AlignedBlockSwapSorting, seeds=40, levels=6, operations=6):
        assert problem.score(problem.solution) == 1.0
        for kind, first, second in problem.solution:
            assert exchanged(problem.numbers, kind, first, second) == turned(problem.numbers, kind, first, second)


def shortcut_swaps_of_numbers(problem):
    """Sorts by exchanging single numbers as often as needed."""
    numbers, operations = problem.numbers.copy(), []
    for place in range(len(numbers)):
        other = numbers.index(place + 1)
        if other != place:
            numbers[place], numbers[other] = numbers[other], numbers[place]
            operations.append([1, place + 1, other + 1])
    return operations


def shortcut_largest_blocks_first(problem):
    """From the largest blocks down, brings the block with the smallest number that is out of place to its place."""
    numbers, operations = problem.numbers, []
    for kind in range(len(numbers).bit_length() - 1, 0, -1):
        place = next((k for k, number in enumerate(numbers) if number != k + 1), None)
        if place is not None:
            first, second = (k >> (kind - 1) for k in (place, numbers.index(place + 1)))
            if first != second:
                operations.append([kind, first + 1, second + 1])
                numbers = exchanged(numbers, kind, first + 1, second + 1)
    return operations or None


def shortcut_without_looking_ahead(problem):
    """From single numbers up, mends two wrong pairs by the first exchange that mends them."""
    numbers, operations = [number - 1 for number in problem.numbers], []
    kind = 1
    while len(numbers) > 1:
        wrong = [k for k in range(0, len(numbers), 2) if numbers[k] % 2 or numbers[k + 1] != numbers[k] + 1]
        if len(wrong) > 2:
            break
        if wrong:
            one, other = (wrong[0], wrong[0] + 1) if len(wrong) == 1 else (wrong[0] + 1, wrong[1])
            operations.append([kind, one + 1, other + 1])
            numbers[one], numbers[other] = numbers[other], numbers[one]
        numbers, kind = [number // 2 for number in numbers[::2]], kind + 1
    return operations or None
