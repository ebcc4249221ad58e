"""Dominating sets of least cost."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.graphs import neighbour_lists, random_graph, require_distinct
from rlve.envs.toolkit.hitting_sets import best_simple_hitting_set, cheapest_hitting_set
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinWeightDominatingSet(Problem[list[int]]):
    """Choose cheap vertices so that every vertex is chosen or has a chosen neighbour."""

    max_difficulty = 22

    costs: list[int]
    edges: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int) -> Self:
        most = vertices * (vertices - 1) // 2
        count = min(rng.randint(6 * vertices // 5, 2 * vertices), most)
        problem = cls([rng.randint(2, 12) for _ in range(vertices)], random_graph(rng, vertices, count))
        if problem.cost(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.costs) - 1
        rules = prose(f"""
            A simple undirected graph has the vertices 0..{last} and the {len(self.edges)} edges below, one in each line
            by its two ends. Choose vertices such that every vertex is chosen itself or has at least one chosen
            neighbour, and the sum of the costs of the chosen vertices is as small as possible. If several choices are
            equally good, any of them will do.""")
        return f"{rules}\n{table(self.edges)}\nThe costs of the vertices 0..{last} in order: {table([self.costs])}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.costs) - 1))

    def closed_neighbourhoods(self) -> list[list[int]]:
        lists = neighbour_lists(len(self.costs), self.edges)
        return [[vertex, *others] for vertex, others in enumerate(lists)]

    def solve(self) -> list[int]:
        return sorted(cheapest_hitting_set(self.closed_neighbourhoods(), self.costs))

    def cost(self, chosen: list[int]) -> int:
        return sum(self.costs[vertex] for vertex in chosen)

    def naive(self) -> int:
        """The least cost of some greedy choices."""
        return self.cost(best_simple_hitting_set(self.closed_neighbourhoods(), self.costs))

    def score(self, answer: list[int]) -> float:
        require_distinct(answer)
        for vertex, dominators in enumerate(self.closed_neighbourhoods()):
            if not set(dominators) & set(answer):
                raise Infeasible(f"vertex {vertex} is neither chosen nor has a chosen neighbour")
        return minimized(self.cost(answer), self.cost(self.solution), power=10, naive=self.naive())
