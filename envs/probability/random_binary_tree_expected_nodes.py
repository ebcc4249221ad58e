"""Random shapes of binary trees."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from rlve.envs.answers import Rational
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class RandomBinaryTreeExpectedNodes(Problem[Fraction]):
    """Find the expected weight of a random binary tree whose nodes weigh by the children that they have."""

    max_difficulty = 40

    nodes: int
    weights: list[int]
    left_range: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"most_nodes": 7 + difficulty}

    @classmethod
    def generate(cls, rng: Random, most_nodes: int) -> Self:
        nodes = rng.randint((most_nodes + 1) // 2, most_nodes)
        low = rng.randint(0, nodes - 2)
        high = rng.randint(low + 1, min(low + 2 + nodes // 4, nodes - 1))
        weights = [rng.randint(0, 9) for _ in range(3)]
        if len(set(weights)) < 3 or (low, high) == (0, nodes - 1):
            raise Redraw
        return cls(nodes, weights, [low, high])

    def statement(self) -> str:
        leaf, single, double = self.weights
        low, high = self.left_range
        return prose(f"""
            Consider the shapes of binary trees with {self.nodes} nodes: each node may have a left child and may have a
            right child, and a node with only a left child is something else than one with only a right child. Of the
            shapes in which the left subtree of the root has at least {low} and at most {high} nodes (an empty subtree
            has 0), each being equally likely, one is chosen at random. In it, each node without children weighs {leaf},
            each node with exactly one child weighs {single}, and each node with two children weighs {double}; the root
            counts like all others. What is the expected sum of the weights of all {self.nodes} nodes?""")

    def answer_format(self) -> Rational:
        return Rational()

    def solve(self) -> Fraction:
        """The number of shapes and their total weight, by the sizes of the two subtrees."""
        leaf, single, double = self.weights
        shapes, totals = [1, 1], [0, leaf]

        def of_left(left: int, nodes: int) -> tuple[int, int]:
            right = nodes - 1 - left
            root = double if left and right else single
            ways = shapes[left] * shapes[right]
            return ways, ways * root + totals[left] * shapes[right] + shapes[left] * totals[right]

        for nodes in range(2, self.nodes):
            parts = [of_left(left, nodes) for left in range(nodes)]
            shapes.append(sum(ways for ways, _ in parts))
            totals.append(sum(total for _, total in parts))
        low, high = self.left_range
        parts = [of_left(left, self.nodes) for left in range(low, high + 1)]
        return Fraction(sum(total for _, total in parts), sum(ways for ways, _ in parts))
