"""The order that puts small labels as early as conditions of precedence allow."""

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.graphs import successor_lists


@dataclass(frozen=True)
class TopologicalOrderSmallestLabelsEarliest(Problem[list[int]]):
    """Put labels in an order that keeps conditions, with label 0 as early as possible, then label 1, and so on."""

    size: int
    conditions: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Of a hidden order every label comes after at most three earlier ones."""
        order = rng.sample(range(size), size)
        conditions = [
            [order[before], order[place]]
            for place in range(1, size)
            for before in rng.sample(range(place), rng.randint(0, min(place, 3)))
        ]
        rng.shuffle(conditions)
        problem = cls(size, conditions)
        if problem.solution in (problem.least_sequence(), problem.just_before()):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            The labels 0..{self.size - 1} have to be put in an order, from first to last, each exactly once. A line
            "a b" below is the condition that a comes before b, not necessarily next to it.""")
        question = prose("""
            Among all orders in which all conditions hold, take those in which label 0 stands as early as possible,
            among these those in which label 1 stands as early as possible, then label 2, and so on for all labels. A
            single order is left (which need not be the one that begins with the smallest possible label). Give the
            labels in that order, from first to last.""")
        return f"{rules}\n{table(self.conditions)}\n{question}"

    def answer_format(self) -> Permutation:
        return Permutation(self.size)

    def solve(self) -> list[int]:
        """From the end backwards, always the largest label all of whose successors are placed already."""
        return ordered(self.size, [[b, a] for a, b in self.conditions], -1)[::-1]

    def least_sequence(self) -> list[int]:
        """From the beginning, the least label that may come next: the lexicographically smallest sequence."""
        return ordered(self.size, self.conditions, 1)

    def just_before(self) -> list[int]:
        """For every label in turn those that a condition puts before it, and then itself, whatever precedes those."""
        order: list[int] = []
        for label in range(self.size):
            before = sorted(a for a, b in self.conditions if b == label)
            order += [other for other in [*before, label] if other not in order]
        return order


def ordered(size: int, conditions: list[list[int]], sign: int) -> list[int]:
    """Kahn's algorithm; of the labels that may come next always the least, or with sign -1 the largest."""
    lists = successor_lists(size, conditions)
    waiting = [0] * size
    for _, b in conditions:
        waiting[b] += 1
    ready = [sign * label for label in range(size) if not waiting[label]]
    heapify(ready)
    order = []
    while ready:
        order.append(sign * heappop(ready))
        for other in lists[order[-1]]:
            waiting[other] -= 1
            if not waiting[other]:
                heappush(ready, sign * other)
    return order
