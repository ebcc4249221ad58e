from rlve.envs.sequences.visible_shorter_elements_count import VisibleShorterElementsCount
from tests.envs.drawing import drawn, reward


def test_worked_example():
    problem = VisibleShorterElementsCount([3, 1, 2, 3, 1])  # C is 2 0 0 1 0
    assert reward(problem, "3") == 1.0
    assert reward(problem, "5") == 0.0  # as if an equal element did not end the count
    assert reward(problem, "-1") == -0.5


def test_equals_the_definition():
    for size in (3, 8, 15):
        for problem in drawn(VisibleShorterElementsCount, seeds=60, size=size):
            numbers = problem.numbers
            pairs = [(i, j) for i in range(size) for j in range(i + 1, size)]
            assert problem.solution == sum(max(numbers[i + 1 : j + 1]) < numbers[i] for i, j in pairs)
            assert len(set(numbers)) < size


def shortcut_adjacent_falls(problem):
    """Counts the neighbours that fall."""
    return sum(a > b for a, b in zip(problem.numbers, problem.numbers[1:]))


def shortcut_all_smaller_to_the_right(problem):
    """Counts all smaller elements to the right, hidden or not."""
    return sum(a > b for i, a in enumerate(problem.numbers) for b in problem.numbers[i + 1 :])


def shortcut_two_places_deep(problem):
    """Looks at most two places to the right."""
    numbers, total = problem.numbers, 0
    for i, number in enumerate(numbers):
        for other in numbers[i + 1 : i + 3]:
            if other >= number:
                break
            total += 1
    return total
