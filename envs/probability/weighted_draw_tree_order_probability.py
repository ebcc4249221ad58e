"""Draws by random weights, and the order of first draws."""

from collections import defaultdict
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
class WeightedDrawTreeOrderProbability(Problem[Fraction]):
    """Find the probability that first draws by random weights come in an order that a tree prescribes."""

    max_difficulty = 24

    shares: list[list[int]]
    earlier: list[list[int]]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"nodes": 4 + difficulty // 3, "largest": 3 + difficulty}

    @classmethod
    def generate(cls, rng: Random, nodes: int, largest: int) -> Self:
        shares = [[rng.randint(1, largest) for _ in range(2 + (nodes > 5))] for _ in range(nodes)]
        return cls(shares, random_tree(rng, nodes))

    def statement(self) -> str:
        nodes, weights = len(self.shares), len(self.shares[0])
        shown = [[f"{node}:", *shares] for node, shares in enumerate(self.shares)]
        first = prose(f"""
            Each of the nodes 0..{nodes - 1} is given a weight in 1..{weights} at random, independently of the others.
            The lines below hold a node and {weights} positive integers; the weight of the node is 1, 2, ... with a
            probability proportional to the first, the second, ... of them.""")
        second = prose(f"""
            The weights are chosen once and stay as they are. Then nodes are drawn again and again, independently, each
            node with a probability of its weight over the sum of all weights, until every node has been drawn at least
            once. What is the probability, over the weights and the draws, that all of the following {nodes - 1}
            conditions hold? In each line the first node is drawn for the first time earlier than the second one.""")
        return f"{first}\n{table(shown)}\n{second}\n{table(self.earlier)}"

    def answer_format(self) -> Rational:
        return Rational()

    def solve(self) -> Fraction:
        """By the weights of subtrees: a node precedes all below it with probability weight / weight of its subtree.

        A condition towards the root is none at all, less the opposite one; where there is none, a subtree counts as if
        it weighed nothing.
        """
        order, parents = rooted(neighbour_lists(len(self.shares), self.earlier))
        downward = {(u, v) for u, v in self.earlier}
        below: list[dict[int, Fraction]] = [{0: Fraction(1)} for _ in self.shares]  # weight of all below -> probability
        for node in reversed(order):
            here = defaultdict[int, Fraction](Fraction)
            for others, probability in below[node].items():
                for weight, share in enumerate(self.shares[node], start=1):
                    chosen = Fraction(share * weight, sum(self.shares[node]) * (others + weight))
                    here[others + weight] += probability * chosen
            if node == order[0]:
                break
            parent = parents[node]
            if (parent, node) not in downward:
                here = defaultdict(Fraction, {0: sum(here.values(), Fraction(0)), **{w: -p for w, p in here.items()}})
            merged = defaultdict[int, Fraction](Fraction)
            for others, probability in below[parent].items():
                for weight, further in here.items():
                    merged[others + weight] += probability * further
            below[parent] = merged
        return sum(here.values(), Fraction(0))
