"""Heaps that are levelled."""

from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class LongestSegmentLevelingAboveThreshold(Problem[list[int]]):
    """Move units between neighbouring heaps to lift a longest possible segment to a threshold."""

    heaps: list[int]
    threshold: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        heaps = [rng.randint(1, 2 * size) for _ in range(size)]
        mean = sum(heaps) // size
        threshold = rng.randint(mean + 1, max(mean + 1, max(heaps) - 1))
        problem = cls(heaps, threshold)
        first, last = problem.solution
        if not max(3, problem.extended_run() + 1) <= last - first + 1 <= 3 * size // 4:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Below are the heights of {len(self.heaps)} heaps in a row, numbered from 1. A move takes one unit from a
            heap that is strictly higher than {self.threshold} and puts it on the heap directly to the left or to the
            right of it, if there is one. You may make any number of moves, or none. Find a contiguous segment of heaps,
            as long as possible, for which there are moves after which every heap of the segment has a height of at
            least {self.threshold}. If several segments have the greatest length, any of them is right.""")
        heaps = " ".join(map(str, self.heaps))
        return f"{rules}\n{heaps}\nGive the numbers of the first and of the last heap of the segment."

    def answer_format(self) -> Items[int]:
        return Items(Integer(1, len(self.heaps)), count=2)

    def surpluses(self) -> list[int]:
        """What the first k heaps have above the threshold, all together, for k = 0, 1, ..."""
        return list(accumulate((height - self.threshold for height in self.heaps), initial=0))

    def extended_run(self) -> int:
        """The length to which the longest segment that needs no move can be extended, heap by heap."""
        lengths = [0]
        for height in self.heaps:
            lengths.append(lengths[-1] + 1 if height >= self.threshold else 0)
        last = max(range(len(lengths)), key=lambda i: lengths[i])
        before, surplus = last - max(lengths), self.surpluses()
        longer = True
        while longer:
            longer = False
            if last < len(self.heaps) and surplus[last + 1] >= surplus[before]:
                last, longer = last + 1, True
            elif before and surplus[last] >= surplus[before - 1]:
                before, longer = before - 1, True
        return last - before

    def solve(self) -> list[int]:
        """The longest segment of which the mean reaches the threshold.

        Nothing flows into a longest segment, for a heap that gives stays at the threshold and would lengthen it.
        """
        surplus = self.surpluses()
        segments = ((i, j) for i in range(len(surplus)) for j in range(i + 1, len(surplus)) if surplus[i] <= surplus[j])
        before, last = max(segments, key=lambda segment: segment[1] - segment[0], default=(0, 0))
        return [before + 1, last]

    def score(self, answer: list[int]) -> float:
        first, last = answer
        if first > last:
            raise Infeasible("the first heap stands behind the last one")
        surplus = self.surpluses()
        # a segment can be lifted if it is part of one that needs nothing from outside
        if min(surplus[:first]) > max(surplus[last:]):
            raise Infeasible("this segment cannot be lifted to the threshold")
        best_first, best_last = self.solution
        return maximized(last - first + 1, best_last - best_first + 1, naive=self.extended_run())
