"""Orders of jobs in which little weight waits for long."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized


@dataclass(frozen=True)
class WeightedWaitingTimeScheduling(Problem[list[int]]):
    """Order jobs so that the sum of weight times waiting time is as small as possible."""

    durations: list[int]
    weights: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 5 + 3 * difficulty // 2}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        problem = cls([rng.randint(1, 2 * size) for _ in range(size)], [rng.randint(1, 2 * size) for _ in range(size)])
        if problem.cost(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            The jobs 1..{len(self.durations)} are done one after another, without breaks, in an order of your choice.
            The waiting time of a job is the sum of the durations of all jobs before it in the order, without its own;
            the first job waits 0. Make the sum over all jobs of weight times waiting time as small as possible. The
            lines below give the duration and the weight of jobs 1, 2, ..., {len(self.durations)}, in this order. If
            several orders are equally good, any of them will do.""")
        question = "Give the numbers of the jobs in the order in which they are done."
        return f"{rules}\n{table(zip(self.durations, self.weights))}\n{question}"

    def answer_format(self) -> Permutation:
        return Permutation(len(self.durations), base=1)

    def cost(self, order: list[int]) -> int:
        waited = total = 0
        for job in order:
            total += waited * self.weights[job - 1]
            waited += self.durations[job - 1]
        return total

    def naive(self) -> int:
        """The best of shortest first, heaviest first, and by the difference of duration and weight."""
        jobs = range(1, len(self.durations) + 1)
        orders = [
            sorted(jobs, key=lambda job: self.durations[job - 1]),
            sorted(jobs, key=lambda job: -self.weights[job - 1]),
            sorted(jobs, key=lambda job: self.durations[job - 1] - self.weights[job - 1]),
        ]
        return min(map(self.cost, orders))

    def solve(self) -> list[int]:
        """Smith's rule: by duration over weight, since exchanging two neighbours that are in this order never helps."""
        jobs = range(1, len(self.durations) + 1)
        return sorted(jobs, key=lambda job: Fraction(self.durations[job - 1], self.weights[job - 1]))

    def score(self, answer: list[int]) -> float:
        return minimized(self.cost(answer), self.cost(self.solution), naive=self.naive())
