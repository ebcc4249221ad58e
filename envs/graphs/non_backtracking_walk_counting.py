"""Walks that never turn back."""

from dataclasses import dataclass
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.graphs import neighbour_lists, random_connected_graph

MODULUS = 10_000


@dataclass(frozen=True)
class NonBacktrackingWalkCounting(Problem[int]):
    """How many walks of a given length lead from one vertex to another without an edge walked back at once?"""

    vertices: int
    edges: list[list[int]]
    steps: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 5 + difficulty // 3, "steps": 6 + difficulty}

    @classmethod
    def generate(cls, rng: Random, vertices: int, steps: int) -> Self:
        count = min(rng.randint(vertices + 2, 2 * vertices), vertices * (vertices - 1) // 2)
        edges = random_connected_graph(rng, vertices, count)
        problem = cls(vertices, edges, rng.randint(max(4, steps - 2), steps))
        if problem.count() < 5:
            raise Redraw
        return problem

    def statement(self) -> str:
        last = self.vertices - 1
        rules = prose(f"""
            A simple undirected graph has the vertices 0..{last} and the {len(self.edges)} edges below, one in each line
            by its two ends. A walk of {self.steps} steps is a sequence of {self.steps + 1} vertices of which every two
            consecutive ones are joined by an edge. It turns back if a step from u to v is followed at once by a step
            from v to u. Vertices and edges may otherwise be used again, and the last vertex may be passed before the
            end.""")
        question = prose(f"""
            How many walks of exactly {self.steps} steps from vertex 0 to vertex {last} never turn back? Give the number
            modulo {MODULUS}.""")
        return f"{rules}\n{table(self.edges)}\n{question}"

    def answer_format(self) -> Integer:
        return Integer(0, MODULUS - 1)

    def count(self) -> int:
        """By the last two vertices of a walk: on from v to w go all that reached v but those from w."""
        lists = neighbour_lists(self.vertices, self.edges)
        ways = {(0, v): 1 for v in lists[0]}  # (before, now): walks
        for _ in range(self.steps - 1):
            reached = [0] * self.vertices
            for (_, now), number in ways.items():
                reached[now] += number
            ways = {(v, w): reached[v] - ways.get((w, v), 0) for v, others in enumerate(lists) for w in others}
        return sum(number for (_, now), number in ways.items() if now == self.vertices - 1)

    def solve(self) -> int:
        return self.count() % MODULUS
