from functools import cache, reduce
from operator import xor

from rlve.envs.games.monotone_pile_nim import MonotonePileNim
from tests.envs.drawing import drawn, reward


def moves(piles: tuple[int, ...]) -> dict[tuple[int, int], tuple[int, ...]]:
    found = {}
    for i, pile in enumerate(piles):
        for stones in range(1, pile + 1):
            after = (*piles[:i], pile - stones, *piles[i + 1 :])
            if list(after) == sorted(after):
                found[i, stones] = after
    return found


@cache
def wins(piles: tuple[int, ...]) -> bool:
    return any(not wins(after) for after in moves(piles).values())


def test_worked_example():
    problem = MonotonePileNim([2, 3, 6])  # gaps 2, 1, 3: take one stone of the last, and its gap equals the first
    assert reward(problem, "2 1") == 1.0
    assert reward(problem, "2 2") == reward(problem, "0 1") == reward(problem, "none") == 0.0
    assert reward(problem, "1 2") == reward(problem, "2 4") == reward(problem, "3 1") == reward(problem, "2 0") == -0.5
    assert reward(problem, "2") == reward(problem, "2 1 1") == -0.5


def test_a_lost_position():
    problem = MonotonePileNim([2, 3, 5])
    assert reward(problem, "none") == 1.0
    assert reward(problem, "2 1") == reward(problem, "0 2") == 0.0


def test_every_move_by_search():
    for count in (2, 3):
        for problem in drawn(MonotonePileNim, seeds=12, count=count):
            piles = tuple(problem.piles)
            for move, after in moves(piles).items():
                assert problem.score(list(move)) == float(not wins(after))
            assert reward(problem, "none") == float(not wins(piles))
            assert problem.score(problem.solution) == 1.0


def test_lost_positions_occur_and_allow_a_move():
    lost = [problem for problem in drawn(MonotonePileNim, seeds=300, count=5) if not problem.solution]
    assert 15 < len(lost) < 60
    assert all(moves(tuple(problem.piles)) for problem in lost)


def shortcut_plain_nim(problem):
    """Plays Nim with the piles, as if they need not stay in order."""
    total = reduce(xor, problem.piles)
    for pile, stones in enumerate(problem.piles):
        if stones ^ total < stones:
            return [pile, stones - (stones ^ total)]
    return []


def shortcut_nim_with_the_gaps(problem):
    """Plays Nim with all gaps."""
    gaps = [pile - before for before, pile in zip([0, *problem.piles], problem.piles)]
    total = reduce(xor, gaps)
    for pile, gap in enumerate(gaps):
        if gap ^ total < gap:
            return [pile, gap - (gap ^ total)]
    return []
