"""Weighted medians of trees."""

from dataclasses import dataclass
from random import Random
from typing import Any, Self

from rlve.envs.answers import Integer, Lines
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.graphs import neighbour_lists
from rlve.envs.toolkit.trees import random_tree, rooted


@dataclass(frozen=True)
class TreeWeightedMedian(Problem[list[Any]]):
    """Find the vertex of a tree with the least total cost of the ways from all vertices, and that cost."""

    edges: list[list[int]]
    costs: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int) -> Self:
        edges = [[*edge, rng.randint(1, vertices)] for edge in random_tree(rng, vertices)]
        problem = cls(edges, [rng.randint(1, vertices) for _ in range(vertices)])
        totals = problem.totals()
        if min(totals) == problem.naive(totals):
            raise Redraw
        return problem

    def statement(self) -> str:
        last = len(self.costs) - 1
        rules = prose(f"""
            A tree has the vertices 0..{last}. Each line below gives an edge: its two vertices and its length. The
            distance of two vertices is the sum of the lengths on the path between them. Choose a vertex r for which
            the sum, over all vertices i, of cost(i) * (distance of i and r) is as small as possible. If several
            vertices are equally good, any of them will do.""")
        costs = f"The costs of the vertices 0, 1, ..., {last}, in this order:\n{' '.join(map(str, self.costs))}"
        return f"{rules}\n{table(self.edges)}\n{costs}\nGive r in the first line and its sum in the second."

    def answer_format(self) -> Lines:
        return Lines((Integer(0, len(self.costs) - 1), Integer(0)))

    def totals(self) -> list[int]:
        """The sum for every vertex; a step to a child leads nearer to all below it and farther from the rest."""
        lengths = {(u, v): length for a, b, length in self.edges for u, v in ((a, b), (b, a))}
        order, parents = rooted(neighbour_lists(len(self.costs), self.edges))
        below = self.costs.copy()
        totals = [0] * len(self.costs)
        for vertex in reversed(order[1:]):
            below[parents[vertex]] += below[vertex]
            totals[0] += below[vertex] * lengths[vertex, parents[vertex]]
        for vertex in order[1:]:
            parent = parents[vertex]
            totals[vertex] = totals[parent] + lengths[vertex, parent] * (below[0] - 2 * below[vertex])
        return totals

    def naive(self, totals: list[int]) -> int:
        """The best sum of a vertex of largest cost, one of most edges, and one of the costliest neighbourhood."""
        neighbours = neighbour_lists(len(self.costs), self.edges)
        ends = [len(others) for others in neighbours]
        around = [cost + sum(map(self.costs.__getitem__, others)) for cost, others in zip(self.costs, neighbours)]
        return min(totals[measure.index(max(measure))] for measure in (self.costs, ends, around))

    def solve(self) -> list[Any]:
        totals = self.totals()
        return [totals.index(min(totals)), min(totals)]

    def score(self, answer: list[Any]) -> float:
        vertex, total = answer
        totals = self.totals()
        if total != totals[vertex]:
            return 0.0
        return minimized(total, min(totals), power=8, naive=self.naive(totals))
