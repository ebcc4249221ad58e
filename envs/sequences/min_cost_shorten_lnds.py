"""Breaking the longest non-decreasing subsequences."""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.flows import Arc, maximum_flow
from rlve.envs.toolkit.subsequences import increasing_lengths
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinCostShortenLnds(Problem[list[int]]):
    """Remove elements at least cost so that the longest non-decreasing subsequence becomes shorter."""

    numbers: list[int]
    costs: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 13 + 2 * difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        # falling on the whole, so that the longest subsequences are short and many, and no single element breaks them
        numbers = [size - i + rng.randint(0, size // 2) for i in range(size)]
        problem = cls(numbers, [rng.randint(size, 2 * size) for _ in range(size)])
        if len(problem.solution) < 2 or problem.cost(problem.solution) == problem.naive_cost:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            Each of the {len(self.numbers)} elements of an array A can be removed at a cost. The elements that remain
            keep their order. Find a set of elements of least total cost whose removal makes the longest non-decreasing
            subsequence strictly shorter than it is in A. A non-decreasing subsequence need not be contiguous, and equal
            numbers may follow each other in it. Below are A and the costs of its elements, in the same order.""")
        arrays = f"A: {' '.join(map(str, self.numbers))}\nCosts: {' '.join(map(str, self.costs))}"
        return f"{rules}\n{arrays}\nGive the positions of the elements to remove, which count from 0, in any order."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.numbers) - 1))

    def cost(self, removed: list[int]) -> int:
        return sum(self.costs[i] for i in removed)

    @cached_property
    def _longest(self) -> int:
        return max(increasing_lengths(self.numbers, strict=False))

    def shortens(self, removed: list[int]) -> bool:
        left = [number for i, number in enumerate(self.numbers) if i not in removed]
        return max(increasing_lengths(left, strict=False), default=0) < self._longest

    @cached_property
    def naive_cost(self) -> int:
        """What the best of three obvious ways costs.

        One removes all elements at which equally long subsequences end, one the cheapest elements until it is enough
        and then spares those that need not have been removed, one the cheapest element of a longest subsequence at a
        time.
        """
        levels: dict[int, int] = {}
        for length, cost in zip(increasing_lengths(self.numbers, strict=False), self.costs):
            levels[length] = levels.get(length, 0) + cost
        cheapest = sorted(range(len(self.costs)), key=lambda i: self.costs[i])
        count = next(count for count in range(len(cheapest) + 1) if self.shortens(cheapest[:count]))
        removed = cheapest[:count]
        for i in cheapest[:count]:
            if self.shortens([j for j in removed if j != i]):
                removed.remove(i)
        return min(*levels.values(), self.cost(removed), self.cost(self.one_at_a_time()))

    def one_at_a_time(self) -> list[int]:
        """The cheapest element of one longest subsequence after another, until none is left."""
        removed: list[int] = []
        while True:
            left = [i for i in range(len(self.numbers)) if i not in removed]
            lengths = increasing_lengths([self.numbers[i] for i in left], strict=False)
            length = max(lengths, default=0)
            if length < self._longest:
                return removed
            way: list[int] = []
            for place in range(len(left) - 1, -1, -1):
                if lengths[place] == length and (not way or self.numbers[left[place]] <= self.numbers[way[-1]]):
                    way.append(left[place])
                    length -= 1
            removed.append(min(way, key=lambda i: self.costs[i]))

    def solve(self) -> list[int]:
        """A minimum cut of the network of all longest subsequences, in which every element is an arc."""
        lengths = increasing_lengths(self.numbers, strict=False)
        size, longest, unlimited = len(lengths), max(lengths), sum(self.costs)
        source, sink = 2 * size, 2 * size + 1  # element i leads from 2 * i to 2 * i + 1
        arcs: list[Arc] = []
        for i, length in enumerate(lengths):
            arcs.append((2 * i, 2 * i + 1, self.costs[i]))
            if length == 1:
                arcs.append((source, 2 * i, unlimited))
            if length == longest:
                arcs.append((2 * i + 1, sink, unlimited))
            arcs += [
                (2 * j + 1, 2 * i, unlimited)
                for j in range(i)
                if lengths[j] == length - 1 and self.numbers[j] <= self.numbers[i]
            ]
        _, reached = maximum_flow(2 * size + 2, arcs, source, sink)
        return [i for i in range(size) if 2 * i in reached and 2 * i + 1 not in reached]

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("a position is named twice")
        if not self.shortens(answer):
            raise Infeasible("the longest non-decreasing subsequence is as long as before")
        return minimized(self.cost(answer), self.cost(self.solution), naive=self.naive_cost)
