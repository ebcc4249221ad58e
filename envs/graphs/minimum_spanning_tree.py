"""Spanning trees of least weight."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer, Items, Rows
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.scoring import minimized
from rlve.envs.toolkit.graphs import DisjointSets, is_connected, random_connected_graph
from rlve.envs.verdict import Infeasible


@dataclass(frozen=True)
class MinimumSpanningTree(Problem[list[list[int]]]):
    """Choose edges of a weighted graph that join all vertices without a cycle and weigh as little as possible."""

    vertices: int
    edges: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int) -> Self:
        most = vertices * (vertices - 1) // 2
        count = min(rng.randint(3 * vertices // 2, 5 * vertices // 2), most)
        graph = random_connected_graph(rng, vertices, count)
        edges = [[u, v, rng.randint(1, count)] for u, v in graph]
        lightest = sorted(edges, key=lambda edge: edge[2])[: vertices - 1]
        problem = cls(vertices, edges)
        if is_connected(vertices, lightest) or problem.naive() == problem.weight(problem.solution):
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            An undirected graph has the vertices 0..{self.vertices - 1} and the {len(self.edges)} edges below. Each line
            gives the two vertices of an edge and its weight. Choose {self.vertices - 1} of these edges that form a
            spanning tree, which means that they join all vertices and contain no cycle, such that the sum of their
            weights is as small as possible. If several trees are equally good, any of them will do.""")
        question = prose("""
            Give each chosen edge in a line of its own by its two vertices, without the weight. The order of the edges,
            and of the two vertices of an edge, does not matter.""")
        return f"{rules}\n{table(self.edges)}\n{question}"

    def answer_format(self) -> Rows[list[int]]:
        return Rows(Items(Integer(0, self.vertices - 1), count=2), count=self.vertices - 1)

    def solve(self) -> list[list[int]]:
        """Kruskal's algorithm."""
        sets = DisjointSets(self.vertices)
        return [[u, v] for u, v, _ in sorted(self.edges, key=lambda edge: edge[2]) if sets.join(u, v)]

    def weight(self, tree: list[list[int]]) -> int:
        """Raises `Infeasible` if it is no spanning tree of the graph."""
        weights = {(u, v): weight for a, b, weight in self.edges for u, v in ((a, b), (b, a))}
        sets = DisjointSets(self.vertices)
        for u, v in tree:
            if (u, v) not in weights:
                raise Infeasible(f"the graph has no edge {u} {v}")
            if not sets.join(u, v):
                raise Infeasible(f"the edge {u} {v} closes a cycle")
        return sum(weights[u, v] for u, v in tree)

    def score(self, answer: list[list[int]]) -> float:
        least = self.weight(self.solution)
        return minimized(self.weight(answer), least, power=10, naive=self.naive())

    def naive(self) -> int:
        """The lighter of two trees: the first edges in the list, and each vertex's lightest edge and then these."""
        lightest: dict[int, list[int]] = {}
        for edge in self.edges:
            for vertex in edge[:2]:
                if vertex not in lightest or edge[2] < lightest[vertex][2]:
                    lightest[vertex] = edge
        weights = []
        for order in (self.edges, [*lightest.values(), *self.edges]):
            sets = DisjointSets(self.vertices)
            weights.append(sum(weight for u, v, weight in order if sets.join(u, v)))
        return min(weights)
