"""Longest equal pieces cut from bars."""

from bisect import bisect_left
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class MaxDivisorFloorSum(Problem[int]):
    """Find the greatest length of which a given number of pieces can be cut from bars of given lengths."""

    max_difficulty = 30

    bars: list[int]
    pieces: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"bars": 3 + difficulty, "longest": 50 * 3**difficulty}

    @classmethod
    def generate(cls, rng: Random, bars: int, longest: int) -> Self:
        problem = cls([rng.randint(longest // 4, longest) for _ in range(bars)], rng.randint(bars, 5 * bars))
        if problem.solution == problem.as_one_bar() or (problem.solution == problem.next_cut() and rng.random() < 0.8):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Bars are to be cut into pieces that all have the same length L, a positive integer. Each bar is cut on its
            own and the rest of it is lost, so a bar of length a gives floor(a / L) pieces. What is the greatest L that
            gives at least {self.pieces} pieces in total? The {len(self.bars)} bars have these lengths:""")
        return f"{rules}\n{' '.join(map(str, self.bars))}"

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def as_one_bar(self) -> int:
        return sum(self.bars) // self.pieces

    def next_cut(self) -> int:
        """The longest piece, no longer than that, which cuts a bar without loss."""
        length = max(1, self.as_one_bar())
        return max(bar // -(-bar // length) for bar in self.bars)

    def solve(self) -> int:
        """The longer the pieces, the fewer there are."""
        lengths = range(1, max(self.bars) + 2)
        return bisect_left(lengths, True, key=lambda length: sum(bar // length for bar in self.bars) < self.pieces)
