"""Random walks on trees."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve.envs.answers import Items, Rational
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.graphs import neighbour_lists
from rlve.envs.toolkit.trees import random_tree, rooted


@dataclass(frozen=True)
class TreeMeanHittingTime(Problem[list[Fraction]]):
    """Find the expected time of a random walk on a tree between two vertices, and the mean over all pairs."""

    max_difficulty = 60

    edges: list[list[int]]
    start: int
    target: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 6 + difficulty, "heaviest": 2 + difficulty // 4}

    @classmethod
    def generate(cls, rng: Random, vertices: int, heaviest: int) -> Self:
        edges = [[*edge, rng.randint(1, heaviest)] for edge in random_tree(rng, vertices)]
        start, target = rng.sample(range(vertices), 2)
        if any({start, target} == {u, v} for u, v, _ in edges):
            raise Redraw
        return cls(edges, start, target)

    def statement(self) -> str:
        vertices = len(self.edges) + 1
        rules = prose(f"""
            A tree has the vertices 0..{vertices - 1}. Each line below gives an edge: its two ends and its weight. In
            each step a walker goes along one of the edges at the present vertex to its other end; each of these edges
            is chosen with a probability of its weight over the sum of the weights of all edges at that vertex. Let E(S,
            T) be the expected number of steps until a walker from S is at T for the first time; E(S, S) is 0.""")
        question = prose(f"""
            Give two numbers: E({self.start}, {self.target}), and the mean of E(S, T) over all {vertices**2} ordered
            pairs (S, T) of vertices, those with S = T included.""")
        return f"{rules}\n{table(self.edges)}\n{question}"

    def answer_format(self) -> Items[Fraction]:
        return Items(Rational(), count=2)

    def solve(self) -> list[Fraction]:
        """To cross an edge for the first time takes 1 + 2 * (all weight behind it) / (its weight) steps.

        There and back that is 2 * (all weight) / (its weight), for all pairs that the edge separates.
        """
        vertices, total = len(self.edges) + 1, sum(weight for _, _, weight in self.edges)
        weights = {(u, v): weight for a, b, weight in self.edges for u, v in ((a, b), (b, a))}
        order, parents = rooted(neighbour_lists(vertices, self.edges), self.target)
        sizes, behind = [1] * vertices, [0] * vertices
        mean = Fraction(0)
        for vertex in reversed(order[1:]):
            parent = parents[vertex]
            sizes[parent] += sizes[vertex]
            behind[parent] += behind[vertex] + weights[vertex, parent]
            pairs = sizes[vertex] * (vertices - sizes[vertex])
            mean += Fraction(2 * total * pairs, weights[vertex, parent] * vertices**2)
        steps, vertex = Fraction(0), self.start
        while vertex != self.target:
            steps += 1 + Fraction(2 * behind[vertex], weights[vertex, parents[vertex]])
            vertex = parents[vertex]
        return [steps, mean]
