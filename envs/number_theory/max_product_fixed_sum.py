"""Largest products of numbers with a fixed sum."""

from dataclasses import dataclass
from random import Random
from typing import Self

from envs.answers import Integer
from envs.problem import Problem, Redraw
from envs.prose import prose


@dataclass(frozen=True)
class MaxProductFixedSum(Problem[int]):
    """Find the largest product of positive integers with a given sum when some numbers are forbidden."""

    total: int
    forbidden: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": 18 + 6 * difficulty}

    @classmethod
    def generate(cls, rng: Random, largest: int) -> Self:
        """The forbidden numbers must matter: without them a well-known formula, threes and a remainder, is right."""
        forbidden = sorted(rng.sample(range(2, 9), rng.randint(2, 4)))
        problem = cls(rng.randint(largest // 2, largest), forbidden)
        if problem.solution == cls(problem.total, []).solution:
            raise Redraw
        return problem

    def statement(self) -> str:
        *others, last = map(str, self.forbidden)
        return prose(f"""
            Positive integers, one or more and not necessarily different, add up to exactly {self.total}. The numbers
            {", ".join(others)} and {last} must not be among them; every other positive integer may be used,
            as often as you like. What is the largest possible value of their product? (A single number counts as its
            own product.)""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def solve(self) -> int:
        """A number of at least 2 * (m + 1), where m is the largest forbidden one, is better split at m + 1."""
        useful = 2 * max(self.forbidden, default=1) + 1
        parts = [part for part in range(1, useful + 1) if part not in self.forbidden]
        best = [1]
        for total in range(1, self.total + 1):
            best.append(max(part * best[total - part] for part in parts if part <= total))
        return best[self.total]
