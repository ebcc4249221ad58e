"""Vertex covers of least cost."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.graphs import random_graph, require_distinct
from rlve.envs.toolkit.hitting_sets import best_simple_hitting_set, cheapest_hitting_set
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinimumWeightVertexCover(Problem[list[int]]):
    """Choose cheap vertices so that every edge has a chosen end."""

    max_difficulty = 24

    costs: list[int]
    edges: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 9 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int) -> Self:
        edges = random_graph(rng, vertices, rng.randint(5 * vertices // 4, 2 * vertices))
        problem = cls([rng.randint(2, 12) for _ in range(vertices)], edges)
        if problem.cost(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.costs) - 1
        rules = prose(f"""
            A simple undirected graph has the vertices 0..{last} and the {len(self.edges)} edges below, one in each line
            by its two ends. Choose vertices such that every edge has at least one chosen end, and the sum of the costs
            of the chosen vertices is as small as possible. If several choices are equally good, any of them will
            do.""")
        return f"{rules}\n{table(self.edges)}\nThe costs of the vertices 0..{last} in order: {table([self.costs])}"

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, len(self.costs) - 1))

    def solve(self) -> list[int]:
        return sorted(cheapest_hitting_set(self.edges, self.costs))

    def cost(self, chosen: list[int]) -> int:
        return sum(self.costs[vertex] for vertex in chosen)

    def naive(self) -> int:
        """The least cost of some greedy choices."""
        return self.cost(best_simple_hitting_set(self.edges, self.costs))

    def score(self, answer: list[int]) -> float:
        require_distinct(answer)
        for u, v in self.edges:
            if u not in answer and v not in answer:
                raise Infeasible(f"no end of the edge {u} {v} is chosen")
        return minimized(self.cost(answer), self.cost(self.solution), power=10, naive=self.naive())
