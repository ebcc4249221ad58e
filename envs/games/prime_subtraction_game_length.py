"""A game of subtracting primes, and how long it lasts."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

LOST = -1


@dataclass(frozen=True)
class PrimeSubtractionGameLength(Problem[list[int]]):
    """Take a prime number of stones in turn: who wins each pile, and in how many moves?"""

    piles: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": 60 + 20 * difficulty, "piles": 5 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, largest: int, piles: int) -> Self:
        """Mostly with a lost pile; at most half of the piles are won by the first move."""
        sizes = range(largest // 4, largest + 1)
        drawn = rng.sample(sizes, piles)
        if rng.random() < 0.7:
            drawn[rng.randrange(piles)] = rng.choice([size for size in sizes if _result(size) == LOST])
        problem = cls(drawn)
        if len(set(drawn)) < piles or problem.solution.count(1) > piles // 2 or max(problem.solution) < 3:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Two players move in turn with a pile of stones. A move takes a prime number of stones (2, 3, 5, 7, ...; 1 is
            not a prime) off the pile, at most as many as there are. A player who cannot move loses. A player who can
            force a win does so in such a way that the game lasts as few further moves as possible; a player who cannot
            delays the loss, so that it lasts as many further moves as possible. Below are the numbers of stones of
            {len(self.piles)} piles, each of which is a game of its own.""")
        question = prose("""
            Give one integer for each pile, in this order: the total number of moves that both players make if the
            player who moves first wins, and -1 if that player loses.""")
        return f"{rules}\n{' '.join(map(str, self.piles))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(LOST), count=len(self.piles))

    def solve(self) -> list[int]:
        return [_result(pile) for pile in self.piles]


def _result(pile: int) -> int:
    length = _lengths(pile // 100 * 100 + 99)[pile]
    return length if length % 2 else LOST


@cache
def _lengths(largest: int) -> list[int]:
    """Moves that the games with 0..largest stones last: odd when the first player wins, even when that player loses."""
    takes = primes(largest)
    lengths: list[int] = []
    for stones in range(largest + 1):
        after = [lengths[stones - prime] for prime in takes if prime <= stones]
        lost_by_opponent = [length for length in after if length % 2 == 0]
        lengths.append(1 + (min(lost_by_opponent) if lost_by_opponent else max(after, default=-1)))
    return lengths
