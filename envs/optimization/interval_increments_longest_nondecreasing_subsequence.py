"""Raising stretches of an array so that a long part of it does not fall."""

from bisect import bisect_right
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class IntervalIncrementsLongestNondecreasingSubsequence(Problem[list[list[int]]]):
    """Add 1 to a few intervals of an array so that its longest non-decreasing subsequence becomes longest."""

    heights: list[int]
    operations: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 13 + difficulty // 2, "operations": 3 + difficulty // 10}

    @classmethod
    def generate(cls, rng: Random, size: int, operations: int) -> Self:
        """Heights from a small range, so that a few steps of 1 matter."""
        problem = cls([rng.randint(1, 2 * operations + 2) for _ in range(size)], operations)
        if not problem.naive() < problem.length(problem.solution) < size:
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.heights) - 1
        rules = prose(f"""
            An operation on the array H[0], ..., H[{last}] below chooses L and R with 0 <= L <= R <= {last} and adds 1
            to each of H[L], H[L+1], ..., H[R]. Use at most {self.operations} operations; the same interval may be used
            several times. Then take the longest non-decreasing subsequence of the array: elements at positions
            i1 < i2 < ... < im, not necessarily neighbours, with H[i1] <= H[i2] <= ... <= H[im]. Make its length m as
            large as possible. If several lists of operations are equally good, any of them will do.""")
        return f"{rules}\n{' '.join(map(str, self.heights))}\nGive the operations, one a line: L R."

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(0, len(self.heights) - 1), count=2))

    def length(self, operations: list[list[int]]) -> int:
        """Of the longest non-decreasing subsequence afterwards."""
        heights = self.heights.copy()
        for left, right in operations:
            for i in range(left, right + 1):
                heights[i] += 1
        return _longest(heights)

    def greedy(self) -> list[list[int]]:
        """One operation after the other up to the last element, each the best at the moment, of equals the last."""
        last = len(self.heights) - 1
        heights, chosen = self.heights, []
        for _ in range(self.operations):
            ways = [heights[:i] + [height + 1 for height in heights[i:]] for i in range(last + 1)]
            best = max(range(1, last + 1), key=lambda i: (_longest(ways[i]), i))
            heights = ways[best]
            chosen.append([best, last])
        return chosen

    def repeated(self) -> list[list[int]]:
        """All operations from the same place to the last element, the best place."""
        last = len(self.heights) - 1
        return max(([[i, last]] * self.operations for i in range(1, last + 1)), key=self.length)

    def naive(self) -> int:
        return max(map(self.length, ([], self.greedy(), self.repeated())))

    def solve(self) -> list[list[int]]:
        """best[i][k]: the longest subsequence that ends at i, with k intervals begun so far.

        An interval may as well reach to the end, since raising what lies behind never hurts; so k never falls.
        """
        size = len(self.heights)
        best: list[list[tuple[int, int, int]]] = []  # length, and i and k of the element before
        for i, height in enumerate(self.heights):
            row = [(1, -1, 0)] * (self.operations + 1)
            for k in range(self.operations + 1):
                for before in range(i):
                    for fewer in range(k + 1):
                        if self.heights[before] + fewer <= height + k and best[before][fewer][0] >= row[k][0]:
                            row[k] = (best[before][fewer][0] + 1, before, fewer)
            best.append(row)
        ends = [(best[i][k][0], i, k) for i in range(size) for k in range(self.operations + 1)]
        _, i, k = max(ends)
        operations: list[list[int]] = []
        while i >= 0:
            _, before, fewer = best[i][k]
            operations += [[i, size - 1]] * (k - fewer)
            i, k = before, fewer
        return operations[::-1]

    def score(self, answer: list[list[int]]) -> float:
        if len(answer) > self.operations:
            raise Infeasible(f"{len(answer)} operations, more than {self.operations}")
        if any(left > right for left, right in answer):
            raise Infeasible("an interval ends before it begins")
        return maximized(self.length(answer), self.length(self.solution), naive=self.naive())


def _longest(heights: list[int]) -> int:
    """The length of the longest non-decreasing subsequence."""
    ends: list[int] = []  # the least last element of a subsequence of each length
    for height in heights:
        at = bisect_right(ends, height)
        ends[at : at + 1] = [height]
    return len(ends)
