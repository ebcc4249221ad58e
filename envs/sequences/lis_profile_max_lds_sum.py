"""A permutation from its rising lengths."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.toolkit.subsequences import increasing_lengths
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class LisProfileMaxLdsSum(Problem[list[int]]):
    """Find a permutation with given longest increasing subsequences whose decreasing ones are as long as possible."""

    max_difficulty = 50

    rising: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": geometric(9, difficulty)}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        problem = cls(increasing_lengths(rng.sample(range(size), size)))
        if falling_sum(problem.solution) == falling_sum(problem.by_levels()):
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.rising)
        rules = prose(f"""
            For a permutation P[1], ..., P[{size}] of the numbers 1..{size}, let A[i] be the length of the longest
            strictly increasing subsequence of P that ends with P[i], and let B[i] be the length of the longest strictly
            decreasing subsequence of P that begins with P[i]. A subsequence need not be contiguous, and P[i] alone is
            one of length 1. Find a permutation P that has exactly the A[1], ..., A[{size}] given below, and for which
            B[1] + ... + B[{size}] is as large as possible.""")
        return f"{rules}\nA: {' '.join(map(str, self.rising))}\nGive P[1], ..., P[{size}]."

    def answer_format(self) -> Permutation:
        return Permutation(len(self.rising), base=1)

    def by_levels(self) -> list[int]:
        """The plainest fitting permutation: smaller lengths get smaller numbers, equal ones falling numbers."""
        order = sorted(range(len(self.rising)), key=lambda i: (self.rising[i], -i))
        return _numbered(order)

    def solve(self) -> list[int]:
        """Number a forest in preorder, later subtrees first.

        Equal lengths must fall, and an element of length k exceeds the latest earlier one of length k - 1, its parent.
        So every element that stands behind another and outside its subtree can be made the smaller of the two.
        """
        children: list[list[int]] = [[] for _ in self.rising]
        latest: dict[int, int] = {}
        roots: list[int] = []
        for i, length in enumerate(self.rising):
            (roots if length == 1 else children[latest[length - 1]]).append(i)
            latest[length] = i
        order, waiting = [], roots
        while waiting:
            order.append(waiting.pop())
            waiting += children[order[-1]]
        return _numbered(order)

    def score(self, answer: list[int]) -> float:
        if increasing_lengths(answer) != self.rising:
            raise Infeasible("the permutation has another A")
        return maximized(falling_sum(answer), falling_sum(self.solution), naive=falling_sum(self.by_levels()))


def falling_sum(permutation: list[int]) -> int:
    """B[1] + B[2] + ..."""
    return sum(increasing_lengths(permutation[::-1]))


def _numbered(order: list[int]) -> list[int]:
    """The permutation that has 1, 2, ... at the positions of an order."""
    permutation = [0] * len(order)
    for number, position in enumerate(order, start=1):
        permutation[position] = number
    return permutation
