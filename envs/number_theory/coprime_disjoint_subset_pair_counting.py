"""Pairs of subsets without common prime factors."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from math import gcd, isqrt, prod
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.difficulty import geometric
from rlve.envs.problem import Problem, Redraw
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import factorization, primes

Counts = dict[tuple[int, int], int]  # ways by the small primes of S and of T


@dataclass(frozen=True)
class CoprimeDisjointSubsetPairCounting(Problem[int]):
    """Count the ordered pairs of subsets in which every member of one is coprime to every member of the other."""

    max_difficulty = 24

    numbers: list[int]

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"largest": geometric(16, difficulty), "count": geometric(6, difficulty)}

    @classmethod
    def generate(cls, rng: Random, largest: int, count: int) -> Self:
        problem = cls(sorted(rng.sample(range(2, largest + 1), count)))
        if problem.solution == problem.blocks_apart() and rng.random() < 0.8:
            raise Redraw
        return problem

    def statement(self) -> str:
        return prose(f"""
            Count the ordered pairs (S, T) of subsets of the set {", ".join(map(str, self.numbers))} for which every
            member of S is coprime to every member of T. S, T or both may be empty, and numbers may be left out of both.
            (S, T) and (T, S) are different pairs unless S = T.""")

    def answer_format(self) -> Integer:
        return Integer(low=1)

    def blocks_apart(self) -> int:
        """As if numbers that are linked by common factors, even through others, had to be on one side."""
        blocks: list[list[int]] = []
        for number in self.numbers:
            linked = [block for block in blocks if gcd(number, prod(block)) > 1]
            blocks = [block for block in blocks if block not in linked] + [[number, *chain(*linked)]]
        return prod(2 ** (len(block) + 1) - 1 for block in blocks)

    def solve(self) -> int:
        """A prime above the square root occurs once in a number: all numbers that share it must be on one side."""
        small = {prime: 1 << bit for bit, prime in enumerate(primes(isqrt(max(self.numbers))))}
        groups = defaultdict[int, list[int]](list)
        for number in self.numbers:
            factors = factorization(number)
            large = next((prime for prime in factors if prime not in small), 1)
            groups[large].append(sum(bit for prime, bit in small.items() if prime in factors))
        ways: Counts = {(0, 0): 1}
        for number in groups.pop(1, []):
            ways = _merged(_chosen(ways, [number], 0), _chosen(ways, [number], 1), ways)
        for group in groups.values():
            ways = _merged(_chosen(ways, group, 0), _chosen(ways, group, 1), ways)
        return sum(ways.values())


def _chosen(ways: Counts, group: list[int], side: int) -> Counts:
    """The ways after some of a group's numbers, or none, joined one side."""
    for mask in group:
        following = defaultdict(int, ways)
        for masks, count in ways.items():
            if not mask & masks[1 - side]:
                following[(masks[0] | mask, masks[1]) if side == 0 else (masks[0], masks[1] | mask)] += count
        ways = following
    return ways


def _merged(left: Counts, right: Counts, both: Counts) -> Counts:
    """The ways of either kind, where `both` are of both kinds."""
    return {masks: left.get(masks, 0) + right.get(masks, 0) - both.get(masks, 0) for masks in sorted({*left, *right})}
