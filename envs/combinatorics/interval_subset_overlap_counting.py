"""Sets of intervals with a long common part."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table


@dataclass(frozen=True)
class IntervalSubsetOverlapCounting(Problem[int]):
    """Count the non-empty subsets of a list of intervals whose common part is at least so long."""

    intervals: list[list[int]]
    length: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int) -> Self:
        intervals = []
        for _ in range(count):
            low = rng.randint(0, 2 * count)
            intervals.append([low, low + rng.randint(1, 2 * count)])
        problem = cls(intervals, rng.randint(1, max(2, count // 2)))
        if problem.solution < 2 * count:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Below are {len(self.intervals)} closed intervals, one a line: its left end and its right end. The common
            part of some intervals reaches from the largest of their left ends to the smallest of their right ends; its
            length is that right end minus that left end, and there is none if this is negative. How many non-empty
            subsets of the intervals have a common part whose length is at least {self.length}? Single intervals count
            as subsets, too, and equal intervals in different lines are different. Give the exact number.""")
        return f"{rules}\n{table(self.intervals)}"

    def answer_format(self) -> Integer:
        return Integer(0)

    def solve(self) -> int:
        """By the last interval, in the order of left ends: the earlier ones that reach far enough, in any choice."""
        total = 0
        ends: list[int] = []
        for low, high in sorted(self.intervals):
            if high - low >= self.length:
                total += 2 ** sum(end >= low + self.length for end in ends)
                ends.append(high)
        return total
