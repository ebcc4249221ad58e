"""The knapsack problem, each item at most once."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import maximized
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class Knapsack01(Problem[list[int]]):
    """Pack the most valuable set of items whose total weight a knapsack can bear."""

    weights: list[int]
    values: list[int]
    capacity: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + 3 * difficulty // 4}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Values follow the weights loosely, so that no item is an obvious choice."""
        weights = [rng.randint(size, 3 * size) for _ in range(size)]
        values = [max(1, weight + rng.randint(-size // 2, size // 2)) for weight in weights]
        problem = cls(weights, values, rng.randint(2 * sum(weights) // 5, 3 * sum(weights) // 5))
        if problem.naive() == problem.value(problem.solution):
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.weights) - 1
        rules = prose(f"""
            Choose some of the items 0..{last}, each at most once, such that their total weight is at most
            {self.capacity} and their total value is as large as possible. The lines below give the weight and the value
            of items 0, 1, ..., {last}, in this order. If several choices are equally good, any of them will do.""")
        question = "Give the numbers of the chosen items, in any order."
        return f"{rules}\n{table(zip(self.weights, self.values))}\n{question}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.weights) - 1))

    def value(self, items: list[int]) -> int:
        return sum(self.values[item] for item in items)

    def naive(self) -> int:
        """The best of what fits by value, by lightness, and by value for weight, the last also with one exchange."""
        items = range(len(self.weights))
        scale = max(self.weights) ** 2  # makes the quotients of different ratios differ
        orders = [
            sorted(items, key=lambda item: -self.values[item]),
            sorted(items, key=lambda item: self.weights[item]),
            sorted(items, key=lambda item: -(scale * self.values[item] // self.weights[item])),
        ]
        filled = [self._filled(order) for order in orders]
        return max(*map(self.value, filled), self.value(filled[-1]) + self._best_exchange(filled[-1]))

    def _best_exchange(self, chosen: list[int]) -> int:
        """What is won at most when one chosen item is exchanged for another that fits then."""
        left = self.capacity - sum(self.weights[item] for item in chosen)
        others = [item for item in range(len(self.weights)) if item not in chosen]
        gains = [
            self.values[other] - self.values[item]
            for item in chosen
            for other in others
            if self.weights[other] - self.weights[item] <= left
        ]
        return max([0, *gains])

    def _filled(self, order: list[int]) -> list[int]:
        chosen, left = [], self.capacity
        for item in order:
            if self.weights[item] <= left:
                chosen.append(item)
                left -= self.weights[item]
        return chosen

    def solve(self) -> list[int]:
        """best[i][c]: the largest value of items 0..i-1 within capacity c."""
        best = [[0] * (self.capacity + 1)]
        for weight, value in zip(self.weights, self.values):
            before = best[-1]
            taken = [rest + value for rest in before[: max(0, self.capacity + 1 - weight)]]
            best.append(before[:weight] + list(map(max, before[weight:], taken)))
        chosen, left = [], self.capacity
        for item in reversed(range(len(self.weights))):
            if best[item + 1][left] > best[item][left]:
                chosen.append(item)
                left -= self.weights[item]
        return chosen[::-1]

    def score(self, answer: list[int]) -> float:
        if len(set(answer)) < len(answer):
            raise Infeasible("an item is chosen twice")
        if sum(self.weights[item] for item in answer) > self.capacity:
            raise Infeasible("the chosen items are too heavy")
        return maximized(self.value(answer), self.value(self.solution), naive=self.naive())
