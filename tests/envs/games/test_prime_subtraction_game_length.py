from functools import cache

from rlve.envs.games.prime_subtraction_game_length import PrimeSubtractionGameLength
from tests.envs.drawing import drawn, reward

PRIMES = [n for n in range(2, 200) if all(n % d for d in range(2, n))]


@cache
def outcome(stones: int) -> tuple[bool, int]:
    """Whether the player to move wins, and the number of moves."""
    after = [outcome(stones - prime) for prime in PRIMES if prime <= stones]
    winning = [moves for wins, moves in after if not wins]
    if winning:
        return True, 1 + min(winning)
    return False, 1 + max(moves for _, moves in after) if after else 0


def test_worked_example():
    # 12 - 11 = 1 ends at once. From 9 every move leads to a win for the opponent, so 9 is lost. From 16 take 7.
    problem = PrimeSubtractionGameLength([12, 9, 16])
    assert outcome(16) == (True, 1 + outcome(9)[1])
    assert reward(problem, f"1 -1 {outcome(16)[1]}") == 1.0
    assert reward(problem, "1 -1 1") == reward(problem, "1 2 3") == 0.0
    assert reward(problem, "1 -1") == reward(problem, "1 -2 3") == -0.5


def test_piles_without_a_move_are_lost():
    assert PrimeSubtractionGameLength([0, 1, 2, 3, 4]).solution == [-1, -1, 1, 1, 1]


def test_equals_the_search_of_all_games():
    expected = [moves if wins else -1 for wins, moves in map(outcome, range(199))]
    assert PrimeSubtractionGameLength(list(range(199))).solution == expected
    assert [stones for stones, moves in enumerate(expected) if moves == -1][:8] == [0, 1, 9, 10, 25, 34, 35, 49]


def test_few_piles_are_won_at_once():
    for problem in drawn(PrimeSubtractionGameLength, largest=54, piles=6):
        assert problem.solution.count(1) <= 3
        assert max(problem.solution) >= 3
        assert len(set(problem.piles)) == 6


def shortcut_prime_or_next_to_one(problem):
    """Wins at once where a prime leaves 0 or 1, and thinks all other piles are lost."""
    return [1 if pile in PRIMES or pile - 1 in PRIMES else -1 for pile in problem.piles]


def shortcut_three_moves(problem):
    """Wins at once where a prime leaves 0 or 1, and in three moves otherwise."""
    return [1 if pile in PRIMES or pile - 1 in PRIMES else 3 for pile in problem.piles]


def shortcut_four_lost_piles(problem):
    """Knows that 0, 1, 9 and 10 are lost: one move to 0 or 1, three to 9 or 10, else lost."""
    found = []
    for pile in problem.piles:
        at_once = pile in PRIMES or pile - 1 in PRIMES
        found.append(1 if at_once else 3 if any(pile - lost in PRIMES for lost in (9, 10)) else -1)
    return found
