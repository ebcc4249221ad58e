"""Nim after a round in which whole heaps are removed."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class NimWithHeapRemovalRound(Problem[list[int]]):
    """Remove whole heaps, as small as possible, so that you win at Nim after the opponent has removed some too."""

    heaps: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int) -> Self:
        problem = cls([rng.randint(1, 2 * count) for _ in range(count)])
        if problem.size(problem.solution) == problem.naive():
            raise Redraw
        if problem.score(problem.sums_of_two()) == 1.0 and rng.random() < 0.7:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Below are the numbers of matches in the heaps 1..{len(self.heaps)}, in this order. You play against an
            opponent. First you may remove any whole heaps (also none), but not all of them. Then the opponent may
            remove any of the remaining whole heaps (also none), but not all that remain. From then on you play ordinary
            Nim with the heaps that are left, and you begin: a move takes one or more matches from a single heap, and
            whoever takes the last match of all wins. Choose the heaps that you remove in such a way that you can win
            whatever the opponent does, and that the heaps you remove hold as few matches in all as possible. If several
            choices are equally good, any of them will do.""")
        question = prose("""
            Give the numbers of the heaps that you remove, in any order, or the word empty if you remove none.""")
        return f"{rules}\n{' '.join(map(str, self.heaps))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, len(self.heaps)), empty="empty")

    def size(self, removed: list[int]) -> int:
        return sum(self.heaps[heap - 1] for heap in removed)

    def naive(self) -> int:
        """What is removed if the heaps are kept in their given order, unless the opponent could use them."""
        return self.size(_superfluous(self.heaps, range(1, len(self.heaps) + 1)))

    def sums_of_two(self) -> list[int]:
        """From the largest heap down, those that equal a kept one or the XOR of two: as if three could do no harm."""
        kept: list[int] = []
        removed = []
        for heap in sorted(range(1, len(self.heaps) + 1), key=lambda heap: -self.heaps[heap - 1]):
            size = self.heaps[heap - 1]
            if size in kept or any(a ^ b == size for a in kept for b in kept):
                removed.append(heap)
            else:
                kept.append(size)
        return removed

    def solve(self) -> list[int]:
        """You win if no choice of remaining heaps has the XOR 0: keep the large heaps first, as in every matroid."""
        return _superfluous(self.heaps, sorted(range(1, len(self.heaps) + 1), key=lambda heap: -self.heaps[heap - 1]))

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("a heap is removed twice")
        if len(answer) == len(self.heaps):
            raise Infeasible("all heaps are removed")
        if _superfluous(self.heaps, [heap for heap in range(1, len(self.heaps) + 1) if heap not in answer]):
            return 0.0
        return minimized(self.size(answer), self.size(self.solution), naive=self.naive())


def _superfluous(heaps: list[int], order: Iterable[int]) -> list[int]:
    """The heaps, of those in `order`, that are the XOR of some before them."""
    basis: list[int] = []
    found = []
    for heap in order:
        rest = heaps[heap - 1]
        for number in basis:
            rest = min(rest, rest ^ number)
        if rest:
            basis.append(rest)
        else:
            found.append(heap)
    return found
