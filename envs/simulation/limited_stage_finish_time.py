"""Performers who wait for a place on a stage."""

from dataclasses import dataclass
from heapq import heapify, heapreplace
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class LimitedStageFinishTime(Problem[int]):
    """Find when a show ends in which only so many performers are on stage at the same time."""

    times: list[int]
    places: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"performers": 6 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, performers: int) -> Self:
        times = [rng.randint(1, 3 * performers) for _ in range(performers)]
        problem = cls(times, rng.randint(2, max(2, performers // 3)))
        if problem.solution in (-(-sum(times) // problem.places), max(times)):
            raise Redraw  # the obvious estimates
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            {len(self.times)} performers wait for a stage that has room for {self.places} of them at a time. The first
            {self.places} in the list begin at time 0. Whenever a performer is done and leaves the stage, the next one
            in the list begins at the same moment in the place that has become free; if several leave at the same
            moment, as many begin. These are the times that the performers need, in the order of the list:""")
        return f"{rules}\n{' '.join(map(str, self.times))}\nAt what time have all of them finished?"

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        ends = self.times[: self.places]
        heapify(ends)
        for time in self.times[self.places :]:
            heapreplace(ends, ends[0] + time)
        return max(ends)
