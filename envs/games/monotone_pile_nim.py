"""Nim on piles that must stay in ascending order."""

from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from operator import xor
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible

LOST = 0.12  # share of the positions that are lost for the first player


@dataclass(frozen=True)
class MonotonePileNim(Problem[list[int]]):
    """Take stones from one of several ascending piles, which must stay ascending: find a winning first move."""

    piles: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 3 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int) -> Self:
        """A lost position is what a winning move leaves behind."""
        gaps = [rng.randint(1, 3 * count), *(rng.randint(0, 3 * count) for _ in range(count - 1))]
        problem = cls(list(accumulate(gaps)))
        if not problem.solution:
            raise Redraw
        if rng.random() < LOST:
            problem = cls(problem.after(*problem.solution))
            if not any(problem.piles):
                raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.piles) - 1
        rules = prose(f"""
            Piles 0..{last} hold the numbers of stones below, in this order. Two players move in turn. A move takes one
            or more stones from a single pile, such that afterwards no pile holds fewer stones than the pile before it
            (its neighbour with the number one lower). A pile may become empty if all piles before it are empty. A
            player who cannot move loses. Find a first move after which the first player wins, whatever the opponent
            does.""")
        question = prose("""
            Give the number of the pile and then the number of stones that are taken. If every first move loses against
            perfect play, answer with the word none.""")
        return f"{rules}\n{' '.join(map(str, self.piles))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0), count=2, empty="none")

    def after(self, pile: int, stones: int) -> list[int]:
        return [*self.piles[:pile], self.piles[pile] - stones, *self.piles[pile + 1 :]]

    def solve(self) -> list[int]:
        """To take stones from a pile is to move them from its gap to the next one, out of play at the last pile.

        That is staircase Nim: what counts is the XOR of every other gap, from the last one down.
        """
        gaps = _gaps(self.piles)
        total = _nim_sum(gaps)
        for pile in range(len(gaps) - 1, -1, -2):
            if gaps[pile] ^ total < gaps[pile]:
                return [pile, gaps[pile] - (gaps[pile] ^ total)]
        return []

    def score(self, answer: list[int]) -> float:
        if not answer:
            return float(not self.solution)
        pile, stones = answer
        if pile >= len(self.piles) or stones < 1:
            raise Infeasible("no such pile, or no stone is taken")
        if stones > _gaps(self.piles)[pile]:
            raise Infeasible("so many stones cannot be taken from this pile")
        return float(_nim_sum(_gaps(self.after(pile, stones))) == 0)


def _gaps(piles: list[int]) -> list[int]:
    return [pile - before for before, pile in zip([0, *piles], piles)]


def _nim_sum(gaps: list[int]) -> int:
    return reduce(xor, gaps[::-2])
