"""The number of spanning trees of least weight."""

from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.graphs import DisjointSets, random_connected_graph, spanning_trees


@dataclass(frozen=True)
class MinimumSpanningTreeCounting(Problem[int]):
    """How many spanning trees of a graph with many equal weights are of least weight?"""

    vertices: int
    edges: list[list[int]]
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 6 + difficulty, "smallest": 10 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, vertices: int, smallest: int) -> Self:
        """A graph with at least `smallest` such trees, about nine edges of every weight."""
        count = min(rng.randint(8 * vertices // 5, 5 * vertices // 2), vertices * (vertices - 1) // 2)
        graph = random_connected_graph(rng, vertices, count)
        largest = 1 + max(1, count // 9)
        problem = cls(vertices, [[u, v, rng.randint(1, largest)] for u, v in graph], rng.randint(1000, 10_000))
        if problem.trees() < smallest:
            raise Redraw
        return problem

    def statement(self) -> str:
        rules = prose(f"""
            A connected simple undirected graph has the vertices 0..{self.vertices - 1} and the {len(self.edges)} edges
            below. A line "u v w" is an edge between u and v of weight w. A minimum spanning tree is a set of
            {self.vertices - 1} edges that join all vertices, with the smallest sum of weights that such a set can
            have.""")
        question = prose(f"""
            How many different minimum spanning trees are there? Two trees are different if some edge belongs to one
            only. Give the number modulo {self.modulus}.""")
        return f"{rules}\n{table(self.edges)}\n{question}"

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def trees(self) -> int:
        """The lighter edges join the same vertices in all these trees; edges of one weight make trees between those."""
        sets = DisjointSets(self.vertices)
        total = 1
        for _, group in groupby(sorted(self.edges, key=lambda edge: edge[2]), key=lambda edge: edge[2]):
            links = [(sets.find(u), sets.find(v)) for u, v, _ in group]
            links = [(a, b) for a, b in links if a != b]
            for a, b in links:
                sets.join(a, b)
            pieces: dict[int, list[tuple[int, int]]] = {}
            for a, b in links:
                pieces.setdefault(sets.find(a), []).append((a, b))
            for piece in pieces.values():
                number = {part: place for place, part in enumerate(sorted({part for link in piece for part in link}))}
                total *= spanning_trees(len(number), [(number[a], number[b]) for a, b in piece])
        return total

    def solve(self) -> int:
        return self.trees() % self.modulus
