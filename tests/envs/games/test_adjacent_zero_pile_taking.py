from functools import cache
from random import Random

from rlve.envs.games.adjacent_zero_pile_taking import AdjacentZeroPileTaking
from tests.envs.drawing import drawn, reward


@cache
def most(piles: tuple[int, ...]) -> int:
    """What the player to move gets, by trying every move."""
    best = 0
    for place, pile in enumerate(piles):
        if pile and 0 in piles[max(0, place - 1) : place + 2]:
            after = (*piles[:place], 0, *piles[place + 1 :])
            best = max(best, sum(piles) - most(after))
    return best


def test_worked_example():
    # Alice takes 4, Bob must take 3, and Alice takes 9.
    problem = AdjacentZeroPileTaking([9, 3, 0, 4])
    assert most((9, 3, 0, 4)) == 13
    assert reward(problem, "13") == 1.0
    assert reward(problem, "12") == reward(problem, "7") == 0.0
    assert reward(problem, "17") == reward(problem, "-1") == -0.5


def test_equals_the_search_of_all_moves():
    rng = Random(5)
    for count in range(2, 9):
        for _ in range(40):
            piles = [rng.randint(0, 4) if rng.random() < 0.5 else rng.randint(1, 20) for _ in range(count)]
            piles[rng.randrange(count)] = 0
            assert AdjacentZeroPileTaking(piles).solution == most(tuple(piles))


def test_drawn_problems_are_not_solved_by_taking_the_largest():
    for count in (6, 9):
        for problem in drawn(AdjacentZeroPileTaking, seeds=15, count=count, most_empty=2):
            assert problem.solution == most(tuple(problem.piles))
            left, totals = list(problem.piles), [0, 0]
            for move in range(count - problem.piles.count(0)):
                place = max(
                    (place for place in range(count) if left[place] and 0 in left[max(0, place - 1) : place + 2]),
                    key=lambda place: (left[place], place),
                )
                totals[move % 2] += left[place]
                left[place] = 0
            assert reward(problem, str(totals[0])) == 0.0


def shortcut_every_second_pile_by_size(problem):
    """Sorts the piles and gives Alice every second one."""
    return sum(sorted(problem.piles, reverse=True)[::2])


def shortcut_half_of_the_stones(problem):
    """Halves the stones, and rounds up."""
    return -(-sum(problem.piles) // 2)


def shortcut_alice_looks_one_move_ahead(problem):
    """Both take the pile that leads by most after the opponent's best answer."""
    piles, total, alice = list(problem.piles), 0, True

    def open_piles(left):
        return [place for place, pile in enumerate(left) if pile and 0 in left[max(0, place - 1) : place + 2]]

    def after(place):
        left = [*piles[:place], 0, *piles[place + 1 :]]
        return piles[place] - max((left[other] for other in open_piles(left)), default=0)

    while any(piles):
        place = max(open_piles(piles), key=after)
        total += piles[place] if alice else 0
        piles[place], alice = 0, not alice
    return total
