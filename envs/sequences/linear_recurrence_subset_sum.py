"""Terms of a recurrence that add up to a number."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.verdict import Infeasible

LARGEST_TARGET = 10**15


@dataclass(frozen=True)
class LinearRecurrenceSubsetSum(Problem[list[int]]):
    """Find distinct terms of F(n) = A*F(n-1) + B that add up to a given number."""

    start: int
    factor: int
    summand: int
    target: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"terms": 5 + difficulty, "largest_summand": 100 * 2 ** min(difficulty, 7)}

    @classmethod
    def generate(cls, rng: Random, terms: int, largest_summand: int) -> Self:
        factor = 1 if rng.randrange(10) < 3 else rng.randint(2, 6)
        start, summand = rng.randint(0, 128), rng.randint(1, largest_summand)
        chosen = rng.sample(range(1, terms + 1), rng.randint((terms + 1) // 2, terms - 1))
        target = sum(_term(start, factor, summand, n) for n in chosen)
        if target >= LARGEST_TARGET:
            raise Redraw
        problem = cls(start, factor, summand, target)
        if len(problem.solution) == 1:  # with the factor 1 one far term can be enough
            raise Redraw
        return problem

    def statement(self) -> str:
        factor = "" if self.factor == 1 else f"{self.factor} * "
        return prose(f"""
            A sequence is defined by F(0) = {self.start} and F(n) = {factor}F(n-1) + {self.summand} for all n >= 1. Find
            one or more distinct indices n >= 1 for which the terms F(n) add up to exactly {self.target}. The index 0
            must not be used, and no index may be used twice. If there are several solutions, any of them is right. Give
            the indices, in any order.""")

    def answer_format(self) -> Items[int]:
        return Items(Integer(low=1))

    def solve(self) -> list[int]:
        return self._arithmetic() if self.factor == 1 else self._greedy()

    def _arithmetic(self) -> list[int]:
        """The first k indices, increased to the sum of indices that k terms need."""
        for k in range(1, self.target + 1):
            indices, rest = divmod(self.target - k * self.start, self.summand)
            surplus = indices - k * (k + 1) // 2
            if surplus < 0:
                break
            if rest == 0:
                return [*range(1, k), k + surplus]
        raise ValueError("no terms of the sequence have this sum")

    def _greedy(self) -> list[int]:
        """Every term exceeds the sum of those before it, so the largest one that fits must be taken."""
        n = 1
        while _term(self.start, self.factor, self.summand, n + 1) <= self.target:
            n += 1
        rest, chosen = self.target, []
        for index in range(n, 0, -1):
            term = _term(self.start, self.factor, self.summand, index)
            if term <= rest:
                rest -= term
                chosen.append(index)
        if rest:
            raise ValueError("no terms of the sequence have this sum")
        return chosen

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("an index is used twice")
        total = 0
        for n in answer:
            # the terms increase by at least the summand, and double if the factor is not 1
            if n > self.target // self.summand or (self.factor > 1 and n > self.target.bit_length()):
                return 0.0
            total += _term(self.start, self.factor, self.summand, n)
        return float(total == self.target)


def _term(start: int, factor: int, summand: int, n: int) -> int:
    if factor == 1:
        return start + n * summand
    power: int = factor**n
    return start * power + summand * (power - 1) // (factor - 1)
