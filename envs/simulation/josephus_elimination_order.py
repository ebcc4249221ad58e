"""Counting out in a circle."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.scoring import matching


@dataclass(frozen=True)
class JosephusEliminationOrder(Problem[list[int]]):
    """Every M-th person in a circle is removed until nobody is left: give the order of removal."""

    circle: list[int]
    step: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_people": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, most_people: int) -> Self:
        people = rng.randint(most_people - 1, most_people)
        return cls(rng.sample(range(1, people + 1), people), step=rng.randint(3, people + 3))

    def statement(self) -> str:
        people = len(self.circle)
        rules = prose(f"""
            The people 1..{people} stand in a circle, clockwise in the order below; the first person follows the last.
            They count aloud clockwise. The first person in the list says 1, the next one 2, and so on; whoever says
            {self.step} leaves the circle at once, and the next person clockwise who is still there begins again
            with 1. As long as anyone is left the counting goes on, if need be several times around the circle, and the
            last person leaves too.""")
        question = f"In which order do the {people} people leave?"
        return f"{rules}\n{' '.join(map(str, self.circle))}\n{question}"

    def answer_format(self) -> Permutation:
        return Permutation(len(self.circle), base=1)

    def solve(self) -> list[int]:
        left, order, place = self.circle.copy(), [], 0
        while left:
            place = (place + self.step - 1) % len(left)
            order.append(left.pop(place))
        return order

    def score(self, answer: list[int]) -> float:
        return matching(answer, self.solution)
