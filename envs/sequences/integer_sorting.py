"""Sorting a list of integers."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.scoring import matching


@dataclass(frozen=True)
class IntegerSorting(Problem[list[int]]):
    """Put a list of integers in ascending order."""

    max_difficulty = 60

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": geometric(3, difficulty)}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        problem = cls([rng.randint(0, 5 * size) for _ in range(size)])
        if problem.numbers == problem.solution:
            raise Redraw
        return problem

    def statement(self) -> str:
        return f"Sort these integers in ascending order:\n{' '.join(map(str, self.numbers))}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=len(self.numbers))

    def solve(self) -> list[int]:
        return sorted(self.numbers)

    def score(self, answer: list[int]) -> float:
        return matching(answer, self.solution)
