from functools import cache

from rlve.envs.games.subset_minimum_removal_game import SubsetMinimumRemovalGame
from tests.envs.drawing import drawn, reward


@cache
def lead(numbers: tuple[int, ...]) -> int:
    """By trying every choice."""
    best = None
    for chosen in range(1, 1 << len(numbers)):
        taken = [number for i, number in enumerate(numbers) if chosen >> i & 1]
        left = tuple(number for i, number in enumerate(numbers) if not chosen >> i & 1)
        result = min(taken) - lead(left)
        best = result if best is None else max(best, result)
    return best or 0


def test_worked_example():
    # Alice takes 9 and leaves 5 and 6, of which Bob wins by at most 5: 9 - 5 = 4. Taking 6 and 9 gives 6 - 5 = 1.
    problem = SubsetMinimumRemovalGame([6, 9, 5])
    assert lead((5, 6)) == 5
    assert reward(problem, "5") == 1.0  # all three at once
    assert reward(problem, "4") == reward(problem, "1") == reward(problem, "8") == 0.0


def test_equals_the_search_of_all_choices():
    for numbers in ([7], [4, 4], [1, 1, 1], [2, 9, 9, 3], [10, 1, 10, 1, 10]):
        assert SubsetMinimumRemovalGame(numbers).solution == lead(tuple(sorted(numbers)))
    for count in (4, 5, 6):
        for problem in drawn(SubsetMinimumRemovalGame, seeds=12, count=count):
            assert problem.solution == lead(tuple(sorted(problem.numbers)))


def test_obvious_answers_are_wrong():
    for problem in drawn(SubsetMinimumRemovalGame, count=7):
        assert reward(problem, str(min(problem.numbers))) == reward(problem, "0") == 0.0
        descending = sorted(problem.numbers)[::-1]
        assert reward(problem, str(sum(descending[::2]) - sum(descending[1::2]))) == 0.0
        assert problem.solution > 0


def shortcut_one_by_one(problem):
    """Both take the largest number that is left."""
    descending = sorted(problem.numbers, reverse=True)
    return sum(descending[::2]) - sum(descending[1::2])


def shortcut_largest_then_all(problem):
    """Takes the largest number and leaves the opponent the least of all others."""
    ascending = sorted(problem.numbers)
    return ascending[-1] - ascending[0]


def shortcut_best_of_two_plans(problem):
    """The better of taking all at once and of taking the largest and letting the other take the second largest alone."""
    descending = sorted(problem.numbers, reverse=True)
    return max(descending[-1], descending[0] - descending[1] + descending[2])
