"""Sequences of labels that repeat as far apart as possible."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import maximized


@dataclass(frozen=True)
class MaximizeWeightedRepeatGaps(Problem[list[int]]):
    """Write labels such that the values of repeated ones, times the distances of the repeats, add up to much."""

    length: int
    values: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"length": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, length: int) -> Self:
        labels = rng.randint(3, length)
        values = [rng.randint(1, labels) for _ in range(labels)]
        if values == sorted(values, reverse=True) or len(set(values)) < min(3, labels):
            raise Redraw
        problem = cls(length, values)
        if problem.total(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.values) - 1
        rules = prose(f"""
            Write a sequence of exactly {self.length} labels out of 0, 1, ..., {last}. A label may be used several times
            or not at all. Every entry of the sequence whose label has occurred before scores the value of that label
            times the distance between its position and the position of the last entry before it with the same label
            (neighbours have the distance 1). An entry whose label has not occurred before scores 0. Make the sum of all
            scores as large as possible. These are the values of the labels 0, 1, ..., {last}, in this order:""")
        return f"{rules}\n{' '.join(map(str, self.values))}\nGive the {self.length} labels in order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.values) - 1), count=self.length)

    def total(self, labels: list[int]) -> int:
        last: dict[int, int] = {}
        total = 0
        for position, label in enumerate(labels):
            total += self.values[label] * (position - last.get(label, position))
            last[label] = position
        return total

    def solve(self) -> list[int]:
        """The distances of a label add up to last minus first position: nested pairs, the most valuable outermost."""
        order = sorted(range(len(self.values)), key=lambda label: -self.values[label])
        half = [order[min(place, len(order) - 1)] for place in range((self.length + 1) // 2)]
        return half + half[::-1][self.length % 2 :]

    def score(self, answer: list[int]) -> float:
        return maximized(self.total(answer), self.total(self.solution), naive=self.naive())

    def naive(self) -> int:
        """The best label alone, the second one between the best at both ends, or all labels in turn."""
        order = sorted(range(len(self.values)), key=lambda label: -self.values[label])
        best, second, *_ = *order, order[0]
        in_turn = (order * self.length)[: self.length]
        return max(map(self.total, ([best] * self.length, [best, *[second] * (self.length - 2), best], in_turn)))
