"""Shortest paths in directed graphs with weights."""

from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.graphs import require_walk, successor_lists
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class DirectedShortestPath(Problem[list[int]]):
    """Walk along directed edges from vertex 0 to the last one with the least sum of weights."""

    vertices: int
    edges: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 8 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int) -> Self:
        """A path through all vertices of light edges, and heavier ones that spare some of it or lead back."""
        order = [0, *rng.sample(range(1, vertices - 1), vertices - 2), vertices - 1]
        weights = {pair: rng.randint(1, vertices) for pair in zip(order, order[1:])}
        for _ in range(rng.randint(2 * vertices, 5 * vertices // 2)):
            u, v = rng.sample(range(vertices), 2)
            if (u, v) not in weights and v - u < max(2, vertices // 2):
                weights[order[u], order[v]] = max(v - u, 0) * vertices // 2 + rng.randint(1, vertices)
        weights.pop((0, vertices - 1), None)
        edges = [[u, v, weights[u, v]] for u, v in rng.sample(sorted(weights), len(weights))]
        problem = cls(vertices, edges)
        if len(problem.solution) < 4 or problem.weight(problem.solution) == problem.naive():
            raise Redraw
        return problem

    def statement(self) -> str:
        last = self.vertices - 1
        rules = prose(f"""
            A directed graph has the vertices 0..{last} and the {len(self.edges)} edges below. A line "u v w" is an edge
            from u to v of weight w, which can be used in this direction only. Find a walk along edges from vertex 0 to
            vertex {last} such that the sum of the weights of its edges is as small as possible. If several walks are
            equally good, any of them will do.""")
        return f"{rules}\n{table(self.edges)}\nGive the vertices of the walk in order, with 0 first and {last} last."

    def answer_format(self) -> Items[int]:
        return Items(Integer(0, self.vertices - 1))

    def solve(self) -> list[int]:
        return self.lightest(self.edges)

    def lightest(self, edges: list[list[int]]) -> list[int]:
        """Dijkstra's algorithm."""
        leaving: list[list[list[int]]] = [[] for _ in range(self.vertices)]
        for edge in edges:
            leaving[edge[0]].append(edge)
        before: dict[int, int] = {}
        heap = [(0, 0, 0)]
        while self.vertices - 1 not in before:
            total, vertex, came_from = heappop(heap)
            if vertex not in before:
                before[vertex] = came_from
                for _, other, weight in leaving[vertex]:
                    heappush(heap, (total + weight, other, vertex))
        path = [self.vertices - 1]
        while path[-1] != 0:
            path.append(before[path[-1]])
        return path[::-1]

    def weight(self, walk: list[int]) -> int:
        weights = {(u, v): weight for u, v, weight in self.edges}
        return sum(weights[pair] for pair in zip(walk, walk[1:]))

    def fewest_edges(self) -> list[int]:
        """The lightest of the paths with the fewest edges."""
        return self.lightest([[u, v, 10**6 + weight] for u, v, weight in self.edges])

    def lightest_edges(self) -> list[int]:
        """From 0 on always the lightest edge to a vertex not visited yet, and back where there is none."""
        path, seen = [0], {0}
        while path[-1] != self.vertices - 1:
            ways = [(weight, v) for u, v, weight in self.edges if u == path[-1] and v not in seen]
            if ways:
                path.append(min(ways)[1])
                seen.add(path[-1])
            else:
                path.pop()
        return path

    def naive(self) -> int:
        return min(self.weight(self.fewest_edges()), self.weight(self.lightest_edges()))

    def score(self, answer: list[int]) -> float:
        if answer[0] != 0 or answer[-1] != self.vertices - 1:
            raise Infeasible(f"the walk does not lead from 0 to {self.vertices - 1}")
        require_walk(answer, successor_lists(self.vertices, self.edges))
        return minimized(self.weight(answer), self.weight(self.solution), power=10, naive=self.naive())
