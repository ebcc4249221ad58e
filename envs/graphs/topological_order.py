"""Orders that keep conditions of precedence."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Permutation
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import penalized


@dataclass(frozen=True)
class TopologicalOrder(Problem[list[int]]):
    """Put labels in an order in which given ones come before others."""

    size: int
    conditions: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """Of a hidden order every label but the first comes after one to three earlier ones, mostly near ones."""
        order = rng.sample(range(size), size)
        conditions = []
        for place in range(1, size):
            reach = range(max(0, place - 4), place)
            for before in rng.sample(reach, min(rng.randint(1, 3), len(reach))):
                conditions.append([order[before], order[place]])
        rng.shuffle(conditions)
        problem = cls(size, conditions)
        if any(problem.kept(easy) == len(conditions) for easy in problem.easy_orders()):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            The labels 0..{self.size - 1} have to be put in an order, from first to last, each exactly once. A line
            "a b" below is the condition that a comes before b, not necessarily next to it.""")
        question = prose("""
            Give an order in which all conditions hold. There is one; if there are several, any of them will do. Give
            the labels in that order, not the positions of the labels.""")
        return f"{rules}\n{table(self.conditions)}\n{question}"

    def answer_format(self) -> Permutation:
        return Permutation(self.size)

    def easy_orders(self) -> list[list[int]]:
        """By label, after one pass, and by the number of conditions with a label second, less those with it first."""
        up = list(range(self.size))
        after = [sum(b == label for _, b in self.conditions) for label in up]
        excess = [after[label] - sum(a == label for a, _ in self.conditions) for label in up]
        return [up, up[::-1], self.one_pass(), sorted(up, key=after.__getitem__), sorted(up, key=excess.__getitem__)]

    def one_pass(self) -> list[int]:
        """From the order by label; every condition in turn moves its first label where it stands behind the second."""
        order = list(range(self.size))
        for a, b in self.conditions:
            if order.index(a) > order.index(b):
                order.remove(a)
                order.insert(order.index(b), a)
        return order

    def solve(self) -> list[int]:
        """Kahn's algorithm."""
        waiting = [sum(b == label for _, b in self.conditions) for label in range(self.size)]
        order = [label for label in range(self.size) if not waiting[label]]
        for label in order:
            for a, b in self.conditions:
                if a == label:
                    waiting[b] -= 1
                    if not waiting[b]:
                        order.append(b)
        return order

    def kept(self, order: list[int]) -> int:
        places = {label: place for place, label in enumerate(order)}
        return sum(places[a] < places[b] for a, b in self.conditions)

    def score(self, answer: list[int]) -> float:
        return penalized(len(self.conditions) - self.kept(answer))
