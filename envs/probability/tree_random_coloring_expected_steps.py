"""Colouring a tree upwards from random vertices."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve.envs.answers import Rational
from rlve.envs.problem import Problem
from rlve.envs.prose import prose, table
from rlve.envs.toolkit.graphs import neighbour_lists
from rlve.envs.toolkit.trees import random_tree, rooted


@dataclass(frozen=True)
class TreeRandomColoringExpectedSteps(Problem[Fraction]):
    """Find the expected number of steps in which random vertices colour themselves and all their ancestors."""

    max_difficulty = 60

    edges: list[list[int]]
    weights: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"vertices": 7 + difficulty, "heaviest": 3 + difficulty // 3}

    @classmethod
    def generate(cls, rng: Random, vertices: int, heaviest: int) -> Self:
        return cls(random_tree(rng, vertices), [rng.randint(1, heaviest) for _ in range(vertices)])

    def statement(self) -> str:
        last = len(self.weights) - 1
        rules = prose(f"""
            A tree with the vertices 0..{last} has the root 0; each line below gives the two ends of an edge, in either
            order. At first no vertex is coloured. In each step one of the vertices that are not coloured yet is picked
            at random, and the picked vertex and all its ancestors up to the root become coloured, as far as they were
            not. Each of the vertices that are not coloured is picked with a probability of its weight over the sum of
            the weights of all vertices that are not coloured. What is the expected number of steps until all vertices
            are coloured?""")
        weights = f"The weights of the vertices 0, 1, ..., {last}, in this order:\n{' '.join(map(str, self.weights))}"
        return f"{rules}\n{table(self.edges)}\n{weights}"

    def answer_format(self) -> Rational:
        return Rational()

    def solve(self) -> Fraction:
        """A vertex is picked at some time if it comes first in its subtree, in an order drawn by the weights."""
        order, parents = rooted(neighbour_lists(len(self.weights), self.edges))
        below = self.weights.copy()
        for vertex in reversed(order[1:]):
            below[parents[vertex]] += below[vertex]
        return sum((Fraction(weight, total) for weight, total in zip(self.weights, below)), Fraction(0))
