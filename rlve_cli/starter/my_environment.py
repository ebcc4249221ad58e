"""Choosing numbers of a row without neighbours.

A start that `rlve new` wrote: it works as it is; rewrite every part of it.
"""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MyEnvironment(Problem[list[int]]):
    """Choose numbers of a row, no two of them neighbours, whose sum is as large as possible."""

    numbers: list[int]  # fields are the problem's data, and hold JSON values only; the prompt shows all of them

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 12 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        problem = cls([rng.randint(1, 99) for _ in range(size)])
        if problem.total(problem.hurried()) == problem.total(problem.solution):
            raise Redraw  # a problem that is solved without thinking teaches nothing
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Here is a row of {len(self.numbers)} numbers; their places are counted from 0. Choose some places, no two of
            them side by side, so that the sum of the numbers there is as large as possible. Which places are these?""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers) - 1))

    def solve(self) -> list[int]:
        best = [0] * (len(self.numbers) + 2)  # best[i]: the largest sum of places from i on
        for i in reversed(range(len(self.numbers))):
            best[i] = max(best[i + 1], self.numbers[i] + best[i + 2])
        places, i = [], 0
        while i < len(self.numbers):
            taken = best[i] > best[i + 1]
            places += [i] if taken else []
            i += 2 if taken else 1
        return places

    def score(self, answer: list[int]) -> float:
        """Every choice that keeps the rules counts, by how much better it is than a hurried one."""
        chosen = set(answer)
        if len(chosen) < len(answer):
            raise Infeasible("a place is named twice")
        if any(place + 1 in chosen for place in chosen):
            raise Infeasible("two places are side by side")
        return maximized(self.total(answer), self.total(self.solution), naive=self.total(self.hurried()))

    def total(self, places: list[int]) -> int:
        return sum(self.numbers[place] for place in places)

    def hurried(self) -> list[int]:
        """The best of three choices that need no thinking: the even places, the odd ones, always the largest number."""
        size = len(self.numbers)
        greedy: list[int] = []
        for place in sorted(range(size), key=lambda place: -self.numbers[place]):
            if all(abs(place - other) > 1 for other in greedy):
                greedy.append(place)
        return max(list(range(0, size, 2)), list(range(1, size, 2)), sorted(greedy), key=self.total)
