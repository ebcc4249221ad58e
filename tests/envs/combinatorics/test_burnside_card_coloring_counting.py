from itertools import product
from math import factorial, prod

from rlve.envs.combinatorics.burnside_card_coloring_counting import BurnsideCardColoringCounting
from tests.envs.drawing import drawn, reward


def test_worked_example():
    # around a circle of four cards, the second red one lies next to the first or opposite to it; of the other two
    # cards one is green, which the turns tell apart only in the first case
    problem = BurnsideCardColoringCounting([[2, 3, 4, 1]], [2, 1, 1])
    assert reward(problem, "3") == 1.0
    assert reward(problem, "12") == reward(problem, "2") == 0.0
    assert BurnsideCardColoringCounting([[2, 3, 4, 1], [4, 3, 2, 1]], [2, 1, 1]).solution == 2
    assert reward(problem, "0") == -0.5


def classes(problem: BurnsideCardColoringCounting) -> int:
    """Spreads from colouring to colouring, by the shuffles alone."""
    cards = len(problem.shuffles[0])
    left = {c for c in product(range(3), repeat=cards) if [c.count(colour) for colour in range(3)] == problem.colours}
    found = 0
    while left:
        found += 1
        waiting = [left.pop()]
        for colouring in waiting:
            for shuffle in problem.shuffles:
                moved = [0] * cards
                for place, position in enumerate(shuffle):
                    moved[position - 1] = colouring[place]
                if tuple(moved) in left:
                    left.remove(tuple(moved))
                    waiting.append(tuple(moved))
    return found


def test_equals_spreading_over_all_colourings():
    for cards in (5, 6, 7):
        for problem in drawn(BurnsideCardColoringCounting, seeds=12, cards=cards):
            assert problem.solution == classes(problem)


def test_groups_stay_small():
    for problem in drawn(BurnsideCardColoringCounting, seeds=30, cards=16):
        assert 2 <= len(problem.group()) <= 100


def every(problem):
    return factorial(sum(problem.colours)) // prod(map(factorial, problem.colours))


def shortcut_no_shuffles(problem):
    """Counts all colourings, as if no two were the same."""
    return every(problem)


def shortcut_all_over_the_group(problem):
    """Divides the number of all colourings by the size of the group, rounded up."""
    return -(-every(problem) // len(problem.group()))


def shortcut_first_shuffle(problem):
    """Divides the number of all colourings by the order of the first shuffle, rounded up."""
    return -(-every(problem) // len(BurnsideCardColoringCounting(problem.shuffles[:1], problem.colours).group()))
