"""Nearest neighbours when a step multiplies or divides by a prime."""

from dataclasses import dataclass
from functools import cache
from math import gcd
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching
from rlve.envs.toolkit.numbers import factorization
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class PrimeStepNearestNeighbor(Problem[list[int]]):
    """Find for each number the nearest other one, where a step multiplies or divides by a prime."""

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"count": 5 + difficulty}

    @classmethod
    def generate(cls, rng: Random, count: int) -> Self:
        problem = cls(rng.sample(range(1, 4 * count + 1), count))
        fewest = sorted(range(count), key=lambda i: _prime_factors(problem.numbers[i]))
        if problem.solution == [fewest[i == fewest[0]] for i in range(count)]:  # the one with fewest prime factors
            raise Redraw
        return problem

    def statement(self) -> str:
        count = len(self.numbers)
        rules = prose(f"""
            One step changes a positive integer by multiplying it by a prime, or by dividing it by a prime that divides
            it. The distance of two integers is the least number of steps that lead from one to the other. Below are
            {count} different integers A[0], ..., A[{count - 1}]. For each i find the index j, different from i, for
            which the distance of A[i] and A[j] is smallest; if there are several such j, take the smallest j.""")
        question = f"Give these indices j for i = 0, 1, ..., {count - 1}, in this order."
        return f"{rules}\n{' '.join(map(str, self.numbers))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers) - 1), count=len(self.numbers))

    def solve(self) -> list[int]:
        indices = range(len(self.numbers))
        return [min((j for j in indices if j != i), key=lambda j: self._distance(i, j)) for i in indices]

    def _distance(self, i: int, j: int) -> int:
        """Remove the prime factors that are not common, add those that are missing."""
        a, b = self.numbers[i], self.numbers[j]
        return _prime_factors(a) + _prime_factors(b) - 2 * _prime_factors(gcd(a, b))

    def score(self, answer: list[int]) -> float:
        if any(i == j for i, j in enumerate(answer)):
            raise Infeasible("an index is its own neighbour")
        return matching(answer, self.solution)


@cache
def _prime_factors(number: int) -> int:
    """How many there are, with repetition."""
    return sum(factorization(number).values())
