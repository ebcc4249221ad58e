"""Minima of sliding windows."""

from collections import Counter, deque
from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import matching


@dataclass(frozen=True)
class SlidingWindowMinimum(Problem[list[int]]):
    """Give the smallest number of every window of K neighbours in a list."""

    numbers: list[int]
    width: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        problem = cls(rng.choices(range(-size, 2 * size + 1), k=size), width=rng.randint(2, size // 2))
        minima = Counter(problem.solution)
        if len(minima) < 3 or 2 * max(minima.values()) > minima.total():
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Below is a list of {len(self.numbers)} integers. A window consists of {self.width} neighbouring numbers of
            the list. Give the smallest number of every window, from the leftmost window (the first {self.width}
            numbers) to the rightmost one (the last {self.width}), moving by one place each time:
            {len(self.numbers) - self.width + 1} numbers in all.""")
        return f"{rules}\n{' '.join(map(str, self.numbers))}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(), count=len(self.numbers) - self.width + 1)

    def solve(self) -> list[int]:
        """A queue holds the places that can still be a minimum; their numbers ascend."""
        minima = []
        queue: deque[int] = deque()
        for place, number in enumerate(self.numbers):
            while queue and self.numbers[queue[-1]] >= number:
                queue.pop()
            queue.append(place)
            if queue[0] <= place - self.width:
                queue.popleft()
            if place >= self.width - 1:
                minima.append(self.numbers[queue[0]])
        return minima

    def score(self, answer: list[int]) -> float:
        return matching(answer, self.solution)
