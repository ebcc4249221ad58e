"""Aligning two arrays by swaps of neighbours."""

from bisect import bisect_right, insort
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class MinSwapsAlignSortedRanks(Problem[int]):
    """How few swaps of neighbours bring two arrays as close to each other as they can be?"""

    left: list[int]
    right: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        problem = cls(rng.sample(range(2 * size), size), rng.sample(range(2 * size), size))
        if problem.solution == 0:
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.left)
        rules = prose(f"""
            Two arrays A and B of {size} integers each are given. A move swaps two neighbouring elements of A, or two
            neighbouring elements of B. The distance of the arrays is the sum of (A[i] - B[i])^2 over all positions
            i = 1, ..., {size}. Consider the smallest distance that any rearrangement of A and of B can have. What is
            the smallest number of moves, in both arrays together, after which the distance is as small as that?""")
        return f"{rules}\nA: {' '.join(map(str, self.left))}\nB: {' '.join(map(str, self.right))}"

    def answer_format(self) -> Integer:
        return Integer(low=0)

    def solve(self) -> int:
        """The k-th smallest elements must face each other, so count the pairs that stand in different orders."""
        place = {number: i for i, number in enumerate(self.right)}
        facing = dict(zip(sorted(self.left), sorted(self.right)))
        earlier: list[int] = []
        swaps = 0
        for number in self.left:
            target = place[facing[number]]
            swaps += len(earlier) - bisect_right(earlier, target)
            insort(earlier, target)
        return swaps
