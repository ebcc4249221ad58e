"""Permutations with so many inversions."""

from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Self

from rlve.envs.answers import Integer
from rlve.envs.problem import Problem
from rlve.envs.prose import prose
from rlve.envs.toolkit.numbers import primes

MODULI = primes(10_000)[168:]  # above 1000


@dataclass(frozen=True)
class PermutationsWithKInversions(Problem[int]):
    """Count the permutations of 1..N with exactly K inversions and a given number at a given place."""

    max_difficulty = 40

    size: int
    place: int
    number: int
    inversions: int
    modulus: int

    @staticmethod
    def parameters(difficulty: int) -> dict[str, int]:
        return {"size": 8 + difficulty // 2, "spread": 3 + difficulty}

    @classmethod
    def generate(cls, rng: Random, size: int, spread: int) -> Self:
        """The number of inversions is near the mean of those permutations."""
        place, number = rng.randint(2, size - 1), rng.randint(2, size - 1)
        middle = (size - 1) * (size - 2) // 4 + (place + number - 2) // 2
        inversions = middle + rng.randint(-min(spread, size), min(spread, size))
        return cls(size, place, number, inversions, rng.choice(MODULI))

    def statement(self) -> str:
        return prose(f"""
            An inversion of a permutation p[1], p[2], ..., p[{self.size}] of the numbers 1..{self.size} is a pair of
            places i < j with p[i] > p[j]. How many of these permutations have exactly {self.inversions} inversions and
            p[{self.place}] = {self.number}? Give the number modulo {self.modulus}.""")

    def answer_format(self) -> Integer:
        return Integer(0, self.modulus - 1)

    def solve(self) -> int:
        """The others stand before the place or behind it; on each side they are ordered freely.

        A number before the place forms inversions with the smaller ones behind it, and with the given one if that is
        smaller; a number behind the place with the given one if that is larger.
        """
        before, others, most = self.place - 1, self.size - 1, self.inversions
        ways = {0: [1] + [0] * most}  # how many of the numbers so far, in rising order, stand before -> by inversions
        for rank in range(others):
            larger = int(rank >= self.number - 1)
            after: dict[int, list[int]] = {}
            for left, counts in ways.items():
                for stands_before, added in ((1, rank - left + larger), (0, 1 - larger)):
                    if left + stands_before <= before:
                        row = after.setdefault(left + stands_before, [0] * (most + 1))
                        for k in range(most + 1 - added):
                            row[k + added] += counts[k]
            ways = after
        total = ways[before]
        for size in [*range(2, before + 1), *range(2, others - before + 1)]:
            sums = list(accumulate(total))
            total = [sums[k] - (sums[k - size] if k >= size else 0) for k in range(most + 1)]
        return total[most] % self.modulus
