"""A game of splitting heaps as evenly as possible."""

from dataclasses import dataclass
from functools import cache, reduce
from operator import xor
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.games import mex
from rlve.envs.verdict import Infeasible

LOST = 0.4  # share of the lost positions that are kept: about one in eight of all
WRONG_COUNT = 0.2


@dataclass(frozen=True)
class EvenHeapSplittingGame(Problem[list[int]]):
    """Split a large heap as evenly as possible, in turn: count the winning first moves and give one."""

    heaps: list[int]
    threshold: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"heaps": 2 + difficulty // 3, "largest": 24 + 4 * difficulty}

    @classmethod
    def generate(cls, rng: Random, heaps: int, largest: int) -> Self:
        sizes = [rng.randint(2, largest) for _ in range(heaps)]
        problem = cls(sizes, rng.randint(2, max(2, largest // 4)))
        if max(sizes) < problem.threshold or (problem.solution == [0] and rng.random() > LOST):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Two players move in turn with heaps of stones. A move takes a heap of at least {self.threshold} stones,
            chooses an integer k from 2 to the number of its stones, and splits it into k heaps, none of them empty,
            whose sizes differ by at most 1. A player who cannot move loses. The numbers of stones in the heaps
            1..{len(self.heaps)}, in this order, are below. Which first moves make sure that the first player wins,
            whatever the opponent does? A move is a heap and a number k; moves of different heaps are different, even if
            the heaps are equal.""")
        question = prose("""
            Give three integers: how many such moves there are, and the number of the heap and k of any one of them. If
            there are none, give the single integer 0.""")
        return f"{rules}\n{' '.join(map(str, self.heaps))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0))

    def winning_moves(self) -> list[list[int]]:
        """Those that make the XOR of the values of all heaps 0."""
        values = _values(self.threshold, max(self.heaps))
        total = reduce(xor, (values[size] for size in self.heaps))
        return [
            [heap, k]
            for heap, size in enumerate(self.heaps, start=1)
            if size >= self.threshold
            for k in range(2, size + 1)
            if _split_value(values, size, k) == total ^ values[size]
        ]

    def solve(self) -> list[int]:
        winning = self.winning_moves()
        return [len(winning), *winning[0]] if winning else [0]

    def score(self, answer: list[int]) -> float:
        if answer == [0]:
            return float(self.solution == [0])
        if len(answer) != 3:
            raise Infeasible("neither three integers nor a single 0")
        count, heap, k = answer
        if not 1 <= heap <= len(self.heaps):
            raise Infeasible("there is no such heap")
        if self.heaps[heap - 1] < self.threshold or not 2 <= k <= self.heaps[heap - 1]:
            raise Infeasible("the move is not allowed")
        winning = self.winning_moves()
        if [heap, k] not in winning:
            return 0.0
        return 1.0 if count == len(winning) else WRONG_COUNT


@cache
def _values(threshold: int, largest: int) -> list[int]:
    """The values of single heaps of 0..largest stones (Sprague and Grundy)."""
    values = [0] * (largest + 1)
    for size in range(threshold, largest + 1):
        values[size] = mex({_split_value(values, size, k) for k in range(2, size + 1)})
    return values


def _split_value(values: list[int], size: int, k: int) -> int:
    """Of equal heaps only their number's parity counts."""
    small, larger_heaps = divmod(size, k)
    value = values[small + 1] if larger_heaps % 2 else 0
    return value ^ values[small] if (k - larger_heaps) % 2 else value
