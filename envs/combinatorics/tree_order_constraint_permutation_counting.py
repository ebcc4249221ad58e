"""Permutations that keep the inequalities of a tree."""

from dataclasses import dataclass
from itertools import accumulate
from math import comb
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose


@dataclass(frozen=True)
class TreeOrderConstraintPermutationCounting(Problem[int]):
    """Count the permutations that fulfil inequalities between entries which hang together as a tree."""

    smaller: list[list[int]]
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 7 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int) -> Self:
        """A random tree whose edges point either way; bushes and lone paths both occur."""
        label = rng.sample(range(size), size)
        reach = rng.randint(2, size)
        pairs = []
        for place in range(1, size):
            pair = [label[place], label[rng.randint(max(0, place - reach), place - 1)]]
            pairs.append(pair if rng.random() < 0.5 else pair[::-1])
        rng.shuffle(pairs)
        problem = cls(pairs, rng.randint(1_000, 9_999))
        if problem.permutations() < problem.modulus // 20:
            raise Redraw
        return problem

    def statement(self) -> str:
        size = len(self.smaller) + 1
        rules = prose(f"""
            How many permutations p[0], p[1], ..., p[{size - 1}] of the numbers 0..{size - 1} fulfil all of the
            inequalities below? Give the number modulo {self.modulus}.""")
        return "\n".join([rules, *(f"p[{low}] < p[{high}]" for low, high in self.smaller)])

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def permutations(self) -> int:
        """By the rank of an entry among those of its part of the tree, which grows by one branch after the other."""
        neighbours: dict[int, list[tuple[int, bool]]] = {}
        for low, high in self.smaller:
            neighbours.setdefault(low, []).append((high, True))
            neighbours.setdefault(high, []).append((low, False))
        order, parent = [0], {0: -1}
        for vertex in order:
            for other, _ in neighbours[vertex]:
                if other not in parent:
                    parent[other] = vertex
                    order.append(other)
        ways = {vertex: [1] for vertex in order}
        for vertex in reversed(order):
            for other, larger in neighbours[vertex]:
                if parent[other] == vertex:
                    ways[vertex] = joined(ways[vertex], ways.pop(other), larger)
        return sum(ways[0])

    def solve(self) -> int:
        return self.permutations() % self.modulus


def joined(trunk: list[int], branch: list[int], larger: bool) -> list[int]:
    """Ways by the rank of the trunk's root, once a branch whose root is larger (or smaller) has been mixed in."""
    before = [0, *accumulate(branch)]  # ways in which the branch's root has a rank below so many
    after = len(trunk) + len(branch)
    found = [0] * after
    for rank, count in enumerate(trunk):
        for below in range(len(branch) + 1):  # so many of the branch come before the trunk's root
            kept = before[-1] - before[below] if larger else before[below]
            mixed = comb(rank + below, below) * comb(after - 1 - rank - below, len(branch) - below)
            found[rank + below] += count * kept * mixed
    return found
